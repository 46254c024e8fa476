import Kernel

extension FocusTask {
    /// How many levels there are of wholes and parts: a task, its parts, theirs, and so on.
    public static let deepest = 5

    /// Whether there is nothing to do for it on a day: it is done, or it was done and comes back later.
    func rests(on day: Day) -> Bool {
        isDone(on: day) || (recurrence != nil && doneOn != nil && due.map { $0 > day } ?? false)
    }

    /// Tasks and those that they lead to, the nearest first, each once and with the one that led to it. Every way through wholes, parts and what is
    /// waited for is walked by this: a circle, which two devices can make that know nothing of each other, ends where it began.
    static func walk(
        from start: [FocusTask], atMost most: Int = .max, to next: (FocusTask) throws -> [FocusTask]
    ) rethrows -> [(task: FocusTask, from: FocusTask?)] {
        var seen = Set(start.map(\.id))
        var found: [(task: FocusTask, from: FocusTask?)] = start.map { ($0, nil) }
        var place = 0
        while place < found.count, found.count < most {
            let task = found[place].task
            for other in try next(task) where seen.insert(other.id).inserted { found.append((other, task)) }
            place += 1
        }
        return found
    }
}
