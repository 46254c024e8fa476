import Content
import Interface
import Kernel
import Learning
import Practice

/// The commands for single words: `study leeches`, `study note`, `study suspend` and `study
/// bring-back`.
struct WordCommands {
    let flashcards: @Sendable () throws -> Flashcards

    var commands: [Command] { [leeches, note, suspend, bringBack] }

    // MARK: - Leeches

    static let leechFields: [Field<Leech>] = [
        Field("id", "the card: its term and its direction") { .text($0.card.name) },
        Field("term", title: "Term", "the term's id") { .text($0.term.id) },
        Field("english", title: "English", "the English") { .text($0.term.english) },
        Field("hangul", title: "Hangul", "the hangul") { .text($0.term.hangul) },
        Field("romanization", "the romanisation") { .text($0.term.romanization) },
        Field("direction", title: "Direction", "ko-en or en-ko") { .text($0.card.direction.rawValue) },
        Field("missed", title: "Missed", "on how many days you missed it", alignsRight: true) { .integer($0.misses) },
        Field(
            "setAside", title: "Set aside", "whether it is set aside and not asked",
            cell: { StyledText($0.isSetAside ? "yes" : "") }
        ) {
            .bool($0.isSetAside)
        },
        Field("parts", "what the word is made of") { .texts($0.parts.map { "\($0.hangul) \($0.meaning)" }) },
        Field("twin", "the id of the word that you confuse it with, or null") { .text($0.twin?.term.id) },
        Field("twinAnswers", "how often you answered that word instead; 0 if it is only the most similar") {
            .integer($0.twin?.times ?? 0)
        },
        Field("note", "your own note, or null") { .text($0.note) },
    ]

    private var leeches: Command {
        Command(
            "study leeches", "Show the cards that you often miss, and what may help",
            discussion: """
                A card that you missed on eight days and that is still in box 3 or below is called a leech: asking it once more will not help. Look at \
                its parts, compare it with the word that you confuse it with, write your own note, or set it aside for a while. Cards that you have set \
                aside are listed too.

                The word that you confuse it with is the one that you answered instead most often in tests. Until there is one, it is the most similar word that you \
                have met.
                """,
            examples: [.init("study leeches", "what you often miss")], returns: .list(WordCommands.leechFields)
        ) {
            let flashcards = try flashcards()
            let leeches = try flashcards.leeches()
            let help = leeches.prefix(WordCommands.maximumExplained)
                .flatMap { WordCommands.helpBlocks($0, flashcards) }
            return .list(
                leeches, WordCommands.leechFields, heading: "Often missed",
                empty: "No card is often missed: none was missed on \(ItemMemory.leechMisses) days.", footer: help,
                next: leeches.first.map { ["study note \($0.term.id) TEXT", "study suspend \($0.term.id)"] } ?? [
                    "study"
                ])
        }
    }

    /// The maximum number of leeches that are explained below the table.
    private static let maximumExplained = 5

    /// Returns the learning aids of a leech: the note, the parts and the confused word.
    private static func helpBlocks(_ leech: Leech, _ flashcards: Flashcards) -> [Block] {
        let note = leech.note.map { [Block.paragraph(StyledText("Your note: ", .muted) + StyledText($0))] } ?? []
        let blocks =
            note + CardSides.parts(leech.term, flashcards)
            + (leech.twin.map { CardSides.comparison(leech.term, $0) } ?? [])
        return blocks.isEmpty
            ? [] : [.gap, .heading(StyledText("\(leech.term.english), \(leech.term.korean)"))] + blocks
    }

    // MARK: - One word

    private var word: ValueKind<Term> { .word(flashcards) }

    private static let direction = Parameter<Direction?>.option(
        "direction", ValueKind<Direction>.choice("DIRECTION"), shown: "both", "only one direction of it")

    static let wordSettingsFields: [Field<WordSettings>] = [
        Field("term", title: "Term", "the term's id") { .text($0.term) },
        Field("note", title: "Note", "your own note, or null") { .text($0.note) },
        Field("setAside", title: "Set aside", "the directions that are set aside") { care in
            .texts(Direction.allCases.filter(care.setAside.contains).map(\.rawValue))
        },
    ]

    private var note: Command {
        Command(
            "study note", "Write your own note on a word; it shows on the back of its cards",
            discussion: """
                A mental picture, a sentence, your club's wording: anything that helps you remember. Without a text an editor opens; --remove takes \
                the note away.
                """,
            examples: [
                .init("study note walking-stance \"as long as one and a half shoulders\"", "a note on one word"),
                .init("study note walking-stance --remove", "remove it again"),
            ],
            .argument("word", word, "the word"),
            .rest("text", .text("TEXT"), isRequired: false, "the note"), .flag("remove", "take the note away"),
            returns: .one(WordCommands.wordSettingsFields), changes: true
        ) { term, words, isRemoved in
            let flashcards = try flashcards()
            if isRemoved { return try saveNote(nil, on: term, flashcards) }
            guard words.isEmpty else { return try saveNote(words.joined(separator: " "), on: term, flashcards) }
            let oldNote = try flashcards.wordSettings(of: term.id)?.note ?? ""
            return Output(
                continuation: .edit(text: oldNote.isEmpty ? "" : oldNote + "\n", fileName: "note-\(term.id).txt") {
                    saved in
                    guard let saved else {
                        return Output(notice: "The note on “\(term.english)” stays as it is.", next: ["study"])
                    }
                    return try saveNote(saved, on: term, flashcards)
                })
        }
    }

    /// Saves or deletes the learner's note on a word.
    @Sendable private func saveNote(_ text: String?, on term: Term, _ flashcards: Flashcards) throws -> Output {
        let settings = try flashcards.annotate(text, on: term)
        let notice = text == nil ? "The note on “\(term.english)” is deleted." : "Saved your note on “\(term.english)”."
        return .changed(notice, settings, WordCommands.wordSettingsFields, next: ["study", "undo"])
    }

    private var suspend: Command {
        Command(
            "study suspend", "Set a word aside, so that it is not asked until you bring it back",
            discussion:
                "Your progress with it is kept. `study leeches` lists the words that are set aside; `study bring-back` asks a word again.",
            examples: [.init("study suspend walking-stance", "not asked for a while")],
            .argument("word", word, "the word"), WordCommands.direction, returns: .one(WordCommands.wordSettingsFields),
            changes: true
        ) { term, direction in
            let settings = try flashcards().setAside(term, direction.map { [$0] } ?? Direction.allCases)
            return .changed(
                "“\(term.english)” is set aside\(WordCommands.directionText(direction)).", settings,
                WordCommands.wordSettingsFields,
                next: ["study bring-back \(term.id)", "study"])
        }
    }

    private var bringBack: Command {
        Command(
            "study bring-back", "Bring back a word that was set aside",
            examples: [.init("study bring-back walking-stance", "asked again when it is due")],
            .argument("word", word, "the word"), WordCommands.direction, returns: .one(WordCommands.wordSettingsFields),
            changes: true
        ) { term, direction in
            let settings = try flashcards().bringBack(term, direction.map { [$0] } ?? Direction.allCases)
            return .changed(
                "“\(term.english)” is asked again\(WordCommands.directionText(direction)) when it is due.", settings,
                WordCommands.wordSettingsFields, next: ["study", "due"])
        }
    }

    /// Returns the only direction as the end of a phrase, or an empty string for both.
    private static func directionText(_ direction: Direction?) -> String {
        switch direction {
        case .koreanToEnglish: " from Korean to English"
        case .englishToKorean: " from English to Korean"
        case nil: ""
        }
    }
}
