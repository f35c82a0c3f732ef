// Agony
// SPDX-License-Identifier: Apache-2.0

extension CaptureTime {
  /// The time to show, of what the file says and what its name says. Where one tells the wall clock and the other UTC,
  /// the difference is the offset.
  package static func resolved(inFile: CaptureTime?, fileName: FileNameDate?) -> CaptureTime? {
    guard let fileName else { return inFile }
    let named = CaptureTime(
      microseconds: fileName.microseconds, isUTC: fileName.isUTC, isDayOnly: fileName.isDayOnly,
      source: fileName.isDayOnly ? .fileNameDay : .fileName)
    guard let inFile else { return named }
    let (better, other) = inFile.source < named.source ? (inFile, named) : (named, inFile)
    if better.isDayOnly, !other.isDayOnly, !other.isUTC, better.day == other.day { return other }
    guard !better.isDayOnly, !other.isDayOnly, better.utcOffset == nil, other.utcOffset == nil,
      better.isUTC != other.isUTC
    else { return better }
    let (local, moment) = better.isUTC ? (other, better) : (better, other)
    guard let offset = UTCOffset.between(local: local.microseconds, utc: moment.microseconds) else { return better }
    var known = better
    known.microseconds = better.isUTC ? better.microseconds + Int64(offset) * 60_000_000 : better.microseconds
    known.utcOffset = offset
    known.isUTC = false
    return known
  }
}
