// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Album

/// Items of the trash, named one by one or all together.
struct TrashSelection {
  /// Empty for all.
  private let named: [Int64]

  init(_ invocation: Invocation, all: OptionSpec) throws(Failure) {
    named = try invocation.ids()
    if invocation.isSet(all), !named.isEmpty { throw .usage("ids and '--\(all.name)' do not go together") }
    if !invocation.isSet(all), named.isEmpty {
      throw .usage("which items? Name their ids, or use '--\(all.name)'; 'agony list --trash' shows them")
    }
  }

  func ids(in album: Album) throws(Failure) -> [Int64] {
    if !named.isEmpty { return named }
    do { return try album.trashedIDs() } catch { throw Failure(error) }
  }
}
