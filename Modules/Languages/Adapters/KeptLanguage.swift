import Files
import Kernel
import Languages

/// The language that a person chose for an app on this device: its tag in a small file beside the packs that they brought.
struct KeptLanguage: Sendable {
    let folder: String

    /// The language; nil where none was chosen, or nothing of the file can be read.
    var language: Language? {
        guard let bytes = try? file().read() else { return nil }
        return Language(String(decoding: bytes, as: UTF8.self).trimmed())
    }

    /// Keeps a language; nil forgets what was chosen.
    func keep(_ language: Language?) throws { try file().replace(Array(((language?.tag ?? "") + "\n").utf8)) }

    private func file() throws -> SmallFile {
        guard !folder.isEmpty else {
            throw Failure(
                .languageUnkept, "There is no folder in which to save this.",
                advice: "Set the variable HOME, or give --data DIR.",
                kind: .usage)
        }
        return SmallFile("\(folder)/choice", limit: 64)
    }
}

extension LanguageStock {
    /// The languages of the program, and what lies in the folder `languages` of an app.
    public static func at(_ folders: (String) -> String) -> LanguageStock {
        let folder = folders("languages")
        let (kept, brought) = (KeptLanguage(folder: folder), BroughtLanguages(folder: folder))
        return LanguageStock(
            tags: BundledLanguages.tags, kept: { kept.language }, keep: kept.keep, bundled: BundledLanguages.table,
            own: brought.pack)
    }
}
