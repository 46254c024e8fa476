import Club
import Interface
import Kernel

/// The commands `club attendance mark|unmark|list|missing|mine`.
struct AttendanceCommands: Sendable {
    let options: ClubOptions

    var commands: [Command] { [mark, unmark, list, missing, mine] }

    /// The largest file of names, in bytes.
    private static let largestFile = 1 << 20

    /// Names from the command line and from a file, which is read when the command runs.
    private struct NameList: Sendable {
        let words: [String]
        let file: InputFile?

        /// Returns the typed names and the lines of the file.
        ///
        /// - Throws: `nothingToChange` without any name.
        func names() throws -> [String] {
            let lines = try file.map {
                String(decoding: try $0.bytes(limit: AttendanceCommands.largestFile), as: UTF8.self)
            }
            let fileNames =
                lines?.split(whereSeparator: \.isNewline).map(String.init).filter { !$0.allSatisfy(\.isWhitespace) }
                ?? []
            guard !(words + fileNames).isEmpty else {
                throw Failure(
                    .nothingToChange, "Nobody is named.", advice: "Write `club attendance mark NAME…`, or --from FILE.",
                    kind: .usage)
            }
            return words + fileNames
        }
    }

    private var names: Parameter<NameList> {
        .group(
            .rest(
                "names", options.student, isRequired: false,
                "students: name, first name, alias, or row in `club student list`; quote what has a space"),
            .option("from", .inputFile, "a file with a name on each line; - is standard input")
        ) { NameList(words: $0, file: $1) }
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
                    "club attendance mark --from names.txt --class kids --day yesterday", "a list of another class",
                    runs: false),
            ],
            names, ClubOptions.lesson, AttendanceCommands.day, options.club, returns: .one(ClubFields.marked),
            changes: true
        ) { names, lesson, day, club in
            let roll = try options.roll(club)
            let marked = try roll.mark(names.names(), lesson: lesson, on: day)
            return .changed(
                AttendanceCommands.sentence(marked) + reportAttendance(roll), marked, ClubFields.marked,
                next: ["club lesson", "club attendance list"])
        }
    }

    /// Reports attendance to the students of a shared club. A club that is away does not prevent
    /// marking.
    private func reportAttendance(_ roll: ClubRoll) -> String {
        guard let report = options.updateReports(roll), report.visitors > 0 else { return "" }
        let summary = "\(counted(report.visitors, "student")) \(report.visitors == 1 ? "is" : "are") told"
        return report.sending.hasArrived ? " \(summary)." : " \(summary) later."
    }

    /// Returns a sentence about the marked, already marked and repeated students.
    private static func sentence(_ result: MarkedClass) -> String {
        let before =
            result.alreadyMarked.isEmpty
            ? "" : " \(counted(result.alreadyMarked.count, "student")) had been marked before."
        let again =
            result.repeated.isEmpty
            ? "" : " Named twice, marked once: \(Set(result.repeated.map(\.name)).sorted().joined(separator: ", "))."
        return
            "Marked \(counted(result.marked.count, "student")) in \(result.lesson) on \(result.day).\(before)\(again)"
    }

    private var unmark: Command {
        Command(
            "club attendance unmark", "Remove wrong attendance marks",
            examples: [.init("club attendance unmark jun", "he was not there today", runs: false)],
            names, ClubOptions.lesson, AttendanceCommands.day, options.club, returns: .one(ClubFields.marked),
            changes: true
        ) { names, lesson, day, club in
            let roll = try options.roll(club)
            let unmarked = try roll.unmark(names.names(), lesson: lesson, on: day)
            let marks = counted(unmarked.marked.count, "mark")
            return .changed(
                "Took back \(marks) in \(unmarked.lesson) on \(unmarked.day).\(reportAttendance(roll))", unmarked,
                ClubFields.marked,
                next: ["undo", "club attendance list"])
        }
    }

    private var list: Command {
        Command(
            "club attendance list", "List classes and who was there, the latest first",
            examples: [.init("club attendance list --since '4 weeks ago'", "the last four weeks", runs: false)],
            .option("since", .pastDay, "from this day on; 30 days back if left out"), options.club,
            returns: .list(ClubFields.heldClass)
        ) { since, club in
            let roll = try options.roll(club)
            let classes = try roll.classes(from: since ?? roll.today.adding(days: -30), through: roll.today)
            return .list(
                classes, ClubFields.heldClass, heading: StyledText(counted(classes.count, "class")),
                empty: "No class was marked in that time.",
                next: ["club attendance mark NAME…", "club attendance missing"])
        }
    }

    private var mine: Command {
        Command(
            "club attendance mine", "Show the classes that you attended, as recorded by your instructors",
            discussion: "Nobody but you, whoever answers for you and your instructors can see it.",
            examples: [.init("club attendance mine", "the last half year", runs: false)], ClubOptions.childOption,
            options.club, returns: .list(ClubFields.visit), changes: true
        ) { childName, club in
            let (_, snapshot) = try options.snapshot(club)
            let learner = try ClubOptions.learner(childName, in: snapshot)
            let visits = snapshot.attendance(of: learner.id)
            return .list(
                visits, ClubFields.visit, heading: StyledText("\(learner.name), \(counted(visits.count, "class"))"),
                empty: "No class is noted.", footer: SharedClubCommands.copyNotice(snapshot), next: ["club"])
        }
    }

    private var missing: Command {
        Command(
            "club attendance missing", "List who has been away, the longest first",
            examples: [.init("club attendance missing --days 21", "away for three weeks", runs: false)],
            .option("days", .integer(1...3650), default: ClubRoll.daysUntilMissing, "away for so many days or more"),
            options.club, returns: .list(ClubFields.visitor)
        ) { days, club in
            let missing = try options.roll(club).missing(after: days)
            return .list(
                missing, ClubFields.visitor, empty: "Nobody was away for \(counted(days, "day")).", next: ["club"])
        }
    }
}
