import Assessment
import Content
import Interface
import Kernel
import Learning
import Practice

/// The results of a drill, or the list of weak items, with display names.
struct DrillOutcome: Sendable {
    var id: String?
    var answers = 0
    var right = 0
    var remaining = 0
    var isFinished = false
    var wrong: [String] = []
    var pairs: [(first: String, second: String, isToldApart: Bool)] = []
    var spots: [(name: String, why: String, misses: Int)] = []

    static let none = DrillOutcome()

    private init() {}

    init(_ results: DrillResults, _ bank: QuestionBank) {
        id = results.run.id.rawValue
        answers = results.answers
        right = results.right
        remaining = results.run.remaining
        isFinished = results.run.log.endedAt != nil
        wrong = results.wrong.map { DrillFields.name(of: $0, bank) }
        let name = { (id: String) in bank.library.term(id)?.english ?? id }
        pairs = results.pairs.map { (name($0.first), name($0.second), $0.isDistinguished) }
    }

    init(spots: [DrillSpot], _ bank: QuestionBank) {
        self.spots = spots.map { (DrillFields.name(of: $0.item, bank), DrillFields.why($0, bank), $0.misses) }
    }
}

/// The output fields and texts of drills.
enum DrillFields {
    static let results: [Field<DrillOutcome>] = [
        Field("id", "the session; null for a list, and where nothing goes wrong") { .text($0.id) },
        Field("answers", "how many answers were given") { .integer($0.answers) },
        Field("right", "how many of them were right") { .integer($0.right) },
        Field("accuracy", "their share, 0…1") { .number(Figures.share($0.right, of: $0.answers)) },
        Field("remaining", "how many questions are left") { .integer($0.remaining) },
        Field("finished", "whether it was gone through to its end") { .bool($0.isFinished) },
        Field("wrong", "what was wrong when it was asked last") { .texts($0.wrong) },
        Field("pairs", "words that were mistaken for each other: first, second, toldApart") { outcome in
            .list(
                outcome.pairs.map {
                    .object([
                        .init("first", .text($0.first)), .init("second", .text($0.second)),
                        .init("toldApart", .bool($0.isToldApart)),
                    ])
                })
        },
        Field("spots", "with --list what goes wrong, the worst first: what, why, misses") { outcome in
            .list(
                outcome.spots.map {
                    .object([
                        .init("what", .text($0.name)), .init("why", .text($0.why)),
                        .init("misses", .integer($0.misses)),
                    ])
                })
        },
    ]

    /// Returns the results for people: the right answers, the confused pairs and the items still
    /// wrong.
    static func blocks(_ outcome: DrillOutcome) -> [Block] {
        guard outcome.answers > 0 else { return [.paragraph("Nothing was answered, so nothing changed.")] }
        let heading = outcome.isFinished ? "Drill: done" : "Paused for now: drill, \(outcome.remaining) to go"
        var facts: [(name: String, value: StyledText)] = [
            ("Right", StyledText("\(outcome.right) of \(counted(outcome.answers, "answer"))", .accent))
        ]
        for pair in outcome.pairs {
            let result = pair.isToldApart ? StyledText("told apart", .good) : StyledText("not yet told apart", .warning)
            facts.append(("Pair", StyledText("\(pair.first), \(pair.second): ") + result))
        }
        if !outcome.wrong.isEmpty {
            facts.append(("Still wrong", StyledText(outcome.wrong.joined(separator: "; "), .warning)))
        }
        return [.heading(StyledText(declared: heading)), .facts(facts)]
    }

    /// Returns the display name of the asked item.
    static func name(of item: DrillItem, _ bank: QuestionBank) -> String {
        let target = item.question.target
        if let term = bank.library.term(target.subject), target.kind == .flashcards {
            return target.part == Direction.koreanToEnglish.rawValue
                ? "\(term.english), from Korean" : "\(term.english), into Korean"
        }
        if target.kind == .patterns { return "\(bank.name(of: target.subject)), movement \(target.part)" }
        // A theory page and a step have several questions each.
        return bank.question(item.question, seed: 0).map { "\($0.title): \($0.prompt)" } ?? target.subject
    }

    /// Returns the reason for drilling an item as text.
    static func why(_ spot: DrillSpot, _ bank: QuestionBank) -> String {
        switch spot.reason {
        case .leech: return "missed \(counted(spot.misses, "time"))"
        case .confused:
            let twin = spot.item.twin.flatMap { bank.library.term($0) }?.english ?? "another word"
            return "you answered “\(twin)”"
        case .weak: return "not known well yet"
        }
    }
}
