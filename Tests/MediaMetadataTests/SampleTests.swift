// Agony
// SPDX-License-Identifier: Apache-2.0

import MediaMetadata
import Testing

/// Real files against exiftool: `AGONY_SAMPLES=<folder>`.
@Suite("Real files", .enabled(if: environment("AGONY_SAMPLES") != nil, "AGONY_SAMPLES is not set"))
struct SampleTests {
  /// Where exiftool says otherwise, and why that is right here.
  private static let exceptions: [(file: String, field: String, reason: String)] = [
    ("truncated.heic", "size", "a clean aperture cuts the coded 64 × 64 to 16 × 16; exiftool tells the coded size"),
    ("L_8__29x100.heif", "size", "a clean aperture cuts the coded width of 64 to 29"),
    ("L_10__29x100.heif", "size", "a clean aperture cuts the coded width of 64 to 29"),
    ("L_12__29x100.heif", "size", "a clean aperture cuts the coded width of 64 to 29"),
    ("RGB_8_chroma444.heif", "size", "a clean aperture cuts the coded width of 64 to 29"),
    ("long_description.jpg", "date", "photoshop:DateCreated is the photo's, xmp:CreateDate the file's"),
    ("Reconyx_HC500_Hyperfire.jpg", "date", "only in the maker's note of a camera trap"),
    ("olympus-d320l.jpg", "date", "only in a text segment of a camera of 1998"),
    ("sony-powershota5.jpg", "date", "only in Canon's CIFF, left behind by 2001"),
    ("uuid540.mp4", "date", "exiftool prints XMP's time without seconds as it stands"),
  ]

  private struct Oracle {
    var size: String
    var orientation: String
    var rotation: String
    var dates: [String]
  }

  @Test("Dates, sizes and orientations are those of exiftool, but for the exceptions listed")
  func agreement() throws {
    let folder = SampleFolder(environment("AGONY_SAMPLES") ?? "")
    let oracle = oracle(environment("AGONY_SAMPLES") ?? "")
    try #require(!oracle.isEmpty, "exiftool must be there")
    var agreed = ["size": 0, "orientation": 0, "date": 0]
    var told = agreed
    for path in folder.paths {
      guard let expected = oracle[path] else { continue }
      let facts = MediaMetadata.read(ArraySource(SampleFolder.bytes(of: path)))
      guard facts.format != nil else { continue }
      let size = facts.width.flatMap { w in facts.height.map { "\(w) \($0)" } } ?? "-"
      let date = civil(facts.capture?.microseconds) ?? "-"
      let dates = expected.dates.filter { $0 != "-" }
      // Films: exiftool tells a turn in degrees; pictures: what EXIF says.
      let turned = ["90": 6, "180": 3, "270": 8][expected.rotation] ?? 1
      let orientation =
        facts.format?.isFilm == true
        ? turned : Int(expected.orientation).flatMap { (1...8).contains($0) ? $0 : nil } ?? 1
      let checks = [
        ("size", expected.size != "-", size == expected.size, "\(size) for \(expected.size)"),
        ("orientation", true, facts.orientation == orientation, "\(facts.orientation) for \(orientation)"),
        ("date", !dates.isEmpty, dates.contains { Self.same($0, date) }, "\(date) for \(dates)"),
      ]
      for (field, isTold, isEqual, difference) in checks where isTold {
        told[field, default: 0] += 1
        if isEqual { agreed[field, default: 0] += 1 }
        let isException = Self.exceptions.contains { path.hasSuffix("/" + $0.file) && $0.field == field }
        #expect(isEqual || isException, "\(path): \(field) \(difference)")
      }
    }
    for (field, count) in told.sorted(by: { $0.key < $1.key }) {
      print("\(field): \(agreed[field] ?? 0) of \(count) as exiftool")
    }
  }

  private static func same(_ exiftool: String, _ ours: String) -> Bool {
    exiftool.prefix(19).filter(\.isNumber) == ours.filter(\.isNumber)
  }

  /// The first of exiftool's dates that is there is the one to be met; a film's header is listed last.
  private func oracle(_ folder: String) -> [String: Oracle] {
    let fields = [
      "Directory", "FileName", "ImageSize", "Orientation", "Rotation", "DateTimeOriginal", "CreationDate", "CreateDate",
    ]
    let output = SampleFolder.output(of: ["exiftool", "-n", "-T", "-r", "-q"] + fields.map { "-" + $0 } + [folder])
    var found: [String: Oracle] = [:]
    for line in output.split(separator: "\n") {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard columns.count == fields.count else { continue }
      let date = columns[5...].first { $0 != "-" && !$0.hasPrefix("0000") && $0.contains(where: \.isNumber) }
      found[columns[0] + "/" + columns[1]] = Oracle(
        size: columns[2], orientation: columns[3], rotation: columns[4], dates: date.map { [$0] } ?? [])
    }
    return found
  }
}
