import Club
import Groups
import Kernel
import Terminal

/// `club assign|tasks|done|announce`: what instructors hand out.
struct TaskDesk: Sendable {
    let options: ClubOptions

    var commands: [Command] { [assign, tasks, done, announce] }

    private static let task: [Field<ClubSight.Told<ClubTask>>] = [
        Field("id", "the task") { .text($0.paper.id.rawValue) },
        Field("kind", title: "Kind", "set, pattern or page") { .text($0.value.kind.rawValue) },
        Field("title", title: "What", "what is to be worked on", room: .main) { .text($0.value.piece.title) },
        Field("until", title: "Until", "the last day") { .day($0.value.until) },
        Field("command", title: "Type", "what is typed to do it") { .text($0.value.command) },
    ]

    private var assign: Command {
        Command(
            "club assign", "Give students a set, a pattern or a page to work on until a day",
            discussion: """
                Everybody gets it, or those whom --to names. It appears in their club and their train. Whether they did it you learn only from who says so.
                """,
            examples: [.init("club assign pattern chon-ji --until sunday", "for everybody", runs: false)],
            Parameter<ClubTask.Kind>.argument("kind", .choice("KIND"), "what kind of thing it is"),
            .argument("what", .text("WHAT", limit: 80), "its name or id: chon-ji; a set by its name"),
            .option("until", .day, shown: "a week from now", "the last day"),
            .options("to", .text("STUDENT", limit: 60), "a member; again for more"), options.club,
            returns: .one(ClubFields.assigned),
            changes: true
        ) { kind, what, until, names, club in
            let (circle, sight) = try options.sight(club)
            let piece = try TaskDesk.piece(kind, what, options.book().programme)
            let task = ClubTask(kind, piece, until: until ?? circle.time.today().adding(days: 7))
            let students = try names.map { name -> Identifier<Member> in
                let found = sight.members.filter {
                    $0.role == ClubRole.student.rawValue && Folding.folded($0.name) == Folding.folded(name)
                }
                guard found.count == 1 else {
                    throw Failure(
                        .noSuchMember,
                        found.isEmpty
                            ? "No student of the club is called “\(name.prefix(60))”."
                            : "More than one student of the club is called “\(name.prefix(60))”.",
                        advice: "`club members` lists them.", kind: .usage)
                }
                return found[0].id
            }
            let hasArrived = try circle.assign(task, to: Set(students), in: sight.known)
            let whom = names.isEmpty ? "everybody" : names.joined(separator: ", ")
            return .changed(
                "Assigned \(piece.title) to \(whom) until \(task.until).\(ClubOptions.ending(hasArrived))", task,
                ClubFields.assigned,
                next: ["club tasks"])
        }
    }

    private static func piece(_ kind: ClubTask.Kind, _ what: String, _ programme: Programme) throws -> Piece {
        guard kind != .set else { return Piece(what, what) }
        let all = try programme.matter().flatMap { kind == .pattern ? $0.patterns : $0.pages }
        let wanted = Folding.compact(what)
        guard
            let piece = all.first(where: {
                $0.id == what || Folding.compact($0.title) == wanted || Folding.compact($0.id) == wanted
            })
        else {
            throw Failure(
                .noSuchPiece, "There is no \(kind.rawValue) “\(what.prefix(60))”.",
                advice: kind == .pattern ? "`pattern list` shows them." : "`theory list` shows them.", kind: .usage)
        }
        return piece
    }

    private var tasks: Command {
        Command(
            "club tasks", "List what is to be worked on, and for instructors how many did it",
            examples: [.init("club tasks", "what is open", runs: false)], options.club, returns: .list(TaskDesk.task),
            changes: true
        ) { club in
            let (circle, sight) = try options.sight(club)
            let tasks = sight.tasks(on: circle.time.today())
            let told = tasks.map {
                StyledText(
                    "\($0.value.piece.title): \(counted(sight.done($0.paper.id).count, "student")) said it is done.", .muted)
            }
            return .list(
                tasks, TaskDesk.task, empty: "Nothing is assigned.",
                footer: sight.isStaff && !tasks.isEmpty ? [.gap] + told.map { .paragraph($0) } : [],
                next: tasks.isEmpty ? ["club"] : sight.isStaff ? ["club assign KIND WHAT"] : ["train", "club done 1"])
        }
    }

    private var done: Command {
        Command(
            "club done", "Tell your instructors that you did a task",
            examples: [.init("club done 1", "the first of the list", runs: false)],
            .argument("row", .integer(1...1000, placeholder: "ROW"), "its row in `club tasks`"), ClubOptions.whose, options.club,
            returns: .one(TaskDesk.task), changes: true
        ) { row, whose, club in
            let (circle, sight) = try options.sight(club)
            let tasks = sight.tasks(on: circle.time.today())
            guard tasks.indices.contains(row - 1) else {
                throw Failure(.noSuchPiece, "There is no task in row \(row).", advice: "`club tasks` shows them.", kind: .usage)
            }
            let learner = try ClubOptions.learner(whose, in: sight)
            let task = tasks[row - 1]
            let hasArrived = try circle.tell(done: task.paper.id, of: learner.id, in: sight.known)
            return .changed(
                "Told that \(task.value.piece.title) is done.\(ClubOptions.ending(hasArrived))", task, TaskDesk.task,
                next: ["club tasks"])
        }
    }

    private var announce: Command {
        Command(
            "club announce", "Tell everybody in the club something; nobody can answer",
            examples: [.init("club announce 'No class on Friday.'", "to everybody", runs: false)],
            .argument("text", .text("TEXT", limit: ClubNotice.longest), "what you want to say"),
            Parameter<ClubNotice.Kind>.option(
                "kind", .choice("KIND"), default: .news,
                "news, the feature of the month, a challenge of thirty days, or a tip for studying"),
            options.club, returns: .one(ClubFields.said), changes: true
        ) { text, kind, club in
            let (circle, sight) = try options.sight(club)
            let isTip = kind == .tip && sight.isStaff
            let hasArrived = try isTip ? circle.propose(text, in: sight) : circle.announce(text, as: kind, in: sight.known)
            return .changed(
                "Told everybody in \(sight.known.name).\(ClubOptions.ending(hasArrived))", ClubNotice(kind: kind, text: text),
                ClubFields.said, next: ["club"])
        }
    }
}
