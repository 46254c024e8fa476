import Club
import Groups
import Kernel
import Terminal

/// `club assign|tasks|done|announce`: what instructors hand out.
struct TaskDesk: Sendable {
    let options: ClubOptions

    var commands: [Command] { [assign, tasks, take, takeBack, done, announce] }

    /// A task as somebody sees it.
    private struct Line: Sendable {
        let told: ClubSight.Told<ClubTask>
        let command: String
        let done: Int?
    }

    private static let task: [Field<Line>] = [
        Field("id", "the task") { .text($0.told.paper.id.rawValue) },
        Field("kind", title: "Kind", "set, pattern or page") { .text($0.told.value.kind.rawValue) },
        Field("title", title: "What", "what is to be worked on", room: .main) { .text($0.told.value.piece.title) },
        Field("until", title: "Until", "the last day") { .day($0.told.value.until) },
        Field("command", title: "Command", "what is typed to do it") { .text($0.command) },
        Field("done", "how many said that they did it; null for who does not teach") { .integer($0.done) },
    ]

    /// What is typed to do a task: of a set whose words travel with it, first that they are taken.
    static func command(
        _ told: ClubSight.Told<ClubTask>, _ row: Int, in sight: ClubSight, of learner: Member?, _ sets: SetPlace
    ) -> String {
        guard let set = sight.set(of: told), !sight.isStaff else { return told.value.command }
        guard let learner else { return "club tasks take \(row)" }
        let child = learner.id == sight.me.id ? nil : learner.name
        let name = set.name(from: sight.known.name)
        guard (try? sets.has(name, child)) ?? false else { return "club tasks take \(row)" }
        return ClubTask(.set, Piece(name, name), until: told.value.until).command
    }

    private func lines(_ sight: ClubSight, of learner: Member? = nil, on today: Day) -> [Line] {
        let learner = learner ?? (sight.learners.count == 1 ? sight.learners[0] : nil)
        return sight.tasks(on: today).enumerated().map { place, told in
            Line(
                told: told, command: TaskDesk.command(told, place + 1, in: sight, of: learner, options.sets),
                done: sight.isStaff ? sight.done(told.paper.id).count : nil)
        }
    }

    private func line(_ row: Int, in sight: ClubSight, of learner: Member? = nil, on today: Day) throws -> Line {
        let lines = lines(sight, of: learner, on: today)
        guard lines.indices.contains(row - 1) else {
            throw Failure(.noSuchPiece, "There is no task in row \(row).", advice: "`club tasks` shows them.", kind: .usage)
        }
        return lines[row - 1]
    }

    private static let row = Parameter<Int>.argument("row", .integer(1...1000, placeholder: "ROW"), "its row in `club tasks`")

