// Agony
// SPDX-License-Identifier: Apache-2.0

import MediaDecoding
import MediaWorker

@main
enum AgonyMediaWorker {
  static func main() {
    MediaDecoder.warmUp()
    WorkerProcess.run { request, input in MediaDecoder.reply(to: request, input: input) }
  }
}
