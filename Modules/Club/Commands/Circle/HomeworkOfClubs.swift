import Club
import Groups
import Kernel
import Practice

/// What clubs ask of learners, for the daily training.
struct HomeworkOfClubs: Sendable {
    let options: ClubOptions

    /// What somebody whom a person sees for is to work on, and has not told that it is done. On the way what they share is told anew, where they follow it.
    func homework(_ circle: ClubCircle, of learners: (ClubSight) -> [Member]) throws -> [Homework] {
        try circle.membership.groups().flatMap { group -> [Homework] in
            let found = try (try? circle.sight(of: group, .glance)) ?? circle.lastSight(of: group)
            guard let sight = found else { return [] }
            _ = try? ClubFollowing(options.book(), circle, options.own).tell(in: sight)
            let tasks = sight.tasks(on: circle.time.today())
            return learners(sight).flatMap { learner in
                sight.tasks(of: learner, on: circle.time.today()).map { told in
                    let row = (tasks.firstIndex { $0.paper.id == told.paper.id } ?? 0) + 1
                    let kind = Homework.Kind(rawValue: told.value.kind.rawValue) ?? .other
                    return Homework(
                        from: sight.known.name, told.value.piece.title, kind, told.value.piece.id,
                        command: TaskDesk.command(told, row, in: sight, of: learner, options.sets), until: told.value.until)
                }
            }
        }
    }
}
