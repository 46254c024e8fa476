import Interface
import Kernel
import Languages

/// The command `language`, which shows the app's language, its source and its coverage. With a tag,
/// it saves the language.
struct LanguageCommand: Sendable {
    let catalog: LanguageCatalog
    let requestedLanguage: Language?
    let variables: [String: String]
    /// Whether `--dry-run` forbids writing.
    let isDryRun: Bool

    /// The output about a language.
    struct Answer: Sendable {
        let found: FoundLanguage
        let name: String
        let bundled: Int
        let own: Int

        var isMachineMade: Bool { bundled > 0 }

        static let fields: [Field<Answer>] = [
            Field("language", title: "Language", "its tag") { .text($0.found.language.tag) },
            Field("name", title: "Name", "what it calls itself") { .text($0.name) },
            Field(
                "source", title: "Chosen by", "what says which language it is",
                cell: { StyledText(declared: $0.found.source.rawValue) }
            ) { .text($0.found.source.rawValue) },
            Field("sentences", title: "Sentences", "how many the program has in it; 0 for English, which is written so")
            {
                .integer($0.bundled)
            },
            Field("own", title: "Your own", "how many your file languages/TAG.strings has") { .integer($0.own) },
            Field(
                "machineMade", title: "Translated by",
                "whether a machine translated it and nobody who speaks it has read it",
                cell: { $0.isMachineMade ? "a machine; nobody who speaks it has read it yet" : "nobody" }
            ) { .bool($0.isMachineMade) },
        ]
    }

    var command: Command {
        Command(
            "language", "Show or choose the language of the app",
            discussion: """
                Your choice is kept, for this app on this device; `language system` forgets it. --language comes before it. Behind it come the variable \
                COMMONPLACE_LANGUAGE, which is for all apps, and the language of the system (LC_ALL, LC_MESSAGES, LANG).

                There are en, es, fr and ko. A file of your own in the folder languages of the app's data adds or replaces sentences.
                """,
            examples: [
                .init("language", "which it is, and who says so"), .init("language es", "Spanish from now on"),
                .init("language system", "as the system says"),
            ],
            .optionalArgument("tag", Self.tag, "a language, as en, es, fr or ko; system for the one of the system"),
            returns: .one(Answer.fields), changes: true
        ) { choice in
            guard let choice else {
                return .one(
                    answer(FoundLanguage(requestedLanguage, variables, savedLanguage: catalog.savedLanguage)),
                    Answer.fields,
                    next: next)
            }
            if let language = choice.language, language != .english, count(language) == (0, 0) {
                throw Failure(
                    .noSuchLanguage, "There are no sentences in “\(language.tag)”.",
                    advice:
                        "Choose from en, \(catalog.tags.joined(separator: ", ")), or bring a file languages/\(language.tag).strings.",
                    kind: .usage)
            }
            if !isDryRun { try catalog.save(choice.language) }
            let newLanguage = FoundLanguage(nil, variables) { choice.language }
            let notice =
                choice.language.map { "The language is now \(name(of: $0))." }
                ?? "The language is now the one of the system."
            return .changed(notice, answer(newLanguage), Answer.fields, next: ["language"])
        }
    }

    /// The choice of a language, or of none.
    struct Choice: Sendable {
        let language: Language?
    }

    private static let tag = ValueKind<Choice>(
        "TAG", values: "en, es, fr, ko, system", candidates: { _ in ["en", "es", "fr", "ko", "system"] }
    ) {
        word, _ in
        if word == "system" { return Choice(language: nil) }
        guard let language = Language(word) else {
            throw Failure(.noSuchLanguage, "“\(word)” is not a language; write it as in es or ko_KR.", kind: .usage)
        }
        return Choice(language: language)
    }

    private var next: [String] { ["language es", "language system"] }

    /// Returns the number of sentences in the program and in the user's own file.
    private func count(_ language: Language) -> (bundled: Int, own: Int) {
        (
            catalog.bundled(language)?.count ?? 0, catalog.userPack(language)?.entries.count ?? 0
        )
    }

    /// Returns the name of a language in that language, such as `español`.
    private func name(of language: Language) -> String {
        let bundled = catalog.bundled(language)?.name
        return language == .english ? "English" : bundled ?? catalog.userPack(language)?.name ?? language.tag
    }

    private func answer(_ found: FoundLanguage) -> Answer {
        let (bundled, own) = count(found.language)
        return Answer(found: found, name: name(of: found.language), bundled: bundled, own: own)
    }
}
