import Club
import Kernel
import Terminal

/// `club attendance mark|unmark|list|missing`.
struct AttendanceDesk: Sendable {
    let options: ClubOptions

    var commands: [Command] { [mark, unmark, list, missing, mine] }

    /// A file of names has so many bytes at most.
    private static let largestFile = 1 << 20

    /// Who is named, in words and in a file, which is read when the command runs.
    private struct Named: Sendable {
        let words: [String]
        let file: InputFile?

        func names() throws -> [String] {
            let lines = try file.map { String(decoding: try $0.bytes(limit: AttendanceDesk.largestFile), as: UTF8.self) }
            let more = lines?.split(whereSeparator: \.isNewline).map(String.init).filter { !$0.allSatisfy(\.isWhitespace) } ?? []
            guard !(words + more).isEmpty else {
                throw Failure(
                    .nothingToChange, "Nobody is named.", advice: "Write `club attendance mark NAME…`, or --from FILE.",
                    kind: .usage)
            }
            return words + more
        }
    }

    private var names: Parameter<Named> {
        .group(
            .rest(
                "names", options.student, isRequired: false,
                "students: name, first name, alias, or row in `club student list`; quote what has a space"),
            .option("from", .inputFile, "a file with a name on each line; - is standard input")
        ) { Named(words: $0, file: $1) }
    }

    private static let day = Parameter<Day?>.option("day", .pastDay, "the day of the class; today if left out")

    private var mark: Command {
        Command(
            "club attendance mark", "Mark who is in a class, in one command",
            discussion: """
                Works offline, and for students without the app too. All who are named are marked, or nobody is. Who is named twice, or was marked \
                before, counts once.
                """,
            examples: [
                .init("club attendance mark mina jun 'Kim Lee'", "today's class", runs: false),
                .init(
                    "club attendance mark --from names.txt --class kids --day yesterday", "a list of another class", runs: false),
            ],
            names, ClubOptions.lesson, AttendanceDesk.day, options.club, returns: .one(ClubFields.marked), changes: true
        ) { names, lesson, day, club in
            let roll = try options.roll(club)
            let marked = try roll.mark(names.names(), lesson: lesson, on: day)
            return .changed(
                AttendanceDesk.sentence(marked) + tell(roll), marked, ClubFields.marked,
                next: ["club lesson", "club attendance list"])
        }
    }

    /// Tells students who are in the shared club where they were; a club that is away keeps nobody from marking.
    private func tell(_ roll: ClubRoll) -> String {
        guard let told = options.bring(roll), told.visitors > 0 else { return "" }
        let whom = "\(counted(told.visitors, "student")) \(told.visitors == 1 ? "is" : "are") told"
        return told.sending.hasArrived ? " \(whom)." : " \(whom) later."
    }

    private static func sentence(_ marked: MarkedClass) -> String {
        let before = marked.before.isEmpty ? "" : " \(counted(marked.before.count, "student")) had been marked before."
        let twice =
            marked.twice.isEmpty
            ? "" : " Named twice, marked once: \(Set(marked.twice.map(\.name)).sorted().joined(separator: ", "))."
        return "Marked \(counted(marked.marked.count, "student")) in \(marked.lesson) on \(marked.day).\(before)\(twice)"
    }

    private var unmark: Command {
        Command(
            "club attendance unmark", "Take marks back that were wrong",
            examples: [.init("club attendance unmark jun", "he was not there today", runs: false)],
            names, ClubOptions.lesson, AttendanceDesk.day, options.club, returns: .one(ClubFields.marked), changes: true
        ) { names, lesson, day, club in
            let roll = try options.roll(club)
            let taken = try roll.unmark(names.names(), lesson: lesson, on: day)
            return .changed(
                "Took back \(counted(taken.marked.count, "mark")) in \(taken.lesson) on \(taken.day).\(tell(roll))", taken,
                ClubFields.marked,
                next: ["undo", "club attendance list"])
        }
    }

    private var list: Command {
        Command(
            "club attendance list", "List classes and who was there, the latest first",
            examples: [.init("club attendance list --since '4 weeks ago'", "the last four weeks", runs: false)],
            .option("since", .pastDay, "from this day on; 30 days back if left out"), options.club,
            returns: .list(ClubFields.held)
        ) { since, club in
            let roll = try options.roll(club)
            let classes = try roll.classes(from: since ?? roll.today.adding(days: -30), through: roll.today)
            return .list(
                classes, ClubFields.held, heading: StyledText(counted(classes.count, "class")),
                empty: "No class was marked in that time.",
                next: ["club attendance mark NAME…", "club attendance missing"])
        }
    }

    private var mine: Command {
        Command(
            "club attendance mine", "Show in which classes you were, as your instructors noted it",
            discussion: "Nobody but you, whoever answers for you and your instructors can see it.",
            examples: [.init("club attendance mine", "the last half year", runs: false)], ClubOptions.whose, options.club,
            returns: .list(ClubFields.visit), changes: true
        ) { whose, club in
            let (_, sight) = try options.sight(club)
            let learner = try ClubOptions.learner(whose, in: sight)
            let visits = sight.attendance(of: learner.id)
            return .list(
                visits, ClubFields.visit, heading: StyledText("\(learner.name), \(counted(visits.count, "class"))"),
                empty: "No class is noted.", footer: CircleDesk.copy(sight), next: ["club"])
        }
    }

    private var missing: Command {
        Command(
            "club attendance missing", "List who has been away, the longest first",
            examples: [.init("club attendance missing --days 21", "away for three weeks", runs: false)],
            .option("days", .integer(1...3650), default: ClubRoll.missedAfter, "away for so many days or more"), options.club,
            returns: .list(ClubFields.visitor)
        ) { days, club in
            let missing = try options.roll(club).missing(after: days)
            return .list(missing, ClubFields.visitor, empty: "Nobody was away for \(counted(days, "day")).", next: ["club"])
        }
    }
}
