import Club
import Documents
import Interface
import Kernel

/// `club grading` and its subcommands.
struct ClubGradingCommands: Sendable {
    let options: ClubOptions

    var commands: [Command] { [candidates, rule, sheet, record, list] }

    private static let candidateFields: [Field<Candidate>] = [
        Field("name", title: "Student", "who", room: .main) { .text($0.student.name) },
        Field("belt", title: "Belt", "the belt now") { .text($0.belt.id) },
        Field("next", title: "For", "the belt that is graded for") { .text($0.next.id) },
        Field("months", title: "Months", "whole months in this grade", alignsRight: true) { .integer($0.months) },
        Field("classes", title: "Classes", "classes in this grade", alignsRight: true) { .integer($0.classes) },
        Field(
            "mastery", title: "Known", "how much of the belt is mastered, in percent; null where it is not shared",
            alignsRight: true,
            cell: { StyledText($0.mastery.map { "\($0) %" } ?? "–") }
        ) { .integer($0.mastery) },
        Field("ready", "whether nothing is missing") { .bool($0.isReady) },
        Field(
            "missing", title: "Grading", "what is missing; empty for who is ready",
            cell: {
                $0.isReady
                    ? StyledText("ready", .good) : StyledText("wants \($0.missing.joined(separator: ", "))", .muted)
            }
        ) { .texts($0.missing) },
    ]

    private var candidates: Command {
        Command(
            "club grading", "List who may be graded next, who is ready first",
            discussion: """
                Ready is who has had the belt long enough and come often enough, by the club's own rule (`club grading rule`), and, where the student \
                shares it, who has mastered what the belt learns. It is a proposal: the instructor decides.
                """,
            examples: [
                .init("club grading", "everybody", runs: false),
                .init("club grading --ready", "for the list on the wall", runs: false),
            ],
            .flag("ready", "only who is ready"), options.club, returns: .list(ClubGradingCommands.candidateFields),
            changes: true
        ) { onlyReady, club in
            let roll = try options.roll(club)
            let candidates = try roll.candidates(options.mastery(of: roll)).filter { !onlyReady || $0.isReady }
            return .list(
                candidates, ClubGradingCommands.candidateFields,
                heading: StyledText("\(counted(candidates.count(where: \.isReady), "student")) ready"),
                empty: onlyReady ? "Nobody is ready yet." : "Nobody is on the roll yet.",
                next: candidates.isEmpty
                    ? ["club grading"] : ["club grading sheet --to sheets.html", "club grading record NAME pass"])
        }
    }

    private static let requirementFields: [Field<Readiness>] = [
        Field("months", title: "Months", "months in the grade") { .integer($0.months) },
        Field("classes", title: "Classes", "classes in the grade") { .integer($0.classes) },
        Field("mastery", title: "Known", "how much is mastered, in percent") { .integer($0.mastery) },
    ]

    private var rule: Command {
        Command(
            "club grading rule", "Set what is needed for a grading",
            examples: [.init("club grading rule --months 4 --classes 30", "four months, thirty classes", runs: false)],
            .option("months", .integer(0...120), shown: "3 at first", "months in the grade"),
            .option("classes", .integer(0...2000), shown: "24 at first", "classes in the grade"),
            .option("mastery", .integer(0...100), shown: "60 at first", "how much is mastered, in percent"),
            options.club, returns: .one(ClubGradingCommands.requirementFields), changes: true
        ) { months, classes, mastery, club in
            let rule = try options.roll(club).setRequirements(
                months: months, classes: classes, mastery: mastery)
            return .changed(
                "A grading asks for \(counted(rule.months, "month")), \(counted(rule.classes, "class")) and \(rule.mastery) % mastered.",
                rule, ClubGradingCommands.requirementFields, next: ["club grading"])
        }
    }

