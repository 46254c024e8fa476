import Club
import Documents
import Interface
import Kernel

/// `club student add|change|list|leave|return|import`.
struct RollCommands: Sendable {
    let options: ClubOptions

    var commands: [Command] { [add, change, list, leave, readmit, importRoll] }

    private var belt: Parameter<String?> {
        .option(
            "belt",
            .text("BELT", limit: 40).completed { [options] _ in
                ((try? options.registry().curriculum.belts()) ?? []).map(\.id)
            }, "the belt: 9k, 1d, or in words; the lowest for somebody new")
    }

    private static let since = Parameter<Day?>.option("since", .pastDay, "since when they wear it; today if left out")
    private static let guardian = Parameter<String?>.option(
        "guardian", optional("WHO", Student.longestName),
        "who answers for a child, and how to reach them; '' for nobody")
    private static let alias = Parameter<String?>.option(
        "alias", optional("NAME", Student.longestName), "what the leaderboard calls them; '' keeps them off it")
    private static let member = Parameter<String?>.option(
        "member", optional("MEMBER", Student.longestName),
        "who they are in the shared club, as `club members` has it; '' for whoever has their name")
    private static let plan = Parameter<String?>.option(
        "plan", optional("PLAN", FeePlan.longestName), "the fee plan from now on; '' for none")
    private static let from = Parameter<Day?>.option("from", .day, "from when the plan counts; today if left out")

    /// Returns a text kind that accepts an empty value.
    private static func optional(_ placeholder: String, _ limit: Int) -> ValueKind<String> {
        let text = ValueKind<String>.text(placeholder, limit: limit)
        return ValueKind<String>(placeholder) { word, context in word.isEmpty ? "" : try text.parse(word, context) }
    }

    /// The options of a student that `add` and `change` share.
    private var details: Parameter<StudentDraft> {
        .group(
            belt, RollCommands.since, RollCommands.guardian, RollCommands.alias, RollCommands.plan, RollCommands.from
        ) {
            StudentDraft(belt: $0, since: $1, guardian: $2, alias: $3, plan: $4, planFrom: $5)
        }
    }

    private var add: Command {
        Command(
            "club student add", "Put a student on the roll",
            discussion: "A student needs neither the app nor an account. --guardian says who answers for a child.",
            examples: [
                .init("club student add 'Mina Park' --belt 9k --since 2026-06-01", "since when she has the belt"),
                .init("club student add Jun --guardian 'Hana, 07700 900123'", "a child with the lowest belt"),
            ],
            .argument("name", .text("NAME", limit: Student.longestName), "what they are called"), details, options.club,
            returns: .one(ClubFields.student), changes: true
        ) { name, details, club in
            var draft = details
            draft.name = name
            let student = try options.roll(club).add(draft)
            return .changed(
                "\(student.name) is on the roll (\(student.belt), \(student.id)).", student, ClubFields.student,
                next: ["club student list", "club attendance mark \(student.name.shellWord)"])
        }
    }

    private var change: Command {
        Command(
            "club student change", "Change what the roll says of a student",
            discussion:
                """
                A new plan ends the one before on that day. What was owed until then stays owed, at the price that was agreed on.

                Results and reminders go to the member of the shared club who has the student's name. Where that is somebody else, --member says who.
                """,
            examples: [.init("club student change mina --belt 8k", "she has a new belt today", runs: false)],
            .argument("student", options.student, ClubOptions.studentHelp),
            .option("name", .text("NAME", limit: Student.longestName), "what they are called from now on"),
            RollCommands.member, details, options.club, returns: .one(ClubFields.student), changes: true
        ) { student, name, member, details, club in
            var draft = details
            (draft.name, draft.member) = (name, try member.map { try self.member($0, of: club) })
            guard !draft.isEmpty else {
                throw Failure(
                    .nothingToChange, "Nothing is said that would change.",
                    advice: "Give --belt, --plan or another option.", kind: .usage)
            }
            let changed = try options.roll(club).change(student, draft)
            return .changed(
                "Changed \(changed.name) (\(changed.id)).", changed, ClubFields.student, next: ["club student list"])
        }
    }

    /// Returns the ID of a group member by name or ID, or an empty text for none.
    private func member(_ name: String, of club: String?) throws -> String {
        guard !name.isEmpty else { return "" }
        let roll = try options.roll(club)
        guard let (_, snapshot) = try options.snapshot(of: roll, .userInitiated) else {
            throw Failure(
                .noSuchMember, "\(roll.club.name) is not shared.",
                advice: "`club members` lists those of a club that is.", kind: .usage)
        }
        let member = try SharedClubCommands.member(name, in: snapshot)
        guard member.role == ClubRole.student.rawValue else {
            throw Failure(
                .noSuchMember, "\(member.name) is no student there.", advice: "`club members` lists them.", kind: .usage
            )
        }
        return member.id.rawValue
    }

    private var list: Command {
        Command(
            "club student list", "List the roll", examples: [.init("club student list", "who trains", runs: false)],
            .flag("left", "with those who left"), options.club, returns: .list(ClubFields.student)
        ) { includesFormer, club in
            let roll = try options.roll(club)
            let students = try roll.students(includingFormer: includesFormer)
            return .list(
                students, ClubFields.student,
                heading: StyledText("\(roll.club.name): \(counted(students.count, "student"))"),
                empty: "Nobody is on the roll yet.",
                next: students.isEmpty ? ["club student add NAME --belt 10k"] : ["club"])
        }
    }

    private var leave: Command {
        Command(
            "club student leave", "Take a student off the roll; what was noted stays",
            examples: [.init("club student leave jun --yes", "without asking", runs: false)],
            .argument("student", options.student, ClubOptions.studentHelp), options.club,
            returns: .one(ClubFields.student), changes: true
        ) { name, club in
            let roll = try options.roll(club)
            let student = try roll.student(named: name)
            return .confirm("Take \(student.name) off the roll?") {
                let departed = try roll.recordDeparture(student.id.rawValue)
                return .changed(
                    "\(departed.name) left (\(departed.id)).", departed, ClubFields.student,
                    next: ["undo", "club student list"])
            }
        }
    }

    private var readmit: Command {
        Command(
            "club student return", "Take a student back who left",
            examples: [.init("club student return jun", "he trains again", runs: false)],
            .argument("student", options.student, ClubOptions.studentHelp), options.club,
            returns: .one(ClubFields.student), changes: true
        ) { name, club in
            let student = try options.roll(club).recordReturn(name)
            return .changed(
                "\(student.name) is back (\(student.id)).", student, ClubFields.student, next: ["club student list"])
        }
    }

    private var importRoll: Command {
        Command(
            "club student import", "Put the students of a table on the roll, all of them or nobody",
            discussion: """
                The table is CSV with a line of titles: name, and where you have them belt, since, guardian, alias. Who is on the roll already stays \
                as they are.
                """,
            examples: [.init("club student import roll.csv", "a whole club", runs: false)],
            .argument("file", .inputFile, "a CSV file; - is standard input"), options.club,
            returns: .list(ClubFields.student), changes: true
        ) { file, club in
            let roll = try options.roll(club)
            let drafts = try RollFile(bytes: file.bytes(limit: RollFile.largest)).drafts()
            let (added, known) = try roll.add(drafts)
            var output = Output.list(added, ClubFields.student, empty: "Nobody is new.", next: ["club student list"])
            output.notice =
                known.isEmpty
                ? "Put \(counted(added.count, "student")) on the roll."
                : "Put \(counted(added.count, "student")) on the roll. \(counted(known.count, "name")) stood there already."
            return output
        }
    }
}
