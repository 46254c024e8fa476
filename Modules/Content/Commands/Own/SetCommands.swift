import Content
import Interface
import Kernel

/// The commands `set new`, `set add`, `set remove`, `set show`, `set list` and `set delete`.
struct SetCommands: Sendable {
    let services: OwnWordServices
    let parts: WordParts

    var commands: [Command] { [new, add, remove, show, list, delete] }

    private static let fields: [Field<OwnWords.ResolvedSet>] = [
        Field("name", title: "Name", "the name of the set") { .text($0.set.name) },
        Field("words", title: "Words", "how many words it has", alignsRight: true) { .integer($0.terms.count) },
        Field(
            "gone", title: "Gone", "the ids of words that are not there any more",
            cell: { StyledText($0.deletedIDs.isEmpty ? "" : "\($0.deletedIDs.count)") }
        ) { .texts($0.deletedIDs) },
        Field("terms", "the ids of its words") { .texts($0.terms.map(\.id)) },
    ]

    private var new: Command {
        Command(
            "set new", "Make a set of words",
            discussion:
                "A set is any words that you want to study together. `set study` asks them; their progress is the same as everywhere.",
            examples: [
                .init("set new \"Next grading\" walking-stance \"low block\"", "with two words"),
                .init("set new Commands --category commands", "with all words of a category"),
            ],
            .argument("name", .text, "a name"), .rest("words", parts.word, isRequired: false, "its words"),
            filteredTerms,
            returns: .one(Self.fields), changes: true
        ) { name, words, filteredTerms in
            let set = try services.words().makeSet(name, of: parts.terms(words) + filteredTerms())
            return try changedOutput("Made the set “\(set.name)” with \(counted(set.terms.count, "word")).", set)
        }
    }

    private var add: Command {
        Command(
            "set add", "Put words into a set",
            examples: [
                .init("set add Grading sitting-stance", "one word"),
                .init("set add Grading --belt 9k", "all words of a grade"),
            ],
            .argument("name", name, "the set"), .rest("words", parts.word, isRequired: false, "the words"),
            filteredTerms,
            returns: .one(Self.fields), changes: true
        ) { name, words, filteredTerms in
            let terms = try parts.terms(words) + filteredTerms()
            guard !terms.isEmpty else {
                throw Failure(
                    .nothingToChange, "No words are given.", advice: "For example: set add \(name) WORD.", kind: .usage)
            }
            let (set, count) = try services.words().add(terms, to: name)
            return try changedOutput(
                count == 0
                    ? "“\(set.name)” has these words already." : "Added \(counted(count, "word")) to “\(set.name)”.",
                set)
        }
    }

    private var remove: Command {
        Command(
            "set remove", "Take words out of a set", discussion: "Asks first. The words themselves stay.",
            examples: [
                .init("set remove Grading walking-stance --yes", "one word"),
                .init("set remove Grading --gone", "the words that are not there any more"),
            ],
            .argument("name", name, "the set"), .rest("words", .text, isRequired: false, "the words"),
            .flag("gone", "all words that are not there any more"), returns: .one(Self.fields), changes: true
        ) { name, words, isGone in
            let resolved = try services.words().resolvedSet(name)
            let ids = try words.map { try id($0, in: resolved) } + (isGone ? resolved.deletedIDs : [])
            guard !(ids.isEmpty && isGone) else {
                return .changed(
                    "Every word of “\(resolved.set.name)” is still there.", resolved, Self.fields,
                    next: ["set show \(resolved.set.name.shellWord)"])
            }
            guard !ids.isEmpty else {
                throw Failure(
                    .nothingToChange, "No words are given.", advice: "For example: set remove \(name) WORD.",
                    kind: .usage
                )
            }
            return .confirm("Take \(counted(ids.count, "word")) out of “\(resolved.set.name)”?") {
                let (set, count) = try services.words().remove(ids, from: name)
                return try changedOutput("Took \(counted(count, "word")) out of “\(set.name)”.", set)
            }
        }
    }

