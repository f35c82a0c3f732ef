// Agony
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Album

@Suite("Bursts known by their names")
struct BurstNameTests {
  private func burst(_ name: String) -> String? { BurstName.burst(of: Array(name.utf8)) }

  @Test(
    "Shots of one burst have the same, those of another a different one",
    arguments: [
      ["00003IMG_00003_BURST20190102123456789_COVER.jpg", "00004IMG_00004_BURST20190102123456789.jpg"],
      ["IMG_20190102_123456_BURST003.jpg", "IMG_20190102_123456_BURST014.jpg"],
      ["PXL_20210102_123456789.BURST-02.jpg", "PXL_20210102_123456789.BURST-01.COVER.jpg"],
    ])
  func same(_ names: [String]) {
    let bursts = Set(names.map { burst($0) })
    #expect(bursts.count == 1 && !bursts.contains(nil))
    #expect(burst(names[0].replacing("2019", with: "2018").replacing("2021", with: "2020")) != bursts.first)
  }

  @Test(
    "Other names speak of none",
    arguments: ["", "BURST", "IMG_0001.JPG", "BURST01.jpg", "sunburst.jpg", "IMG_1_BURST1.jpg", "20190102_BURSTED.jpg"])
  func none(_ name: String) {
    #expect(burst(name) == nil)
  }
}
