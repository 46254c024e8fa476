import Languages
import LanguagesData

/// The sentences that were compiled into the program.
package enum BundledLanguages {
    /// The tags of the languages, in order: `es`, `fr`, `ko`.
    package static var tags: [String] { packs.map { String(cString: $0.tag) } }

    /// Returns the sentences of a language in place, without copying or reading them, or `nil` for
    /// a language without a pack.
    package static func table(_ language: Language) -> StringsTable? {
        packs.first { String(cString: $0.tag) == language.tag }.map {
            StringsTable(
                bytes: UnsafeRawBufferPointer(start: $0.bytes, count: $0.size),
                order: UnsafeBufferPointer(start: $0.order, count: $0.count))
        }
    }

    private static var packs: UnsafeBufferPointer<languages_pack> {
        UnsafeBufferPointer(start: languages_pack_table(), count: languages_pack_count)
    }
}
