import Content
import Interface
import Kernel

/// The dependencies of own words other than the library: their owner, and the reader and writer of
/// Anki packages.
package struct OwnWordServices: Sendable {
    let words: @Sendable () throws -> OwnWords
    let packages: AnkiPackages

    /// - Parameter words: the words of the user at the terminal.
    package init(words: @escaping @Sendable () throws -> OwnWords, packages: AnkiPackages) {
        self.words = words
        self.packages = packages
    }
}

/// The commands `term add`, `term edit` and `term delete`.
struct OwnWordCommands: Sendable {
    let services: OwnWordServices
    let syllabus: @Sendable () throws -> Syllabus
    let parts: WordParts

    var commands: [Command] { [add, edit, delete] }

    private var add: Command {
        Command(
            "term add", "Add a word of your own",
            discussion: """
                It is learned, found and asked like any other word. Give its hangul, its romanisation, or both. Without --belt it belongs to your own \
                grade. Words belong to the active profile.
                """,
            examples: [
                .init(
                    "term add \"elbow guard\" --hangul \"팔굽 막기\" --romanization \"palkup makgi\"", "with both spellings"
                ),
                .init("term add \"wall bars\" --hangul 늑목 --belt 9k --note \"at the back of our hall\"", "with a note"),
            ],
            .argument("english", .text, "the English"), parts.wordFields, parts.meaning, returns: .one(Term.fields),
            changes: true
        ) { english, setFields, meaning in
            var draft = WordDraft(english: english)
            setFields(&draft)
            draft.wording = meaning ?? ""
            let (word, doubts) = try services.words().add(draft, grade: syllabus().grade)
            var term = word.term
            term.wording = meaning ?? ""
            return OwnWordCommands.changedOutput("Added “\(word.english)” (\(word.id)).", term, doubts)
        }
    }

    private var edit: Command {
        Command(
            "term edit", "Change a word of your own, or word any term in your own way",
            discussion: """
                --meaning is your own wording of what a term means, such as the sentence that your examiner wants. It shows beside the English, counts \
                as a right answer, and works for every term. Everything else can only be changed in your own words.
                """,
            examples: [
                .init("term edit walking-stance --meaning \"the stance of walking\"", "your own wording of it"),
                .init("term edit walking-stance --clear meaning", "without your own wording again"),
                .init("term edit \"knee guard\" --note \"thigh level\" --belt 8k", "a word of your own"),
            ],
            .argument("word", parts.word, "a term's id, or its name in any script"),
            .option("english", .text, "the English"), parts.wordFields, parts.meaning,
            Parameter<[ClearableField]>.options("clear", .choice("FIELD"), "empty a field; may be repeated"),
            returns: .one(Term.fields), changes: true
        ) { word, english, setFields, meaning, clearedFields in
            guard meaning == nil || !clearedFields.contains(.meaning) else {
                throw Failure(.contradiction, "--meaning and --clear meaning contradict each other.", kind: .usage)
            }
            let term = try parts.term(word, in: parts.library())
            var draft = WordDraft()
            setFields(&draft)
            let changesWord = english != nil || draft != WordDraft() || clearedFields.contains { $0 != .meaning }
            guard changesWord || meaning != nil || !clearedFields.isEmpty else {
                throw Failure(
                    .nothingToChange, "There is nothing to change.", advice: "For example --meaning TEXT.", kind: .usage
                )
            }
            guard !changesWord || term.id.hasPrefix(OwnWord.prefix) else {
                throw Failure(
                    .noOwnWord, "“\(term.english)” is not one of your own words.",
                    advice:
                        "Of other words only the meaning can be yours: --meaning TEXT. `study note` keeps a note on them.",
                    kind: .usage)
            }
            let words = try services.words()
            var changed = term
            var doubts = [Finding]()
            if changesWord {
                let wording =
                    meaning.map(OwnWords.Wording.replaced) ?? (clearedFields.contains(.meaning) ? .removed : .kept)
                let (word, findings) = try words.change(Identifier(term.id), wording: wording) { old in
                    old.english = english ?? old.english
                    setFields(&old)
                    for field in clearedFields { field.clear(&old) }
                }
                changed = try words.library().term(word.id.rawValue) ?? word.term
                doubts = findings
            } else {
                changed = try words.setWording(meaning, for: changed)
            }
            return OwnWordCommands.changedOutput("Changed “\(changed.english)” (\(changed.id)).", changed, doubts)
        }
    }

