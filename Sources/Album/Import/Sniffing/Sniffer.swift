// Agony
// SPDX-License-Identifier: Apache-2.0

/// Tells what a file is from its first bytes alone, never from its name. Pure.
package enum Sniffer {
  /// How many bytes from the start of a file are worth handing in.
  package static let prefixByteCount = 4096

  /// `prefix`: the first 4 KiB of a file, or all of a shorter one. `byteCount`: the length of the whole file.
  package static func verdict(prefix: [UInt8], byteCount: Int64) -> Verdict {
    let bytes = Prefix(prefix)
    for signature in Signature.table where signature.matches(bytes) { return signature.verdict }
    if let verdict = BoxSniffer.verdict(bytes, byteCount: byteCount) { return verdict }
    if let format = TIFFSniffer.format(bytes) { return .media(format) }
    if let verdict = ContainerSniffer.verdict(bytes) { return verdict }
    return .refused(TextSniffer.refusal(bytes))
  }
}
