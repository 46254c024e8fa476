import Content
import Interface
import Learning
import LearningCommands
import Lessons
import Practice

/// The results of a lesson as output fields for programs and people.
enum LessonFields {
    static let results: [Field<LessonResults>] = [
        Field("session", "the session") { .text($0.run.id.rawValue) },
        Field("kind", "sparring, linework or theory") { .text($0.run.exercise.kind.rawValue) },
        Field("activity", "practice, quiz, run or read") { .text($0.run.exercise.activity) },
        Field("subject", "the set, page or grade that you chose") { .text($0.run.subject) },
        Field("items", "things in the session") { .integer($0.run.items.count) },
        Field("done", "things done or answered") { .integer($0.run.answers.count) },
        Field("right", "how many of them were answered right, done well, or read") { .integer($0.run.right) },
        Field("remaining", "things still to come when the session stopped") { .integer($0.run.remaining) },
        Field("accuracy", "share of right ones, 0 to 1; 0 if nothing was done") { .number($0.run.accuracy) },
        Field("seconds", "seconds spent") { .integer($0.run.milliseconds / 1000) },
        Field("missed", "what was not right: kind, subject and part") { .texts($0.missed.map(\.name)) },
        Field("mastery", "how well you now know each subject of the session: id, level (0 to 1), word") { results in
            .list(
                results.levels.map { entry in
                    .object([
                        .init("id", .text(entry.subject)), .init("level", .number(Double(entry.level) / 1000)),
                        .init("word", .text(MasteryWord(level: entry.level, isMet: true).rawValue)),
                    ])
                })
        },
    ]

    /// Returns the results of a lesson for people, with the level of each subject.
    static func blocks(of results: LessonResults) -> [Block] {
        let remaining = results.run.remaining
        var facts: [(name: String, value: StyledText)] = [
            ("Done", StyledText("\(results.run.answers.count) of \(results.run.items.count)"))
        ]
        if results.run.exercise.activity != "read" {
            facts.append(
                ("Right", StyledText("\(results.run.right) (\(Figures.percent(results.run.accuracy)))", .accent)))
        }
        facts.append(("Time", StyledText(declared: ResultsFields.duration(results.run.milliseconds))))
        let mastery = results.levels.prefix(12).map {
            (
                name: $0.subject,
                value: StyledText(
                    "\(declared: MasteryWord(level: $0.level, isMet: true).rawValue), \(Figures.mastery($0.level))")
            )
        }
        return [
            .heading(
                StyledText(
                    remaining > 0 ? "Paused for now: \(content: results.title)" : "Done: \(content: results.title)")),
            .facts(facts),
        ]
            + (mastery.isEmpty ? [] : [.gap, .heading("How well you know it"), .facts(mastery)])
    }

    /// The output fields of sets and grades with their mastery.
    static let standings: [Field<LessonMastery>] = [
        Field("id", title: "Id", "the identifier") { .text($0.id) },
        Field("name", title: "Name", "what it is called", cell: { StyledText(content: $0.name) }) { .text($0.name) },
        Field("grade", title: "Grade", "the grade at which it is learned") { .text($0.grade.id) },
        Field("open", "whether your belt opens it") { .bool($0.isOpen) },
        Field(
            "mastery", title: "Mastery", "new, learning, familiar or mastered",
            cell: { mastery in
                mastery.isOpen
                    ? StyledText("\(declared: mastery.word.rawValue) \(Figures.mastery(mastery.level))")
                    : StyledText("not open yet", .muted)
            }
        ) { .text($0.word.rawValue) },
        Field("level", "the same as a number, 0 to 1") { .number(Double($0.level) / 1000) },
        Field("answers", title: "Done", "how often you did or answered something in it", alignsRight: true) {
            .integer($0.answers)
        },
        Field("last", title: "Last", "the latest day; null before the first") { .day($0.last) },
    ]

    static let pages: [Field<PageMastery>] = [
        Field("id", title: "Id", "the identifier") { .text($0.topic.id) },
        Field("grade", title: "Grade", "the grade at which it is learned") { .text($0.topic.grade.id) },
        Field("subject", title: "Subject", "what it is about", cell: { StyledText(content: $0.topic.subject.rawValue) })
        {
            .text($0.topic.subject.rawValue)
        },
        Field("title", "its title") { .text($0.topic.title) },
        Field("open", "whether your belt opens it") { .bool($0.isOpen) },
        Field(
            "read", title: "Read", "whether it was read",
            cell: { page in
                page.isOpen ? StyledText(page.reads > 0 ? "read" : "not read") : StyledText("not open yet", .muted)
            }
        ) { .bool($0.reads > 0) },
        Field("reads", "how often it was read") { .integer($0.reads) },
        Field("lastRead", title: "Last read", "the day on which it was last read, or null") { .day($0.lastRead) },
        Field(
            "mastery", title: "Questions", "how well you know its questions: new, learning, familiar or mastered",
            cell: { page in
                StyledText(
                    page.mastery.word == .new
                        ? "\(declared: page.mastery.word.rawValue)"
                        : "\(declared: page.mastery.word.rawValue) \(Figures.mastery(page.mastery.level))")
            }
        ) { .text($0.mastery.word.rawValue) },
        Field("level", "the same as a number, 0 to 1") { .number(Double($0.mastery.level) / 1000) },
    ]
}
