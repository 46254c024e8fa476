import Files
import Kernel
import Languages

/// The user's language choice for an app on this device, stored as a tag in a small file next to
/// the user's packs.
struct SavedLanguageChoice: Sendable {
    let folder: String

    /// The language, or `nil` if none was chosen or the file is unreadable.
    var language: Language? {
        guard let bytes = try? file().read() else { return nil }
        return Language(String(decoding: bytes, as: UTF8.self).trimmed())
    }

    /// Saves a language. `nil` deletes the choice.
    func save(_ language: Language?) throws { try file().replace(Array(((language?.tag ?? "") + "\n").utf8)) }

    private func file() throws -> SmallFile {
        guard !folder.isEmpty else {
            throw Failure(
                .languageUnkept, "There is no folder in which to save this.",
                advice: "Set the variable HOME, or give --data DIR.", kind: .usage)
        }
        return SmallFile("\(folder)/choice", limit: 64)
    }
}

extension LanguageCatalog {
    /// Creates a catalog of the program's languages and those in the app's `languages` folder.
    package static func at(_ folders: (String) -> String) -> LanguageCatalog {
        let folder = folders("languages")
        let choice = SavedLanguageChoice(folder: folder)
        let userPacks = UserLanguagePacks(folder: folder)
        return LanguageCatalog(
            tags: BundledLanguages.tags, savedLanguage: { choice.language }, save: choice.save,
            bundled: BundledLanguages.table,
            userPack: userPacks.pack)
    }
}
