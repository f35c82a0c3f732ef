// Agony
// SPDX-License-Identifier: Apache-2.0

/// A regular file that was found, not yet opened.
struct Source: Sendable {
  let folder: FolderHandle
  /// What `folder` knows it by; a whole path for one named by a person.
  let entry: [UInt8]
  /// As a person sees it: what was named, and the way from there.
  let path: [UInt8]
  /// The name it keeps in the album, without any folder.
  let name: [UInt8]
  let stamp: SourceStamp
  /// It was named by a person, through a symbolic link.
  let isLinked: Bool
}