    private var sheet: Command {
        Command(
            "club grading sheet", "Write a sheet for each candidate, to print",
            discussion:
                "What the belt learns, with room for points and remarks. Without names there is a sheet for everybody who is ready.",
            examples: [.init("club grading sheet mina --to mina.html", "one candidate", runs: false)],
            .rest("students", options.student, isRequired: false, "candidates; all who are ready if left out"),
            .option("day", .day, "the day of the grading; today if left out"), options.club,
            .destination(
                .option("to", .pageFile, "the file to write; left out, a pipe gets it"), suggesting: "--to sheets.html"),
            changes: true
        ) { names, day, club, destination in
            let roll = try options.roll(club)
            let candidates = try roll.candidates(options.mastery(of: roll))
            let namedIDs = Set(try names.map { try roll.student(named: $0).id })
            let selected = candidates.filter { namedIDs.isEmpty ? $0.isReady : namedIDs.contains($0.student.id) }
            guard !selected.isEmpty else {
                throw Failure(
                    .nobodyReady, namedIDs.isEmpty ? "Nobody is ready yet." : "There is no belt above theirs.",
                    advice: "`club grading` says what is missing; name candidates to print their sheets all the same.")
            }
            let syllabi = try roll.curriculum.syllabi()
            let sheets = selected.map {
                CandidateSheet($0, syllabi: syllabi, club: roll.club.name, on: day ?? roll.today)
            }
            return try destination.write(
                Array(CandidateSheet.page(of: sheets, titled: "\(roll.club.name): grading").html().utf8),
                counted(sheets.count, "sheet"))
        }
    }

    private static let gradingFields: [Field<(student: Student, grading: ClubGrading)>] = [
        Field("id", "the grading") { .text($0.grading.id.rawValue) },
        Field("day", title: "Day", "when") { .day($0.grading.day) },
        Field("name", title: "Student", "who", room: .main) { .text($0.student.name) },
        Field("target", title: "For", "the belt that was graded for") { .text($0.grading.target) },
        Field("result", title: "Result", "pass, double or fail", isTranslatable: true) {
            .text($0.grading.result.rawValue)
        },
        Field("reached", title: "Belt", "the belt afterwards") { .text($0.grading.reached) },
        Field("examiner", "who examined; empty where it is not said") { .text($0.grading.examiner) },
        Field("note", "a word for the student; may be empty") { .text($0.grading.note) },
    ]

    private var record: Command {
        Command(
            "club grading record", "Record a student's grading; a pass moves the belt on the roll",
            examples: [.init("club grading record mina pass --note 'Chambers higher'", "passed today", runs: false)],
            .argument("student", options.student, ClubOptions.studentHelp),
            Parameter<ClubGrading.Result>.argument("result", .choice("RESULT"), "how it went"),
            .option("day", .pastDay, "the day; today if left out"),
            .option("examiner", .text("NAME", limit: Student.longestName), "who examined"),
            .option("note", .text("TEXT", limit: 200), "a word for the student"), options.club,
            returns: .one(ClubGradingCommands.gradingFields), changes: true
        ) { student, result, day, examiner, note, club in
            let roll = try options.roll(club)
            let graded = try roll.recordGrading(student, result, on: day, examiner: examiner ?? "", note: note ?? "")
            let ladder = try roll.ladder()
            let belt = ladder.belt(graded.student.belt).name
            let reportNotice = try reportResult(graded, roll, ladder)
            let sentence =
                result == .fail
                ? "\(graded.student.name) has not passed yet; the belt stays \(belt) (\(graded.grading.id)).\(reportNotice)"
                : "\(graded.student.name) passed, and is \(belt) now (\(graded.grading.id)).\(reportNotice)"
            return .changed(
                sentence, graded, ClubGradingCommands.gradingFields, next: ["undo", "club grading list"])
        }
    }

    /// Reports the result to a student who is in the shared club.
    private func reportResult(
        _ graded: (student: Student, grading: ClubGrading), _ roll: ClubRoll, _ ladder: BeltLadder
    ) throws
        -> String
    {
        guard let (circle, snapshot) = try? options.snapshot(of: roll), snapshot.isStaff,
            let member = try roll.links(to: snapshot)[graded.student.id]
        else { return "" }
        let sending = try circle.report(graded.grading, on: ladder, to: member, in: snapshot.group)
        return sending.hasArrived ? " \(graded.student.name) is told." : " \(graded.student.name) is told later."
    }

    private var list: Command {
        Command(
            "club grading list", "List gradings, the latest first",
            examples: [.init("club grading list", "all of them", runs: false)],
            .optionalArgument("student", options.student, "of one student only"), options.club,
            returns: .list(ClubGradingCommands.gradingFields)
        ) { student, club in
            .list(
                try options.roll(club).gradings(of: student), ClubGradingCommands.gradingFields,
                empty: "No grading is recorded yet.", next: ["club grading"])
        }
    }
}
