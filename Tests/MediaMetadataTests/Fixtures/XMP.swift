// Agony
// SPDX-License-Identifier: Apache-2.0

/// Builds XMP packets.
enum XMP {
  static let names = """
    xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" \
    xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" \
    xmlns:G="http://ns.google.com/photos/1.0/camera/" xmlns:C="http://ns.google.com/photos/1.0/container/" \
    xmlns:I="http://ns.google.com/photos/1.0/container/item/"
    """

  static func packet(_ attributes: String = "", _ elements: String = "") -> String {
    """
    <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
    <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description \(names) \(attributes)>\(elements)</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>
    """
  }

  /// Google's list of what is in the file: a picture, then a film of that many bytes.
  static func container(filmByteCount: Int) -> String {
    packet(
      #"G:MotionPhoto="1""#,
      """
      <C:Directory><rdf:Seq>
      <rdf:li rdf:parseType="Resource"><C:Item I:Mime="image/jpeg" I:Semantic="Primary" I:Length="0" I:Padding="0"/></rdf:li>
      <rdf:li rdf:parseType="Resource"><C:Item I:Mime="video/mp4" I:Semantic="MotionPhoto" I:Length="\(filmByteCount)"/></rdf:li>
      </rdf:Seq></C:Directory>
      """)
  }
}
