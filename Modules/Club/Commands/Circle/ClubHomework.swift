import Club
import Groups
import Kernel
import Practice

/// Tasks from clubs for the daily training.
struct ClubHomework: Sendable {
    let options: ClubOptions

    /// Returns the open tasks of the learners that a person sees. It also updates values that the
    /// learner shares continuously.
    func homework(_ circle: ClubCircle, of learners: (ClubSnapshot) -> [Member]) throws -> [Homework] {
        try circle.membership.groups().flatMap { group -> [Homework] in
            guard let snapshot = try (try? circle.snapshot(of: group, .brief)) ?? circle.savedSnapshot(of: group)
            else { return [] }
            _ = try? ShareSubscriptions(options.registry(), circle, options.progress).sendChanges(in: snapshot)
            let tasks = snapshot.tasks(on: circle.time.today())
            return learners(snapshot).flatMap { learner in
                snapshot.tasks(of: learner, on: circle.time.today()).map { task in
                    let row = (tasks.firstIndex { $0.post.id == task.post.id } ?? 0) + 1
                    let kind = Homework.Kind(rawValue: task.value.kind.rawValue) ?? .other
                    return Homework(
                        from: snapshot.group.name, task.value.piece.title, kind, task.value.piece.id,
                        command: TaskCommands.command(task, row, in: snapshot, of: learner, options.sets),
                        until: task.value.until)
                }
            }
        }
    }
}
