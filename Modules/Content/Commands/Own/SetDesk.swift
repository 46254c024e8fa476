import Content
import Kernel
import Terminal

/// `set new`, `set add`, `set remove`, `set show`, `set list` and `set delete`.
struct SetDesk: Sendable {
    let keeping: WordKeeping
    let parts: WordParts

    var commands: [Command] { [new, add, remove, show, list, delete] }

    private static let fields: [Field<OwnWords.LookedUp>] = [
        Field("name", title: "Name", "the name of the set") { .text($0.set.name) },
        Field("words", title: "Words", "how many words it has", alignsRight: true) { .integer($0.terms.count) },
        Field(
            "gone", title: "Gone", "the ids of words that are not there any more",
            cell: { StyledText($0.gone.isEmpty ? "" : "\($0.gone.count)") }
        ) { .texts($0.gone) },
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
            .argument("name", .text, "a name"), .rest("words", parts.word, isRequired: false, "its words"), chosen,
            returns: .one(Self.fields), changes: true
        ) { name, words, chosen in
            let set = try keeping.words().makeSet(name, of: parts.terms(words) + chosen())
            return try told("Made the set “\(set.name)” with \(counted(set.terms.count, "word")).", set)
        }
    }

    private var add: Command {
        Command(
            "set add", "Put words into a set",
            examples: [
                .init("set add Grading sitting-stance", "one word"),
                .init("set add Grading --belt 9k", "all words of a grade"),
            ],
            .argument("name", name, "the set"), .rest("words", parts.word, isRequired: false, "the words"), chosen,
            returns: .one(Self.fields), changes: true
        ) { name, words, chosen in
            let terms = try parts.terms(words) + chosen()
            guard !terms.isEmpty else {
                throw Failure(.nothingToChange, "No word is named.", advice: "For example: set add \(name) WORD.", kind: .usage)
            }
            let (set, count) = try keeping.words().add(terms, to: name)
            return try told(
                count == 0 ? "“\(set.name)” has these words already." : "Added \(counted(count, "word")) to “\(set.name)”.", set)
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
            .flag("gone", "all words that are not there any more"),
            returns: .one(Self.fields), changes: true
        ) { name, words, isGone in
            let looked = try keeping.words().lookedUp(name)
            let ids = try words.map { try id($0, in: looked) } + (isGone ? looked.gone : [])
            guard !(ids.isEmpty && isGone) else {
                return .changed(
                    "Every word of “\(looked.set.name)” is still there.", looked, Self.fields,
                    next: ["set show \(quoted(looked.set.name))"])
            }
            guard !ids.isEmpty else {
                throw Failure(
                    .nothingToChange, "No word is named.", advice: "For example: set remove \(name) WORD.", kind: .usage)
            }
            return .confirm("Take \(counted(ids.count, "word")) out of “\(looked.set.name)”?") {
                let (set, count) = try keeping.words().remove(ids, from: name)
                return try told("Took \(counted(count, "word")) out of “\(set.name)”.", set)
            }
        }
    }

    private var show: Command {
        Command(
            "set show", "Show the words of a set", examples: [.init("set show Grading", "its words")],
            .argument("name", name, "the set"), returns: .list(Term.fields)
        ) { name in
            let looked = try keeping.words().lookedUp(name)
            return .list(
                looked.terms, Term.fields, heading: StyledText("\(looked.set.name), \(counted(looked.terms.count, "word"))"),
                empty: "This set has no words.", footer: SetDesk.gone(looked), next: ["set study \(quoted(looked.set.name))"])
        }
    }

    private var list: Command {
        Command("set list", "List your sets", examples: [.init("set list", "all sets")], returns: .list(Self.fields)) {
            let words = try keeping.words()
            let library = try parts.library()
            let all = try words.sets().map { OwnWords.lookUp($0, in: library) }
            return .list(
                all, Self.fields, heading: "Sets", empty: "You have no sets yet. Make one: set new NAME WORD",
                next: all.first.map { ["set study \(quoted($0.set.name))"] } ?? ["set new NAME WORD"])
        }
    }

    private var delete: Command {
        Command(
            "set delete", "Delete a set; its words stay", discussion: "Asks first. `undo` brings it back.",
            examples: [.init("set delete Grading --yes", "without asking")],
            .argument("name", name, "the set"), returns: .one(Self.fields), changes: true
        ) { name in
            let looked = try keeping.words().lookedUp(name)
            return .confirm("Delete the set “\(looked.set.name)”? Its words stay.") {
                _ = try keeping.words().deleteSet(name)
                return .changed("Deleted the set “\(looked.set.name)”.", looked, Self.fields, next: ["set list", "undo"])
            }
        }
    }

    // MARK: - What the commands share

    /// What is said of words that were deleted.
    static func gone(_ looked: OwnWords.LookedUp) -> [Block] {
        guard !looked.gone.isEmpty else { return [] }
        let (count, some) = (looked.gone.count, Array(looked.gone.prefix(5)))
        let shown = count > 5 ? listed(some + ["others"]) : some.joined(separator: ", ")
        return [
            .paragraph(
                StyledText(
                    count == 1
                        ? "1 word of this set is not there any more: \(shown)."
                        : "\(count) words of this set are not there any more: \(shown).", .warning))
        ]
    }

    private func told(_ notice: String, _ set: WordSet) throws -> Output {
        let looked = OwnWords.lookUp(set, in: try parts.library())
        return .changed(
            notice, looked, Self.fields, next: ["set study \(quoted(set.name))", "set show \(quoted(set.name))", "undo"])
    }

    private var name: ValueKind<String> {
        ValueKind<String>.text("SET").completed { _ in (try? keeping.words().sets().map(\.name)) ?? [] }
    }

    /// All words of a grade or a category.
    private var chosen: Parameter<@Sendable () throws -> [Term]> {
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

    /// The identifier of a word of the set: also of one that is gone.
    private func id(_ typed: String, in looked: OwnWords.LookedUp) throws -> String {
        if looked.set.terms.contains(typed) { return typed }
        let documents = looked.terms.map(\.searchable)
        guard let id = Curriculum.meant(typed, among: documents) else {
            throw Curriculum.unknown(
                .unknownTerm, "word in this set", typed, among: documents, advice: "`set show` lists its words.")
        }
        return id
    }
}

/// A name as a shell takes it for one word.
func quoted(_ name: String) -> String {
    name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" } ? name : "'\(name.replacing("'", with: "'\\''"))'"
}
