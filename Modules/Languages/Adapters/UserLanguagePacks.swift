import Files
import Languages

/// A folder of user-provided sentences, with one file per language: `languages/es.strings`. They
/// override the bundled ones.
package struct UserLanguagePacks: Sendable {
    private let folder: String

    package init(folder: String) { self.folder = folder }

    /// Returns the parsed file of a language, or `nil` if it is missing. A special or oversized
    /// file is a finding.
    package func pack(_ language: Language) -> LanguagePack? {
        let name = "\(language.tag).strings"
        guard !folder.isEmpty, let openFolder = try? Folder.open(folder, [], making: false),
            openFolder.metadata(of: name) != nil
        else { return nil }
        let pack = LanguagePack((try? openFolder.read(name, limit: LanguagePack.maximumBytes)) ?? [])
        return pack.tag == language.tag ? pack : LanguagePack([])
    }
}

extension Translator {
    /// Creates a translator for the requested language, else the saved choice, else the language of
    /// the environment.
    ///
    /// - Parameter folder: the folder of the user's own sentences, if any.
    package init(_ requested: Language?, _ variables: [String: String], userPacksIn folder: String) {
        self.init(
            FoundLanguage(requested, variables, savedLanguage: { SavedLanguageChoice(folder: folder).language })
                .language,
            userPacks: UserLanguagePacks(folder: folder))
    }

    /// Creates a translator from the bundled and user-provided sentences. A language without
    /// sentences gives English.
    package init(_ language: Language, userPacks: UserLanguagePacks) {
        let bundled = language == .english ? nil : BundledLanguages.table(language)
        guard language != .english, bundled != nil || userPacks.pack(language) != nil else {
            self = .english
            return
        }
        self.init(
            language, tables: { [userPacks.pack(language).map { StringsTable($0.bytes) }, bundled].compactMap { $0 } },
            isMachineMade: bundled != nil)
    }
}
