import Kernel

extension TaskList {
    /// The task that a person means: by its identifier, as the open one with this title without regard to case, by the end of its identifier, by
    /// a part of its title, and last among those that are done.
    ///
    /// - Parameter doneFirst: those that are done before the others.
    /// - Throws: `taskNotFound`; `taskAmbiguous` when several are meant.
    public func task(_ name: String, doneFirst: Bool = false) throws -> Row {
        let gates = gates.settled()
        return try store.read { transaction in
            var found = try transaction.record(Identifier<FocusTask>(name)).map { [$0] } ?? []
            if found.isEmpty, !doneFirst { found = try transaction.records(FocusTask.byTitle.at(name.lowercased()).limit(2)) }
            if found.isEmpty, !name.isEmpty {
                found = try transaction.records(FocusTask.byEnding.prefix(String(name.reversed())).limit(2))
            }
            if found.isEmpty { found = try named(name, doneFirst: doneFirst, in: transaction) }
            guard let task = found.first else { throw TaskList.missing(name) }
            guard found.count == 1 else { throw TaskList.ambiguous(name, found) }
            return row(task, locked: try lock(by: gates, in: transaction))
        }
    }

    /// Those whose titles are or hold what was typed; of several with one title that are done, the one that was done last.
    private func named(_ name: String, doneFirst: Bool, in transaction: borrowing Transaction) throws -> [FocusTask] {
        let wanted = Folding.folded(name)
        guard !wanted.isEmpty else { return [] }
        let today = today
        let all = try transaction.records(FocusTask.byStanding.all.descending).map { ($0, title: Folding.folded($0.title)) }
        let (done, open) = (all.filter { $0.0.isDone(on: today) }, all.filter { !$0.0.isDone(on: today) })
        for group in doneFirst ? [done, open] : [open, done] {
            let exact = group.filter { $0.title == wanted }
            let fitting = exact.isEmpty ? group.filter { $0.title.contains(wanted) } : exact
            guard let first = fitting.first else { continue }
            let isOneTitle = first.0.isDone(on: today) && fitting.allSatisfy { $0.title == first.title }
            return isOneTitle ? [first.0] : fitting.map(\.0)
        }
        return []
    }

    private static func ambiguous(_ name: String, _ found: [FocusTask]) -> Failure {
        let shown = found.prefix(3).map { "“\($0.title)” (\($0.id.rawValue.suffix(5)))" }
        let others = found.count > shown.count ? ["others"] : []
        return Failure(
            .taskAmbiguous, "“\(name)” may mean \((shown + others).joined(separator: ", ")).",
            advice: "Type more of the title, or the end of the id.")
    }
}
