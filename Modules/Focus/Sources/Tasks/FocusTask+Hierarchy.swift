import Kernel

extension FocusTask {
    /// The greatest number of levels of tasks and parts.
    package static let deepest = 5

    /// Returns whether it needs no work on a day, because it is done or is due again later.
    func needsNoWork(on day: Day) -> Bool {
        isDone(on: day) || (recurrence != nil && doneOn != nil && due.map { $0 > day } ?? false)
    }

    /// Returns tasks and everything reachable from them, nearest first, each once with its
    /// predecessor.
    ///
    /// All walks along parts, containing tasks and dependencies use it. A cycle, which two
    /// independent devices can create, ends at its start.
    static func walk(
        from start: [FocusTask], atMost most: Int = .max, to next: (FocusTask) throws -> [FocusTask]
    ) rethrows -> [(task: FocusTask, from: FocusTask?)] {
        var seen = Set(start.map(\.id))
        var visited: [(task: FocusTask, from: FocusTask?)] = start.map { ($0, nil) }
        var index = 0
        while index < visited.count, visited.count < most {
            let task = visited[index].task
            for other in try next(task) where seen.insert(other.id).inserted { visited.append((other, task)) }
            index += 1
        }
        return visited
    }
}
