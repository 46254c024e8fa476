import Focus
import Interface
import Kernel

/// The commands that make a task a part of another or let it wait for another.
extension TaskCommands {
    var move: Command {
        Command(
            "task move", "Make a task a part of another",
            discussion: """
                Parts can have parts, \(FocusTask.deepest) levels in all. A task is done after its parts. With --top the task stands by itself again.
                """,
            examples: [
                .init("task move 'Call Mina' --under 'Write report'", "Now a part of it", runs: false),
                .init("task move 'Call Mina' --top", "By itself again", runs: false),
            ],
            name, .option("under", taskName, "the task that it becomes a part of"),
            .flag("top", "a part of no other"), returns: .one(TaskFields.row), changes: true
        ) { name, under, isTop in
            guard (under != nil) != isTop else {
                throw Failure(
                    .moveWhere, "Say either --under TASK or --top.",
                    advice: "`task move 'Find sources' --under 'Write report'`", kind: .usage)
            }
            let row = try tasks.task(name)
            let container = try under.map { try tasks.task($0).task }
            let task = try tasks.move(row.task.id, under: container?.id)
            let stateText = container.map { "is a part of “\($0.title)”" } ?? "stands by itself"
            return .changed(
                "“\(task.title)” (\(task.id)) \(stateText).", self.row(task), TaskFields.row,
                next: ["task show \((container ?? task).id.shortForm)", "task list"])
        }
    }

    var wait: Command {
        Command(
            "task wait", "Say which tasks come before a task",
            discussion: """
                A task that waits is marked in the list, and task next leaves it out until what it waits for is done or deleted. You can finish it all \
                the same. A task that repeats holds others up until it is done once, and again from its day on.
                """,
            examples: [
                .init("task wait 'Write report' --for 'Call Mina'", "First the call, then the report", runs: false),
                .init("task wait 'Write report' --not-for 'Call Mina'", "It waits no longer", runs: false),
            ],
            name, .options("for", taskName, "a task that comes first"),
            .options("not-for", taskName, "a task that it no longer waits for"), returns: .one(TaskFields.row),
            changes: true
        ) { name, others, removed in
            guard !others.isEmpty || !removed.isEmpty else {
                throw Failure(
                    .waitForWhat,
                    "Say what it waits for with --for TASK, or what it no longer waits for with --not-for TASK.",
                    advice: "`task wait 'Write report' --for 'Call Mina'`", kind: .usage)
            }
            let id = try tasks.task(name).task.id
            let task = try tasks.wait(
                id, for: others.map { try tasks.task($0).task.id },
                notFor: removed.map { try tasks.awaitedTask($0, by: id) })
            let awaited = TaskCommands.titles(try tasks.awaited(by: task), most: 10)
            let sentence =
                awaited.map { "“\(task.title)” (\(task.id)) waits for \($0)." }
                ?? "“\(task.title)” (\(task.id)) waits for nothing."
            return .changed(sentence, row(task), TaskFields.row, next: ["task next", "task show \(task.id.shortForm)"])
        }
    }
}
