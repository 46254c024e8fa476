import Club
import Groups
import Interface
import Kernel

/// `club assign|tasks|done|announce`: tasks and notices from instructors.
struct TaskCommands: Sendable {
    let options: ClubOptions

    var commands: [Command] { [assign, tasks, importWords, withdraw, done, announce] }

    /// A task as one member sees it.
    private struct Line: Sendable {
        let task: ClubSnapshot.PostedValue<ClubTask>
        let command: String
        /// The number of members who reported it as done, or nil unless the viewer teaches.
        let completerCount: Int?
    }

    private static let taskFields: [Field<Line>] = [
        Field("id", "the task") { .text($0.task.post.id.rawValue) },
        Field("kind", title: "Kind", "set, pattern or page") { .text($0.task.value.kind.rawValue) },
        Field("title", title: "What", "what to practice", room: .main) { .text($0.task.value.piece.title) },
        Field("until", title: "Until", "the last day") { .day($0.task.value.until) },
        Field("command", title: "Command", "the command to start it") { .text($0.command) },
        Field("done", "how many reported it as done; null unless you teach") { .integer($0.completerCount) },
    ]

    /// Returns the command that performs a task. For a set with words, it first imports the words.
    static func command(
        _ task: ClubSnapshot.PostedValue<ClubTask>, _ row: Int, in snapshot: ClubSnapshot, of learner: Member?,
        _ sets: WordSetStorage
    ) -> String {
        guard let set = snapshot.wordSet(sentWith: task), !snapshot.isStaff else { return task.value.command }
        guard let learner else { return "club tasks take \(row)" }
        let child = learner.id == snapshot.me.id ? nil : learner.name
        let name = set.name(from: snapshot.group.name)
        guard (try? sets.has(name, child)) ?? false else { return "club tasks take \(row)" }
        return ClubTask(.set, Piece(name, name), until: task.value.until).command
    }

    /// Returns the open tasks in the order of `club tasks`.
    private func lines(_ snapshot: ClubSnapshot, of learner: Member? = nil, on today: Day) -> [Line] {
        let learner = learner ?? (snapshot.learners.count == 1 ? snapshot.learners[0] : nil)
        return snapshot.tasks(on: today).enumerated().map { index, task in
            Line(
                task: task, command: TaskCommands.command(task, index + 1, in: snapshot, of: learner, options.sets),
                completerCount: snapshot.isStaff ? snapshot.completers(task.post.id).count : nil)
        }
    }

    /// Returns the task in a row of `club tasks`.
    ///
    /// - Throws: `noSuchPiece`.
    private func line(_ row: Int, in snapshot: ClubSnapshot, of learner: Member? = nil, on today: Day) throws -> Line {
        let lines = lines(snapshot, of: learner, on: today)
        guard lines.indices.contains(row - 1) else {
            throw Failure(
                .noSuchPiece, "There is no task in row \(row).", advice: "`club tasks` shows them.", kind: .usage)
        }
        return lines[row - 1]
    }

