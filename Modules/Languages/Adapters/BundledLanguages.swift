import Languages
import LanguagesData

/// The sentences that were compiled into the program.
public enum BundledLanguages {
    /// The tags of the languages, in order: `es`, `fr`, `ko`.
    public static var tags: [String] { table.map { String(String(cString: $0.path).prefix { $0 != "." }) } }

    /// The file of a language; nil where there is none. Copied, not read.
    public static func pack(_ language: Language) -> [UInt8]? {
        table.first { String(cString: $0.path) == "\(language.tag).strings" }
            .map { Array(UnsafeBufferPointer(start: $0.bytes, count: $0.size)) }
    }

    private static var table: UnsafeBufferPointer<languages_file> {
        UnsafeBufferPointer(start: languages_file_table(), count: languages_file_count)
    }
}
