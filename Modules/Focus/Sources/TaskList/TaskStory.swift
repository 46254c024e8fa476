import Kernel

extension TaskList {
    /// A task and all that there is to tell of it.
    public struct Story: Sendable {
        /// A part, or a part of one.
        public struct Part: Sendable {
            /// As it is kept.
            public let row: Row
            /// How far down, from 1.
            public let level: Int
        }

        /// How many are told of at most.
        static let mostParts = 1_000

        /// The task today.
        public let row: Row
        /// What it is a part of, the nearest first.
        public let wholes: [FocusTask]
        /// Its parts and theirs, each behind its whole, the oldest first.
        public let parts: [Part]
        /// What waits for it and is not done.
        public let waiting: [FocusTask]
        /// Milliseconds of focus on it and all its parts.
        public let spent: Int
        /// Seconds that it and its parts should take: its own estimate, or what its parts come to.
        public let estimate: Int?
        /// Seconds that its parts should take, where they have estimates.
        public let estimateOfParts: Int?

        /// Whether more was spent than it should take.
        public var isOver: Bool { estimate.map { spent > $0 * 1000 } ?? false }
    }

    /// Everything about a task, named as `task(_:)` reads names.
    ///
    /// - Throws: `taskNotFound`; `taskAmbiguous`.
    public func story(of name: String) throws -> Story {
        let row = try task(name)
        let today = today
        return try store.read { transaction in
            let below = try transaction.parts(of: [row.task], atMost: Story.mostParts)
            let rows = try marked(below.map(\.task), locked: { _ in false }, in: transaction)
            let children = Dictionary(grouping: zip(rows, below).map { (row: $0, whole: $1.from?.id) }, by: \.whole)
            var parts: [Story.Part] = []
            var estimates: [Identifier<FocusTask>: Int] = [:]
            // Each part has one whole here, even in a circle: as it was found.
            func tell(_ id: Identifier<FocusTask>, _ level: Int) {
                for (row, _) in children[id] ?? [] {
                    parts.append(Story.Part(row: row, level: level))
                    tell(row.task.id, level + 1)
                    if let seconds = row.task.estimate ?? estimates[row.task.id] { estimates[id, default: 0] += seconds }
                }
            }
            tell(row.task.id, 1)
            return Story(
                row: row, wholes: try transaction.wholes(of: row.task), parts: parts,
                waiting: try transaction.waiting(for: [row.task.id]).filter { !$0.rests(on: today) },
                spent: below.reduce(row.task.spent) { $0 + $1.task.spent },
                estimate: row.task.estimate ?? estimates[row.task.id], estimateOfParts: estimates[row.task.id])
        }
    }
}
