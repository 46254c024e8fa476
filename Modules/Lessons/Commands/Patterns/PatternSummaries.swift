import Interface
import Kernel
import LearningCommands
import Lessons
import Practice

/// The results of a practice session for programs and people.
struct PracticeSummary: Sendable {
    let run: Run<MovementExercise>
    let standing: PatternMastery
    /// Whether any movements are still due, in this pattern or another.
    let isMoreDue: Bool

    private var remaining: Int { run.remaining }
    /// The numbers of the movements that went wrong.
    private var shakyMoves: [Int] { run.answers.filter { !$0.isRight }.compactMap { Int($0.target.part) } }

    static let fields: [Field<PracticeSummary>] = [
        Field("session", "the session") { .text($0.run.id.rawValue) },
        Field("pattern", "the pattern's id") { .text($0.standing.heading.id) },
        Field("done", "movements done") { .integer($0.run.answers.count) },
        Field("shaky", "movements that were marked as shaky") { .list($0.shakyMoves.map { .integer($0) }) },
        Field("remaining", "movements still to come when the session stopped") { .integer($0.remaining) },
        Field("seconds", "seconds spent") { .integer($0.run.milliseconds / 1000) },
        Field("mastery", "how well you now know the pattern, 0 to 1") { .number(Double($0.standing.level) / 1000) },
    ]

    var output: Output {
        var facts: [(name: String, value: StyledText)] = [
            ("Done", StyledText(counted(run.answers.count, "movement"), .accent))
        ]
        if !shakyMoves.isEmpty {
            facts.append(("Shaky", StyledText(shakyMoves.map(String.init).joined(separator: ", "), .warning)))
        }
        if remaining > 0 { facts.append(("Still to come", StyledText("\(remaining)"))) }
        facts += [
            ("Time", StyledText(declared: ResultsFields.duration(run.milliseconds))),
            ("Mastery", StyledText(standing.percent)),
        ]
        let id = standing.heading.id
        let quiz =
            standing.shaky.isEmpty ? ["pattern quiz \(id)"] : ["pattern practice \(id) --shaky", "pattern quiz \(id)"]
        return .one(
            self, Self.fields,
            blocks: [.heading(StyledText(remaining > 0 ? "Paused for now" : "Done")), .facts(facts)]
                + standing.openingBlocks(by: run.answers),
            next: remaining > 0
                ? ["pattern practice \(id)", "pattern show \(id)"] : isMoreDue ? ["pattern practice"] + quiz : quiz)
    }
}

/// The results of a pattern quiz or test.
struct RoundSummary: Sendable {
    let run: Run<PatternRound>
    /// The learner's mastery of the pattern, or nil if the round asked several patterns.
    let standing: PatternMastery?

    private var answers: [Answer] { run.answers }
    private var remaining: Int { run.remaining }
    private var outcome: LoggedRun.Outcome? { run.log.outcome }

    /// The movements with mistakes, in order, with the wrong fields of each.
    private var missedMoves: [(name: String, fields: [String])] {
        var missedMoves: [(name: String, fields: [String])] = []
        for answer in answers where !answer.isRight {
            let name = standing == nil ? "\(answer.target.subject) \(answer.target.part)" : answer.target.part
            let wrong = answer.fields.filter { !$0.isRight }.map(\.name)
            if let index = missedMoves.firstIndex(where: { $0.name == name }) {
                missedMoves[index].fields += wrong.filter { !missedMoves[index].fields.contains($0) }
            } else {
                missedMoves.append((name, wrong))
            }
        }
        return missedMoves
    }

    /// The number of right and total answers for each field, in order of first appearance.
    private var fieldTallies: [(name: String, right: Int, all: Int)] {
        var tallies: [(name: String, right: Int, all: Int)] = []
        for part in answers.flatMap(\.fields) {
            let index = tallies.firstIndex { $0.name == part.name } ?? tallies.count
            if index == tallies.count { tallies.append((part.name, 0, 0)) }
            tallies[index].all += 1
            tallies[index].right += part.isRight ? 1 : 0
        }
        return tallies
    }