    private static let row = Parameter<Int>.argument(
        "row", .integer(1...1000, placeholder: "ROW"), "its row in `club tasks`")

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
            returns: .one(ClubFields.assigned), changes: true
        ) { kind, what, until, names, club in
            let (circle, snapshot) = try options.snapshot(club)
            let until = until ?? circle.time.today().adding(days: 7)
            let set = try kind == .set ? options.sets.read(what).validated() : nil
            let piece =
                try set.map { Piece($0.name, $0.name) } ?? TaskCommands.piece(kind, what, options.registry().curriculum)
            let task = ClubTask(kind, piece, until: until)
            let students = try names.map { name -> Identifier<Member> in
                let matches = snapshot.members.filter {
                    $0.role == ClubRole.student.rawValue && Folding.folded($0.name) == Folding.folded(name)
                }
                guard matches.count == 1 else {
                    throw Failure(
                        .noSuchMember,
                        matches.isEmpty
                            ? "No student of the club is called “\(name.prefix(60))”."
                            : "More than one student of the club is called “\(name.prefix(60))”.",
                        advice: "`club members` lists them.", kind: .usage)
                }
                return matches[0].id
            }
            let sending =
                try set.map { try circle.assign($0, until: until, to: Set(students), in: snapshot.group) }
                ?? circle.assign(task, to: Set(students), in: snapshot.group)
            let recipients = names.isEmpty ? "everybody" : names.joined(separator: ", ")
            return .changed(
                ClubOptions.deliveryMessage("Assigned \(piece.title) to \(recipients) until \(task.until).", sending),
                task,
                ClubFields.assigned, next: ["club tasks"])
        }
    }

    /// Returns the pattern or page of a name or ID.
    ///
    /// - Throws: `noSuchPiece`.
    private static func piece(_ kind: ClubTask.Kind, _ name: String, _ curriculum: ClubCurriculum) throws -> Piece {
        let pieces = try curriculum.syllabi().flatMap { kind == .pattern ? $0.patterns : $0.pages }
        let foldedName = Folding.compact(name)
        guard
            let piece = pieces.first(where: {
                $0.id == name || Folding.compact($0.title) == foldedName || Folding.compact($0.id) == foldedName
            })
        else {
            throw Failure(
                .noSuchPiece, "There is no \(kind.rawValue) “\(name.prefix(60))”.",
                advice: kind == .pattern ? "`pattern list` shows them." : "`theory list` shows them.", kind: .usage)
        }
        return piece
    }

    private var tasks: Command {
        Command(
            "club tasks", "List what is to be worked on, and for instructors how many did it",
            examples: [.init("club tasks", "what is open", runs: false)], options.club,
            returns: .list(TaskCommands.taskFields), changes: true
        ) { club in
            let (circle, snapshot) = try options.snapshot(club)
            let lines = lines(snapshot, on: circle.time.today())
            let completions = lines.compactMap { line in
                line.completerCount.map {
                    StyledText(
                        "\(line.task.value.piece.title): \(counted($0, "student")) said that it is done.", .muted)
                }
            }
            return .list(
                lines, TaskCommands.taskFields, empty: "Nothing is assigned.",
                footer: (completions.isEmpty ? [] : [.gap] + completions.map { .paragraph($0) })
                    + SharedClubCommands.copyNotice(snapshot),
                next: lines.isEmpty
                    ? ["club"] : snapshot.isStaff ? ["club assign KIND WHAT"] : ["train", "club done 1"])
        }
    }

    private var importWords: Command {
        Command(
            "club tasks take", "Take the words of a set that was assigned",
            discussion: """
                All of the words are shown first; then you are asked. They become words of your own, in a set that is called after the club, and stay yours \
                when you leave it.
                """,
            examples: [.init("club tasks take 1 --yes", "without being asked", runs: false)], TaskCommands.row,
            ClubOptions.childOption, options.club, returns: .one(TaskCommands.taskFields), changes: true
        ) { row, childName, club in
            let (circle, snapshot) = try options.snapshot(club)
            let learner = try ClubOptions.learner(childName, in: snapshot)
            let today = circle.time.today()
            let line = try line(row, in: snapshot, of: learner, on: today)
            guard let set = snapshot.wordSet(sentWith: line.task) else {
                throw Failure(
                    .noSuchPiece, "No words travel with “\(line.task.value.piece.title)”.",
                    advice: "Type: \(line.command)", kind: .usage)
            }
            let name = set.name(from: snapshot.group.name)
            var output = Output.confirm("Take these words as “\(name)”?") {
                let count = try options.sets.addWords(
                    set.words, name, learner.id == snapshot.me.id ? nil : learner.name)
                let updatedLine = try self.line(row, in: snapshot, of: learner, on: today)
                return .changed(
                    "Took “\(name)”: \(counted(set.words.count, "word")), \(count) of them new.", updatedLine,
                    TaskCommands.taskFields, next: [updatedLine.command, "undo"])
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

    private var withdraw: Command {
        Command(
            "club tasks withdraw", "Withdraw a task that you assigned",
            examples: [.init("club tasks withdraw 1 --yes", "without asking", runs: false)], TaskCommands.row,
            options.club, returns: .one(TaskCommands.taskFields), changes: true
        ) { row, club in
            let (circle, snapshot) = try options.snapshot(club)
            let line = try line(row, in: snapshot, on: circle.time.today())
            return .confirm("Take back “\(line.task.value.piece.title)”?") {
                let sending = try circle.withdraw(line.task.post, in: snapshot)
                return .changed(
                    ClubOptions.deliveryMessage("Taken back.", sending), line, TaskCommands.taskFields,
                    next: ["club tasks"])
            }
        }
    }

    private var done: Command {
        Command(
            "club done", "Tell your instructors that you did a task",
            examples: [.init("club done 1", "the first of the list", runs: false)], TaskCommands.row,
            ClubOptions.childOption,
            options.club, returns: .one(TaskCommands.taskFields), changes: true
        ) { row, childName, club in
            let (circle, snapshot) = try options.snapshot(club)
            let learner = try ClubOptions.learner(childName, in: snapshot)
            let line = try line(row, in: snapshot, of: learner, on: circle.time.today())
            let sending = try circle.report(done: line.task.post.id, of: learner.id, in: snapshot.group)
            return .changed(
                ClubOptions.deliveryMessage("Told that \(line.task.value.piece.title) is done.", sending), line,
                TaskCommands.taskFields,
                next: ["club tasks"])
        }
    }

    private var announce: Command {
        Command(
            "club announce", "Send a notice to everyone in the club; there are no replies",
            examples: [.init("club announce 'No class on Friday.'", "to everybody", runs: false)],
            .argument("text", .text("TEXT", limit: ClubNotice.longest), "the text of the notice"),
            Parameter<ClubNotice.Kind>.option(
                "kind", .choice("KIND"), default: .news,
                "news, the feature of the month, a challenge of thirty days, or a tip for studying"),
            options.club, returns: .one(ClubFields.notice), changes: true
        ) { text, kind, club in
            let (circle, snapshot) = try options.snapshot(club)
            let isTip = kind == .tip && snapshot.isStaff
            let sending =
                try isTip ? circle.propose(text, in: snapshot) : circle.announce(text, as: kind, in: snapshot.group)
            return .changed(
                ClubOptions.deliveryMessage("Told everybody in \(snapshot.group.name).", sending),
                ClubNotice(kind: kind, text: text),
                ClubFields.notice, next: isTip ? ["club tips"] : ["club announcements"])
        }
    }
}
