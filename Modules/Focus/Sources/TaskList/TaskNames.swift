import Kernel

extension TaskList {
    /// How people name a task, beside its title.
    public static let naming = Naming<FocusTask>(
        "task", listedBy: "task list", missing: .taskNotFound, ambiguous: .taskAmbiguous, names: { [$0.id.rawValue] },
        title: \.title)

    /// The task that a person means: by its identifier, as the open one with this title without regard to case, by its row in the list, by either
    /// end of its identifier, by a part of its title, and last among those that are done.
    ///
    /// - Parameter doneFirst: those that are done before the others, and rows of their list.
    /// - Throws: `taskNotFound`; `taskAmbiguous` when several are meant.
    public func task(_ name: String, doneFirst: Bool = false) throws -> Row {
        let gates = gates.settled()
        let rows = try NamingRule.row(name).map { try doneFirst ? closed(limit: $0) : open(limit: $0) } ?? []
        return try store.read { transaction in
            var found = try transaction.record(Identifier<FocusTask>(name)).map { [$0] } ?? []
            if found.isEmpty, !doneFirst { found = try transaction.records(FocusTask.byTitle.at(name.lowercased()).limit(2)) }
            if found.isEmpty, let row = NamingRule.row(name), row <= rows.count { found = [rows[row - 1].task] }
            if found.isEmpty, name.count >= NamingRule.shortest {
                found = try transaction.records(FocusTask.byEnding.prefix(String(name.lowercased().reversed())).limit(6))
            }
            if found.isEmpty { found = try named(name, doneFirst: doneFirst, in: transaction) }
            guard let task = found.first else { throw TaskList.naming.nothing(name, rows: rows.count) }
            guard found.count == 1 else { throw TaskList.naming.several(name, found.map { (nil, $0) }) }
            return try marked([task], locked: lock(by: gates, in: transaction), in: transaction)[0]
        }
    }

    /// Whether an open task has this title without regard to case.
    public func isTitle(_ name: String) throws -> Bool {
        try store.read { try !$0.records(FocusTask.byTitle.at(name.lowercased()).limit(1)).isEmpty }
    }

    /// Those whose identifiers begin with what was typed, else those whose titles are or hold it; of several with one title that are done, the one that was done last.
    private func named(_ name: String, doneFirst: Bool, in transaction: borrowing Transaction) throws -> [FocusTask] {
        let wanted = Folding.folded(name)
        guard !wanted.isEmpty else { return [] }
        let today = today
        let all = try transaction.records(FocusTask.byStanding.all.descending).map { ($0, title: Folding.folded($0.title)) }
        let (done, open) = (all.filter { $0.0.isDone(on: today) }, all.filter { !$0.0.isDone(on: today) })
        let begun = all.map(\.0).filter { NamingRule.isEnd(name.lowercased(), of: $0.id.rawValue) }
        if !begun.isEmpty { return begun }
        for group in doneFirst ? [done, open] : [open, done] {
            let exact = group.filter { $0.title == wanted }
            let fitting = exact.isEmpty ? group.filter { $0.title.contains(wanted) } : exact
            guard let first = fitting.first else { continue }
            let isOneTitle = first.0.isDone(on: today) && fitting.allSatisfy { $0.title == first.title }
            return isOneTitle ? [first.0] : fitting.map(\.0)
        }
        return []
    }
}
