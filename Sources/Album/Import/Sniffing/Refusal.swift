// Agony
// SPDX-License-Identifier: Apache-2.0

/// What a file is that is neither photo nor film. The raw value is a stable word for scripts.
package enum Refusal: String, Sendable, CaseIterable {
  case svg, html, xml, json, pdf, zip, archive, executable, script, psd, audio, database, text, zeros, unknown
  case appleDouble = "apple-double"

  /// A fragment of a sentence, to stand after "not a photo or film:".
  package var explanation: String {
    switch self {
    case .svg: "an SVG drawing, which can hold programs"
    case .html: "a web page, perhaps a log-in page saved in place of a photo"
    case .xml: "an XML document"
    case .json: "a JSON document"
    case .pdf: "a PDF document"
    case .zip: "a ZIP archive or an office document"
    case .archive: "an archive or compressed file"
    case .executable: "a program"
    case .script: "a script"
    case .psd: "a Photoshop document"
    case .audio: "a sound recording"
    case .database: "a database"
    case .text: "a text"
    case .zeros: "nothing but zero bytes, as of a copy that never arrived"
    case .appleDouble: "a companion file of macOS without the picture"
    case .unknown: "its first bytes are of no known kind"
    }
  }
}
