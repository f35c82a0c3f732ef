// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Album
internal import Vault

/// The report at the end of a check.
struct VerifySummary {
  let report: VerifyReport
  let seconds: Double
  let slotsAreWhole: Bool
  let publicBlockIsWhole: Bool

  /// Damage that lost nothing: there is a sound copy.
  private var redundantDamage: Int {
    report.pages.damagedCopyCount + report.pages.damagedRootSlotCount + report.pages.freeMapDifferenceCount
  }

  private var isLost: Bool { !report.damagedItems.isEmpty || report.indexProblems > 0 }
  var isSound: Bool {
    !isLost && (redundantDamage + report.damagedPictures == 0 || report.repaired) && slotsAreWhole && publicBlockIsWhole
      && !report.wasCancelled
  }

  var exitCode: ExitCode {
    if isLost { return .unusable }
    if report.wasCancelled { return Signals.exitCode }
    return isSound ? .done : .unusable
  }

  func write(_ writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("ok", isSound)
      writer.field("items", report.items)
      writer.field("bytes", report.byteCount)
      writer.field("seconds", seconds)
      writer.key("damaged")
      writer.array { writer in
        for item in report.damagedItems {
          writer.object { writer in
            writer.field("id", String(item.id))
            writer.field("name", item.name)
          }
        }
      }
      writer.field("damaged_pictures", report.damagedPictures)
      writer.field("index_problems", report.indexProblems)
      writer.field("pages", report.pages.pageCount)
      writer.field("damaged_copies", report.pages.damagedCopyCount)
      writer.field("damaged_root_slots", report.pages.damagedRootSlotCount)
      writer.field("key_slots_whole", slotsAreWhole)
      writer.field("public_block_whole", publicBlockIsWhole)
      writer.field("free_map_differences", report.pages.freeMapDifferenceCount)
      writer.field("repaired", report.repaired)
      writer.field("stopped", report.wasCancelled)
    }
  }

  var text: String {
    let amount = "\(report.items == 1 ? "1 item" : "\(report.items) items"), \(ByteSize.describe(report.byteCount))"
    var lines: [String] = []
    if report.wasCancelled { lines.append("Stopped before the end.") }
    if !report.damagedItems.isEmpty {
      let items = Set(report.damagedItems.map(\.id)).count
      lines.append(
        items == report.items
          ? "Damaged: everything there is (\(amount))." : "\(items) damaged; the rest is whole (\(amount)).")
    }
    if report.indexProblems > 0 { lines.append("The index has \(report.indexProblems) problems; export what you can.") }
    if report.damagedPictures > 0 {
      let what = report.damagedPictures == 1 ? "1 small picture is" : "\(report.damagedPictures) small pictures are"
      lines.append(
        "\(what) damaged; no original is concerned. "
          + (report.repaired
            ? "'agony analyse' makes them anew." : "'agony verify --repair' and 'agony analyse' make them anew."))
    }
    if redundantDamage > 0 {
      lines.append(
        report.repaired
          ? "\(redundantDamage) damaged copies were written anew; nothing was lost."
          : "\(redundantDamage) copies are damaged, but nothing is lost; 'agony verify --repair' writes them anew.")
    }
    if !slotsAreWhole { lines.append("Not all key slots open; 'agony passwd --finish' mends them.") }
    if !publicBlockIsWhole {
      lines.append(
        "The two copies of the public block differ: an enlargement was interrupted, or one is damaged; 'agony verify --repair' writes it anew."
      )
    }
    if isSound { lines.append("All is well: \(amount), in \(PlainDuration.describe(seconds: seconds)).") }
    return lines.joined(separator: "\n")
  }
}
