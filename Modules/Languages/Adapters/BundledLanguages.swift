import Languages
import LanguagesData

/// The sentences that were compiled into the program.
public enum BundledLanguages {
    /// The tags of the languages, in order: `es`, `fr`, `ko`.
    public static var tags: [String] { packs.map { String(cString: $0.tag) } }

    /// The sentences of a language, where they lie in the program; nil where there are none. Nothing is copied or read.
    public static func table(_ language: Language) -> StringsTable? {
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
