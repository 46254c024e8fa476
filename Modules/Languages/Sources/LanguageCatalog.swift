/// The port for a device's languages and the saved choice.
public struct LanguageCatalog: Sendable {
    /// The tags of the languages that come with the program.
    public let tags: [String]
    /// The saved language of the app, or `nil`.
    public let savedLanguage: @Sendable () -> Language?
    /// Saves a choice. `nil` deletes it.
    public let save: @Sendable (Language?) throws -> Void
    /// Returns the sentences of a language that come with the program, or `nil`.
    public let bundled: @Sendable (Language) -> StringsTable?
    /// Returns the user's own sentences of a language, or `nil`.
    public let userPack: @Sendable (Language) -> LanguagePack?

    public init(
        tags: [String], savedLanguage: @escaping @Sendable () -> Language?,
        save: @escaping @Sendable (Language?) throws -> Void,
        bundled: @escaping @Sendable (Language) -> StringsTable?,
        userPack: @escaping @Sendable (Language) -> LanguagePack?
    ) {
        self.tags = tags
        self.savedLanguage = savedLanguage
        self.save = save
        self.bundled = bundled
        self.userPack = userPack
    }

    /// Returns the entries of a user's pack whose keys the program does not have, such as sentences
    /// that were reworded since.
    ///
    /// A language that the program does not have is compared with the first one that it has.
    package func unknownEntries(of pack: LanguagePack, in language: Language) -> [LanguagePack.Entry] {
        guard let table = bundled(language) ?? tags.lazy.compactMap({ Language($0) }).compactMap(bundled).first else {
            return []
        }
        return pack.entries.filter { !table.contains($0.key) }
    }
}

/// The user's language and the source that determined it.
public struct FoundLanguage: Sendable {
    /// The sources of the language, in descending priority.
    public enum Source: String, Sendable {
        /// The option `--language`.
        case option = "the option --language"
        /// The choice saved with `language es`.
        case setting = "your choice for this app"
        /// The variable `COMMONPLACE_LANGUAGE`, for all apps.
        case variable = "the variable COMMONPLACE_LANGUAGE"
        /// The variables `LC_ALL`, `LC_MESSAGES` and `LANG`.
        case locale = "the language of the system"
    }

    public let language: Language
    public let source: Source

    /// Determines the language from its sources.
    ///
    /// - Parameters:
    ///   - requested: the language from the option.
    ///   - variables: the environment of the process.
    ///   - savedLanguage: the saved language of the app.
    public init(_ requested: Language?, _ variables: [String: String], savedLanguage: () -> Language?) {
        if let requested {
            language = requested
            source = .option
        } else if let chosen = savedLanguage() {
            language = chosen
            source = .setting
        } else if let variableLanguage = variables["COMMONPLACE_LANGUAGE"].flatMap(Language.init) {
            language = variableLanguage
            source = .variable
        } else {
            language = Language(variables: variables)
            source = .locale
        }
    }
}
