// Agony
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Keeps what power cuts may leave of a file, some after every write and sync.
package final class ImageCollector: Sendable {
  private struct State {
    var images: [[UInt8]] = []
    var generator: SeededRandom
  }

  package let file: PowerCutFile
  private let state: Mutex<State>

  package init(
    _ content: [UInt8], perEvent: Int, seed: UInt64, fault: PowerCutFile.Fault? = nil, ignoredSync: Int? = nil
  ) {
    file = PowerCutFile(content, fault: fault, ignoredSync: ignoredSync)
    state = Mutex(State(generator: SeededRandom(seed: seed)))
    file.observe { [weak self] file in
      self?.state.withLock { state in
        for _ in 0..<perEvent { state.images.append(file.contentAfterPowerCut(using: &state.generator)) }
      }
    }
  }

  package var images: [[UInt8]] { state.withLock { $0.images } }
}
