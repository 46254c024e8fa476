import Kernel

/// A search for cycles among tasks.
///
/// A task comes after the tasks that it waits for and after its parts.
enum TaskCycle {
    /// Returns the first cycle among tasks, or an empty list.
    ///
    /// It visits each task once per link to it.
    static func first(among open: [FocusTask]) -> [FocusTask] {
        let byID = Dictionary(open.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var before: [Identifier<FocusTask>: [Identifier<FocusTask>]] = [:]
        var after: [Identifier<FocusTask>: [Identifier<FocusTask>]] = [:]
        /// Records that a task comes after another.
        func link(_ task: Identifier<FocusTask>, after other: Identifier<FocusTask>) {
            guard task != other, byID[task] != nil, byID[other] != nil else { return }
            before[task, default: []].append(other)
            after[other, default: []].append(task)
        }
        for task in open {
            for other in Set(task.after ?? []).sorted(by: { $0.rawValue < $1.rawValue }) {
                link(task.id, after: other)
            }
            if let container = task.parent { link(container, after: task.id) }
        }
        // This is a topological sort. The remaining tasks are in a cycle or wait for one.
        var count = before.mapValues(\.count)
        var ready = open.map(\.id).filter { count[$0] == nil }
        while let task = ready.popLast() {
            for next in after[task] ?? [] {
                count[next, default: 0] -= 1
                if count[next] == 0 { ready.append(next) }
            }
        }
        let remaining = Set(count.filter { $0.value > 0 }.keys)
        guard var current = remaining.min(by: { $0.rawValue < $1.rawValue }) else { return [] }
        var path: [Identifier<FocusTask>] = []
        while !path.contains(current) {
            path.append(current)
            guard let next = before[current]?.first(where: remaining.contains) else { return [] }
            current = next
        }
        return path.drop { $0 != current }.compactMap { byID[$0] }
    }
}