    private var assign: Command {
        Command(
            "club assign", "Give students a set, a pattern or a page to work on until a day",
            discussion: """
                Everybody gets it, or those whom --to names. It appears in their club and their train. Of a set of yours the words travel along, 100 at \
                most, and students take them with `club tasks take`. Whether they did it you learn only from who says so.
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
            let until = until ?? circle.time.today().adding(days: 7)
            let set = try kind == .set ? options.sets.read(what).judged() : nil
            let piece = try set.map { Piece($0.name, $0.name) } ?? TaskDesk.piece(kind, what, options.book().programme)
            let task = ClubTask(kind, piece, until: until)
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
            let sending =
                try set.map { try circle.assign($0, until: until, to: Set(students), in: sight.known) }
                ?? circle.assign(task, to: Set(students), in: sight.known)
            let whom = names.isEmpty ? "everybody" : names.joined(separator: ", ")
            return .changed(
                ClubOptions.said("Assigned \(piece.title) to \(whom) until \(task.until).", sending), task,
                ClubFields.assigned,
                next: ["club tasks"])
        }
    }

    private static func piece(_ kind: ClubTask.Kind, _ what: String, _ programme: Programme) throws -> Piece {
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
            let lines = lines(sight, on: circle.time.today())
            let told = lines.compactMap { line in
                line.done.map {
                    StyledText("\(line.told.value.piece.title): \(counted($0, "student")) said that it is done.", .muted)
                }
            }
            return .list(
                lines, TaskDesk.task, empty: "Nothing is assigned.",
                footer: (told.isEmpty ? [] : [.gap] + told.map { .paragraph($0) }) + CircleDesk.copy(sight),
                next: lines.isEmpty ? ["club"] : sight.isStaff ? ["club assign KIND WHAT"] : ["train", "club done 1"])
        }
    }

    private var take: Command {
        Command(
            "club tasks take", "Take the words of a set that was assigned",
            discussion: """
                All of the words are shown first; then you are asked. They become words of your own, in a set that is called after the club, and stay yours \
                when you leave it.
                """,
            examples: [.init("club tasks take 1 --yes", "without being asked", runs: false)], TaskDesk.row, ClubOptions.whose,
            options.club, returns: .one(TaskDesk.task), changes: true
        ) { row, whose, club in
            let (circle, sight) = try options.sight(club)
            let learner = try ClubOptions.learner(whose, in: sight)
            let today = circle.time.today()
            let line = try line(row, in: sight, of: learner, on: today)
            guard let set = sight.set(of: line.told) else {
                throw Failure(
                    .noSuchPiece, "No words travel with “\(line.told.value.piece.title)”.", advice: "Type: \(line.command)",
                    kind: .usage)
            }
            let name = set.name(from: sight.known.name)
            var output = Output.confirm("Take these words as “\(name)”?") {
                let count = try options.sets.lay(set.words, name, learner.id == sight.me.id ? nil : learner.name)
                let after = try self.line(row, in: sight, of: learner, on: today)
                return .changed(
                    "Took “\(name)”: \(counted(set.words.count, "word")), \(count) of them new.", after, TaskDesk.task,
                    next: [after.command, "undo"])
            }
            output.blocks =
                [.heading(StyledText("\(name): \(counted(set.words.count, "word"))"))]
                + set.words.map { word in
                    let korean = [word.hangul, word.romanization].filter { !$0.isEmpty }.joined(separator: " ")
                    return .paragraph(StyledText("  \(word.english): \(korean)"))
                } + [.gap]
            return output
        }
    }

    private var takeBack: Command {
        Command(
            "club tasks withdraw", "Take back a task that you assigned",
            examples: [.init("club tasks withdraw 1 --yes", "without asking", runs: false)], TaskDesk.row, options.club,
            returns: .one(TaskDesk.task), changes: true
        ) { row, club in
            let (circle, sight) = try options.sight(club)
            let line = try line(row, in: sight, on: circle.time.today())
            return .confirm("Take back “\(line.told.value.piece.title)”?") {
                let sending = try circle.takeBack(line.told.paper, in: sight)
                return .changed(ClubOptions.said("Taken back.", sending), line, TaskDesk.task, next: ["club tasks"])
            }
        }
    }

    private var done: Command {
        Command(
            "club done", "Tell your instructors that you did a task",
            examples: [.init("club done 1", "the first of the list", runs: false)], TaskDesk.row, ClubOptions.whose, options.club,
            returns: .one(TaskDesk.task), changes: true
        ) { row, whose, club in
            let (circle, sight) = try options.sight(club)
            let learner = try ClubOptions.learner(whose, in: sight)
            let line = try line(row, in: sight, of: learner, on: circle.time.today())
            let sending = try circle.tell(done: line.told.paper.id, of: learner.id, in: sight.known)
            return .changed(
                ClubOptions.said("Told that \(line.told.value.piece.title) is done.", sending), line, TaskDesk.task,
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
            let sending = try isTip ? circle.propose(text, in: sight) : circle.announce(text, as: kind, in: sight.known)
            return .changed(
                ClubOptions.said("Told everybody in \(sight.known.name).", sending), ClubNotice(kind: kind, text: text),
                ClubFields.said, next: isTip ? ["club tips"] : ["club announcements"])
        }
    }
}
