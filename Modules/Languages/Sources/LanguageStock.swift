/// What there is of languages on a device, and which one was chosen for good: the port that adapters fill.
public struct LanguageStock: Sendable {
    /// The tags of the languages that came with the program.
    public let tags: [String]
    /// The language that was chosen for the app; nil for none.
    public let kept: @Sendable () -> Language?
    /// Keeps a choice; nil forgets it.
    public let keep: @Sendable (Language?) throws -> Void
    /// What came with the program in a language.
    public let bundled: @Sendable (Language) -> StringsTable?
    /// What the person brought.
    public let own: @Sendable (Language) -> LanguagePack?

    /// What there is, from functions.
    public init(
        tags: [String], kept: @escaping @Sendable () -> Language?, keep: @escaping @Sendable (Language?) throws -> Void,
        bundled: @escaping @Sendable (Language) -> StringsTable?, own: @escaping @Sendable (Language) -> LanguagePack?
    ) {
        (self.tags, self.kept, self.keep, self.bundled, self.own) = (tags, kept, keep, bundled, own)
    }
}

/// The language of whoever reads, and who says so.
public struct FoundLanguage: Sendable {
    /// Who says which language it is, the first that says it.
    public enum Source: String, Sendable {
        /// `--language`.
        case option = "the option --language"
        /// `language es`.
        case setting = "your choice for this app"
        /// `COMMONPLACE_LANGUAGE`, for all apps.
        case variable = "the variable COMMONPLACE_LANGUAGE"
        /// `LC_ALL`, `LC_MESSAGES`, `LANG`.
        case locale = "the language of the system"
    }

    /// What is spoken.
    public let language: Language
    /// Who says so.
    public let source: Source

    /// - Parameters:
    ///   - asked: by the option.
    ///   - variables: those of the process.
    ///   - kept: what was chosen for the app.
    public init(_ asked: Language?, _ variables: [String: String], kept: () -> Language?) {
        if let asked {
            (language, source) = (asked, .option)
        } else if let chosen = kept() {
            (language, source) = (chosen, .setting)
        } else if let all = variables["COMMONPLACE_LANGUAGE"].flatMap(Language.init) {
            (language, source) = (all, .variable)
        } else {
            (language, source) = (Language(variables: variables), .locale)
        }
    }
}