    static let fields: [Field<RoundSummary>] = [
        Field("session", "the session") { .text($0.run.id.rawValue) },
        Field("activity", "quiz or test") { .text($0.run.exercise.activity) },
        Field("pattern", "the pattern's id; null when several were asked") { .text($0.standing?.heading.id) },
        Field("questions", "questions in it") { .integer($0.run.items.count) },
        Field("answered", "questions answered") { .integer($0.answers.count) },
        Field("right", "answers that were right in every field") { .integer($0.run.right) },
        Field("remaining", "questions still to come when the session stopped") { .integer($0.remaining) },
        Field("score", "share of all fields that were right, 0 to 1") { .number(Double($0.run.share) / 1000) },
        Field("passed", "whether you passed the test; null for a quiz, and before the end") {
            $0.outcome?.isPassed.map { .bool($0) } ?? .null
        },
        Field("fields", "for each field: name, right, all") { summary in
            .list(
                summary.fieldTallies.map {
                    .object([
                        .init("name", .text($0.name)), .init("right", .integer($0.right)),
                        .init("all", .integer($0.all)),
                    ])
                })
        },
        Field("missed", "the movements with something wrong: move, fields") { summary in
            .list(
                summary.missedMoves.map {
                    .object([.init("move", .text($0.name)), .init("fields", .texts($0.fields))])
                })
        },
        Field("seconds", "seconds spent on answers") { .integer($0.run.milliseconds / 1000) },
        Field("mastery", "how well you now know the pattern, 0 to 1; null when several were asked") {
            $0.standing.map { .number(Double($0.level) / 1000) } ?? .null
        },
    ]

    /// Returns the results of the round with suggested commands.
    func output(saying messages: [Block]) -> Output {
        let share = run.share
        var facts: [(name: String, value: StyledText)] = [
            ("Answered", StyledText("\(answers.count) of \(run.items.count)")),
            ("Right", StyledText("\(run.right)", .accent)),
            ("Score", StyledText("\(share / 10) % of all fields")),
        ]
        if let isPassed = outcome?.isPassed {
            let mark = "the pass mark is \(PatternRound.passMark / 10) %"
            facts.append(
                (
                    "Result",
                    isPassed ? StyledText("passed; \(mark)", .good) : StyledText("not passed; \(mark)", .warning)
                ))
        }
        if remaining > 0 { facts.append(("Still to come", StyledText("\(remaining)"))) }
        facts.append(("Time", StyledText(declared: ResultsFields.duration(run.milliseconds))))
        if let standing { facts.append(("Mastery", StyledText(standing.percent))) }
        var blocks = messages + [.heading(StyledText(remaining > 0 ? "Paused for now" : "Done")), .facts(facts)]
        if let standing {
            blocks += standing.openingBlocks(by: answers, besides: run.exercise.isTest ? [.choiceTest, .test] : [])
        }
        if !answers.isEmpty, run.exercise.isTest, remaining == 0 {
            blocks += [
                .gap, .heading("By field"),
                .facts(fieldTallies.map { (Self.word(for: $0.name), StyledText("\($0.right) of \($0.all)")) }),
            ]
        }
        if !missedMoves.isEmpty, !run.exercise.isTest || remaining == 0 {
            blocks += [
                .gap, .heading("To look at again"),
                .facts(
                    missedMoves.map {
                        ("Movement \($0.name)", StyledText($0.fields.map(Self.word).joined(separator: ", ")))
                    }
                ),
            ]
        }
        return .one(self, Self.fields, blocks: blocks, next: next)
    }

    /// Returns the display name of a field.
    private static func word(for name: String) -> String {
        switch PatternQuestion.Field(rawValue: name) {
        case .stanceSide?: "side"
        case .section?: "height"
        case .from?: "where from"
        case .to?: "direction"
        case .foot?, .stance?, .technique?, .side?, nil: name
        }
    }

    private var next: [String] {
        let words = ["pattern", run.exercise.activity, standing?.heading.id].compactMap { $0 }.joined(separator: " ")
        guard remaining == 0, let id = standing?.heading.id else { return [words, "pattern list"] }
        if outcome?.isPassed == false { return ["pattern practice \(id)", "pattern quiz \(id)"] }
        let test = standing.flatMap { PatternMode.test(at: $0.level)?.command(id) } ?? "pattern practice \(id)"
        return run.exercise.isTest ? ["pattern list", "stats"] : [test, "pattern modes \(id)"]
    }
}

extension PatternMastery {
    package var percent: String { "\(level / 10) %" }

    /// Returns a notice of the modes that the answers have opened, without `takenModes` and modes
    /// that were open before.
    fileprivate func openingBlocks(by answers: [Answer], besides takenModes: [PatternMode] = []) -> [Block] {
        var levelGains: [Target: Int] = [:]
        for answer in answers {
            levelGains[answer.target, default: 0] +=
                (answer.after.level?.value ?? 0) - (answer.before?.memory.level?.value ?? 0)
        }
        let levelBefore = level - levelGains.values.reduce(0, +) / max(1, heading.count)
        let openedModes = PatternMode.allCases.filter {
            $0.opensAt > levelBefore && $0.opensAt <= level && !takenModes.contains($0)
        }
        guard !openedModes.isEmpty else { return [] }
        let names = openedModes.map { $0.title.prefix(1).lowercased() + $0.title.dropFirst() }.joined(separator: ", ")
        return [.gap, .paragraph(StyledText("Now open: \(names). pattern modes \(heading.id) shows how.", .good))]
    }
}
