import Kernel

extension TaskList {
    /// A task with all its details.
    package struct Details: Sendable {
        /// A direct or indirect part.
        package struct Part: Sendable {
            package let row: Row
            /// The depth, from 1.
            package let level: Int
        }

        /// The largest number of reported parts.
        static let mostParts = 1_000

        package let row: Row
        /// The tasks that contain it, the nearest first.
        package let ancestors: [FocusTask]
        /// All its direct and indirect parts, each after its containing task, oldest first.
        package let parts: [Part]
        /// The open tasks that wait for it.
        package let waiting: [FocusTask]
        /// Milliseconds of focus on it and all its parts.
        package let spent: Int
        /// The estimate in seconds for it and its parts: its own, or the sum of its parts.
        package let estimate: Int?
        /// The sum of its parts' estimates in seconds, or nil without one.
        package let estimateOfParts: Int?

        /// Whether the spent time exceeds the estimate.
        package var isOver: Bool { estimate.map { spent > $0 * 1000 } ?? false }
    }

    /// Returns everything about a task, with the names of `task(_:)`.
    ///
    /// - Throws: `taskNotFound`, `taskAmbiguous`.
    package func details(of name: String) throws -> Details {
        let row = try task(name)
        let today = today
        return try store.read { transaction in
            let allParts = try transaction.parts(of: [row.task], atMost: Details.mostParts)
            let rows = try makeRows(allParts.map(\.task), locked: { _ in false }, in: transaction)
            let children = Dictionary(grouping: zip(rows, allParts).map { (row: $0, whole: $1.from?.id) }, by: \.whole)
            var parts: [Details.Part] = []
            var estimates: [Identifier<FocusTask>: Int] = [:]
            // Each part keeps the containing task through which it was found, even in a cycle.
            func appendParts(_ id: Identifier<FocusTask>, _ level: Int) {
                for (row, _) in children[id] ?? [] {
                    parts.append(Details.Part(row: row, level: level))
                    appendParts(row.task.id, level + 1)
                    if let seconds = row.task.estimate ?? estimates[row.task.id] {
                        estimates[id, default: 0] += seconds
                    }
                }
            }
            appendParts(row.task.id, 1)
            return Details(
                row: row, ancestors: try transaction.ancestors(of: row.task), parts: parts,
                waiting: try transaction.waiting(for: [row.task.id]).filter { !$0.needsNoWork(on: today) },
                spent: allParts.reduce(row.task.spent) { $0 + $1.task.spent },
                estimate: row.task.estimate ?? estimates[row.task.id], estimateOfParts: estimates[row.task.id])
        }
    }
}
