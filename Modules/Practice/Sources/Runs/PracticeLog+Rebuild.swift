import Kernel

/// The result of a change of scheduler.
package struct Rebuilt: Hashable, Sendable {
    /// The result for one practice kind.
    package struct Part: Hashable, Sendable {
        package let targets: Int
        /// The number of targets with gaps in their log. Their memory starts from the box at that
        /// time.
        package let incomplete: Int

        package init(targets: Int, incomplete: Int) {
            self.targets = targets
            self.incomplete = incomplete
        }
    }

    package let kinds: [PracticeKind: Part]
    package let answers: Int

    /// The total number of targets scheduled by the new rule.
    package var targets: Int { kinds.values.reduce(0) { $0 + $1.targets } }
    package var incomplete: Int { kinds.values.reduce(0) { $0 + $1.incomplete } }
}

extension PracticeLog {
    /// Rebuilds the due dates of some kinds from their answers, as if another rule had always
    /// applied.
    ///
    /// The answers, their counts and the levels do not change. All changes form one transaction,
    /// which `undo` reverts.
    ///
    /// - Parameters:
    ///   - label: the undo label.
    ///   - rule: returns the memory rule for a target and run, given the daily load built up so
    ///     far. Targets without dates under the rule keep their dates.
    ///   - progress: receives the number of answers read so far.
    ///   - more: further changes in the same transaction.
    package func rebuild(
        _ kinds: [PracticeKind], undo label: String,
        by rule: (_ unit: UnitOfWork) throws -> (
            _ target: Target, _ run: Identifier<LoggedRun>, _ load: [Day: Int]
        ) -> MemoryRule,
        progress: (_ read: Int) throws -> Void = { _ in }, _ more: (UnitOfWork) throws -> Void = { _ in }
    ) throws -> Rebuilt {
        try repository.write(undo: label) { records in
            let memories = try kinds.map { (kind: $0, memories: try records.memories(of: $0, subject: nil)) }
            var read = 0
            let log = try ReviewLog(of: kinds, memories: memories.flatMap(\.memories), in: records) {
                read = $0
                try progress($0)
            }
            let rule = try rule(records.unit)
            var parts: [PracticeKind: Rebuilt.Part] = [:]
            for (kind, memories) in memories {
                let rebuilt = log.rebuilt(memories, by: rule)
                try records.unit.transaction.put(contentsOf: rebuilt)
                parts[kind] = Rebuilt.Part(
                    targets: rebuilt.count, incomplete: rebuilt.count { log.incomplete.contains($0.target) })
            }
            try more(records.unit)
            return Rebuilt(kinds: parts, answers: read)
        }
    }

    /// Returns the reviews of a kind by target.
    ///
    /// - Parameter progress: receives the number of answers read so far.
    package func reviews(of kind: PracticeKind, progress: (_ read: Int) throws -> Void = { _ in }) throws -> ReviewLog {
        try repository.read {
            try ReviewLog(of: [kind], memories: $0.memories(of: kind, subject: nil), in: $0, progress: progress)
        }
    }

    /// Returns the number of answers of every kind, without reading them.
    package func answerCount() throws -> Int { try repository.read { try $0.unit.transaction.count(Answer.byRun.all) } }
}

extension ReviewLog {
    /// Returns the memories with the dates that their reviews produce.
    ///
    /// Memories without datable reviews keep their date, without the private data of the previous
    /// scheduler. Memories without any date are omitted.
    fileprivate func rebuilt(
        _ memories: [ItemMemory], by rule: (Target, Identifier<LoggedRun>, [Day: Int]) -> MemoryRule
    ) -> [ItemMemory] {
        var load: [Day: Int] = [:]
        return memories.compactMap { memory in
            let target = memory.target
            guard let date = schedule(of: target, { rule(target, $0.run, load) }) ?? memory.schedule.map(\.bare) else {
                return nil
            }
            load[date.due, default: 0] += 1
            let level = memory.state.memory.level
            return ItemMemory(target, memory.state.remembering(level.map { .level($0, date) } ?? .schedule(date)))
        }
    }
}

extension Schedule { fileprivate var bare: Schedule { Schedule(box: box, due: due) } }

extension MemoryState {
    fileprivate func remembering(_ memory: Memory) -> MemoryState {
        MemoryState(memory: memory, answers: answers, right: right, last: last, latest: latest, mistaken: mistaken)
    }
}
