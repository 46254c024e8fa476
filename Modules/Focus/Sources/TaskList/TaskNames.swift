import Kernel

extension TaskList {
    package static let naming = RecordNaming<FocusTask>(
        "task", listedBy: "task list", missing: .taskNotFound, ambiguous: .taskAmbiguous, names: { [$0.id.rawValue] },
        title: \.title)

    /// Returns the task that a name means.
    ///
    /// The name is tried in this order:
    ///
    /// - its identifier
    /// - the title of an open task, without regard to case
    /// - its row in the list
    /// - the beginning or end of its identifier
    /// - a part of its title
    /// - a finished task
    ///
    /// - Parameter doneFirst: whether finished tasks and the rows of their list come first.
    /// - Throws: `taskNotFound`, `taskAmbiguous` if several tasks match.
    package func task(_ name: String, doneFirst: Bool = false) throws -> Row {
        let gates = gates.snapshot()
        let rows = try NamingRule.row(name).map { try doneFirst ? closed(limit: $0) : open(limit: $0) } ?? []
        return try store.read { transaction in
            var matches = try transaction.record(Identifier<FocusTask>(name)).map { [$0] } ?? []
            if matches.isEmpty, !doneFirst {
                matches = try transaction.records(FocusTask.byTitle.at(name.lowercased()).limit(2))
            }
            if matches.isEmpty, let row = NamingRule.row(name), row <= rows.count { matches = [rows[row - 1].task] }
            if matches.isEmpty, name.count >= NamingRule.minimumAffixLength {
                matches = try transaction.records(
                    FocusTask.byEnding.prefix(String(name.lowercased().reversed())).limit(6))
            }
            if matches.isEmpty { matches = try tasksNamed(name, doneFirst: doneFirst, in: transaction) }
            guard let task = matches.first else { throw TaskList.naming.notFoundFailure(name, rows: rows.count) }
            guard matches.count == 1 else { throw TaskList.naming.ambiguousFailure(name, matches.map { (nil, $0) }) }
            return try makeRows([task], locked: lockPredicate(by: gates, in: transaction), in: transaction)[0]
        }
    }

    /// Returns whether an open task has this title, without regard to case.
    package func isTitle(_ name: String) throws -> Bool {
        try store.read { try !$0.records(FocusTask.byTitle.at(name.lowercased()).limit(1)).isEmpty }
    }

    /// Returns the tasks whose identifiers begin with a text, or whose titles equal or contain it.
    ///
    /// Of several finished tasks with one title it returns the last finished.
    private func tasksNamed(_ name: String, doneFirst: Bool, in transaction: borrowing Transaction) throws
        -> [FocusTask]
    {
        let foldedName = Folding.folded(name)
        guard !foldedName.isEmpty else { return [] }
        let today = today
        let all = try transaction.records(FocusTask.byState.all.descending).map {
            ($0, title: Folding.folded($0.title))
        }
        let done = all.filter { $0.0.isDone(on: today) }
        let open = all.filter { !$0.0.isDone(on: today) }
        let idMatches = all.map(\.0).filter { NamingRule.isAffix(name.lowercased(), of: $0.id.rawValue) }
        if !idMatches.isEmpty { return idMatches }
        for group in doneFirst ? [done, open] : [open, done] {
            let exactMatches = group.filter { $0.title == foldedName }
            let titleMatches = exactMatches.isEmpty ? group.filter { $0.title.contains(foldedName) } : exactMatches
            guard let first = titleMatches.first else { continue }
            let isOneTitle = first.0.isDone(on: today) && titleMatches.allSatisfy { $0.title == first.title }
            return isOneTitle ? [first.0] : titleMatches.map(\.0)
        }
        return []
    }
}