    private var show: Command {
        Command(
            "set show", "Show the words of a set", examples: [.init("set show Grading", "its words")],
            .argument("name", name, "the set"), returns: .list(Term.fields)
        ) { name in
            let resolved = try services.words().resolvedSet(name)
            return .list(
                resolved.terms, Term.fields,
                heading: StyledText("\(resolved.set.name), \(counted(resolved.terms.count, "word"))"),
                empty: "This set has no words.", footer: SetCommands.deletedWordsNotice(resolved),
                next: ["set study \(resolved.set.name.shellWord)"])
        }
    }

    private var list: Command {
        Command("set list", "List your sets", examples: [.init("set list", "all sets")], returns: .list(Self.fields)) {
            let words = try services.words()
            let library = try parts.library()
            let all = try words.sets().map { OwnWords.resolve($0, in: library) }
            return .list(
                all, Self.fields, heading: "Sets", empty: "You have no sets yet. Make one: set new NAME WORD",
                next: all.first.map { ["set study \($0.set.name.shellWord)"] } ?? ["set new NAME WORD"])
        }
    }

    private var delete: Command {
        Command(
            "set delete", "Delete a set; its words stay", discussion: "Asks first. `undo` brings it back.",
            examples: [.init("set delete Grading --yes", "without asking")],
            .argument("name", name, "the set"), returns: .one(Self.fields), changes: true
        ) { name in
            let resolved = try services.words().resolvedSet(name)
            return .confirm("Delete the set “\(resolved.set.name)”? Its words stay.") {
                _ = try services.words().deleteSet(name)
                return .changed(
                    "Deleted the set “\(resolved.set.name)”.", resolved, Self.fields, next: ["set list", "undo"])
            }
        }
    }

    // MARK: - Shared helpers

    /// Returns the notice about deleted words of a set.
    static func deletedWordsNotice(_ resolved: OwnWords.ResolvedSet) -> [Block] {
        guard !resolved.deletedIDs.isEmpty else { return [] }
        let count = resolved.deletedIDs.count
        let firstIDs = Array(resolved.deletedIDs.prefix(5))
        let idText = count > 5 ? listed(firstIDs + ["others"]) : firstIDs.joined(separator: ", ")
        return [
            .paragraph(
                StyledText(
                    count == 1
                        ? "1 word of this set is not there any more: \(idText)."
                        : "\(count) words of this set are not there any more: \(idText).", .warning))
        ]
    }

    private func changedOutput(_ notice: String, _ set: WordSet) throws -> Output {
        let resolved = OwnWords.resolve(set, in: try parts.library())
        return .changed(
            notice, resolved, Self.fields,
            next: ["set study \(set.name.shellWord)", "set show \(set.name.shellWord)", "undo"])
    }

    private var name: ValueKind<String> {
        ValueKind<String>.text("SET").completed { _ in (try? services.words().sets().map(\.name)) ?? [] }
    }

    /// All words of a grade or a category.
    private var filteredTerms: Parameter<@Sendable () throws -> [Term]> {
        .group(
            .option("belt", parts.grade, "all words of one grade"),
            .option("category", parts.category, "all words of one category")
        ) { (grade: Grade?, category: Content.Category?) in
            {
                guard grade != nil || category != nil else { return [] }
                return try parts.library().terms.filter {
                    (grade == nil || $0.grade == grade) && (category == nil || $0.category == category)
                }
            }
        }
    }

    /// Returns the identifier of a word in the set, even if the word was deleted.
    private func id(_ typedName: String, in resolved: OwnWords.ResolvedSet) throws -> String {
        if resolved.set.terms.contains(typedName) { return typedName }
        let documents = resolved.terms.map(\.searchable)
        guard let id = Curriculum.resolve(typedName, among: documents) else {
            throw Curriculum.unknown(
                .unknownTerm, "word in this set", typedName, among: documents, advice: "`set show` lists its words.")
        }
        return id
    }
}
