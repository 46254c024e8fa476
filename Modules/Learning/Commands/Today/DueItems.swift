import Kernel
import Learning

/// A source of due items other than cards, contributed by the plugin of their exercise.
package struct DueItems: Sendable {
    let sorts: Set<DueSort>
    /// Returns the items due on or before a day. The default is today.
    let due: @Sendable (_ day: Day?) throws -> [DueSubject]

    package init(_ sorts: Set<DueSort>, due: @escaping @Sendable (_ day: Day?) throws -> [DueSubject]) {
        self.sorts = sorts
        self.due = due
    }
}

extension ExtensionPoint where Contribution == DueItems {
    /// The due items that `due` and the first screen add to cards.
    package static var dueItems: Self { ExtensionPoint() }
}

/// A query for due items other than cards, across all exercises of an app.
struct DueItemsQuery: Sendable {
    let sources: [DueItems]

    init(_ sources: [DueItems]) { self.sources = sources }

    /// Returns all items due on or before a day, grouped by sort. The default is today.
    func due(by day: Day? = nil) throws -> [DueSubject] {
        let subjects = try sources.flatMap { try $0.due(day) }
        return DueSort.allCases.flatMap { sort in subjects.filter { $0.sort == sort } }
    }

    /// Returns the items of one sort that are due today.
    func due(_ sort: DueSort) throws -> [DueSubject] {
        try sources.filter { $0.sorts.contains(sort) }.flatMap { try $0.due(nil) }
    }
}

extension [DueSubject] {
    /// The number of parts of each sort with at least one, in lesson order.
    package var counts: [(sort: DueSort, count: Int)] {
        DueSort.allCases.map { sort in (sort, count(of: sort)) }.filter { $0.1 > 0 }
    }

    package func count(of sort: DueSort) -> Int { filter { $0.sort == sort }.reduce(0) { $0 + $1.parts.count } }

    /// The counts as text, such as `3 movements, 2 lines`, or an empty string if there are none.
    package var words: String { counts.map { $0.sort.counted($0.count) }.joined(separator: ", ") }
}