    /// A field that the user may clear.
    private enum ClearableField: String, CaseIterable, Sendable {
        case hangul, romanization, note, meaning

        func clear(_ draft: inout WordDraft) {
            switch self {
            case .hangul: draft.hangul = ""
            case .romanization: draft.romanization = ""
            case .note: draft.note = ""
            case .meaning: break
            }
        }
    }

    private var delete: Command {
        Command(
            "term delete", "Delete a word of your own",
            discussion: "Asks first. `undo` brings it back. Your progress with it is kept, in case you add it again.",
            examples: [.init("term delete \"knee guard\" --yes", "without asking")],
            .argument("word", parts.word, "one of your own words"), returns: .one(Term.fields), changes: true
        ) { word in
            let term = try parts.term(word, in: parts.library())
            guard term.id.hasPrefix(OwnWord.prefix) else {
                throw Failure(
                    .noOwnWord, "“\(term.english)” is not one of your own words and cannot be deleted.",
                    advice: "`study suspend \(term.id)` sets it aside.", kind: .usage)
            }
            return .confirm("Delete your word “\(term.english)”?") {
                let word = try services.words().delete(Identifier(term.id))
                return .changed(
                    "Deleted “\(word.english)” (\(word.id)).", word.term, Term.fields, next: ["terms --own", "undo"])
            }
        }
    }

    /// Returns the output after a change, with doubts about the word.
    private static func changedOutput(_ notice: String, _ term: Term, _ doubts: [Finding]) -> Output {
        var output = Output.changed(
            notice, term, Term.fields, next: ["term \(term.id)", "study --category \(term.category.rawValue)", "undo"])
        output.blocks = doubts.map { .paragraph(StyledText("\($0.sentence) \($0.advice)", .warning)) }
        return output
    }
}

/// The queries and parameters that several word commands share.
struct WordParts: Sendable {
    let library: @Sendable () throws -> Library

    /// The argument that names a word, resolved by `term` so that help reads no records.
    var word: ValueKind<String> {
        .text("TERM").completed { typed in (try? library().terms.map(\.id).filter { $0.hasPrefix(typed) }) ?? [] }
    }

    /// Returns a word by its id or its name in any script, preferring an own word among equal
    /// names.
    ///
    /// - Throws: `unknownTerm`.
    func term(_ typed: String, in library: Library) throws -> Term {
        if let term = library.term(typed) { return term }
        let ownDocuments = library.terms.filter { $0.id.hasPrefix(OwnWord.prefix) }.map(\.searchable)
        let id = Curriculum.resolve(typed, among: ownDocuments) ?? Curriculum.resolve(typed, among: library.searchables)
        guard let term = id.flatMap(library.term) else {
            throw Curriculum.unknown(
                .unknownTerm, "term", typed, among: library.searchables, advice: "`search` finds terms by their words.")
        }
        return term
    }

    /// Returns the words by their ids or names.
    ///
    /// - Throws: `unknownTerm`.
    func terms(_ typed: [String]) throws -> [Term] {
        guard !typed.isEmpty else { return [] }
        let library = try library()
        return try typed.map { try term($0, in: library) }
    }

    var grade: ValueKind<Grade> {
        ValueKind(
            "GRADE", values: "10k … 1k, 1d …", candidates: { _ in (try? library().belts().belts.map(\.id)) ?? [] }
        ) {
            word, _ in try library().belts().belt(named: word).grade
        }
    }

    var category: ValueKind<Content.Category> {
        ValueKind<String>.choice(of: Content.Category.known.map(\.rawValue)).map(Content.Category.init(rawValue:))
    }

    /// The fields of a word other than its English.
    var wordFields: Parameter<@Sendable (inout WordDraft) -> Void> {
        .group(
            .option("hangul", .text, "the Korean, in hangul"), .option("romanization", .text, "the romanisation"),
            .option("belt", grade, shown: "your grade", "the grade at which it is learned"),
            .option("category", category, shown: "basics", "what it is about"),
            .option("note", .text("TEXT", limit: 2000), "a sentence or two")
        ) { (hangul: String?, romanization: String?, grade: Grade?, category: Content.Category?, note: String?) in
            { draft in
                if let hangul { draft.hangul = hangul }
                if let romanization { draft.romanization = romanization }
                if let grade { draft.grade = grade }
                if let category { draft.category = category }
                if let note { draft.note = note }
            }
        }
    }

    var meaning: Parameter<String?> { .option("meaning", .text, "your own wording of what it means") }
}
