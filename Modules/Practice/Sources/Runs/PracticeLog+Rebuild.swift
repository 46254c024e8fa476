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

    /// The result for each kind.
    package let kinds: [PracticeKind: Part]
    /// The number of answers that were read.
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
    ///   - additionalChanges: further changes in the same transaction.
    package func rebuild(
        _ kinds: [PracticeKind], undo label: String,
        by rule: (_ unit: UnitOfWork) throws -> (
            _ target: Target, _ run: Identifier<LoggedRun>, _ load: [Day: Int]
        ) -> MemoryRule,
        progress: (_ answerCount: Int) throws -> Void = { _ in },
        _ additionalChanges: (UnitOfWork) throws -> Void = { _ in }
    ) throws -> Rebuilt {
        try repository.write(undo: label) { records in
            let memories = try kinds.map { (kind: $0, memories: try records.memories(of: $0, subject: nil)) }
            var answerCount = 0
            let log = try ReviewLog(of: kinds, memories: memories.flatMap(\.memories), in: records) {
                answerCount = $0
                try progress($0)
            }
            let rule = try rule(records.unit)
            var parts: [PracticeKind: Rebuilt.Part] = [:]
            for (kind, memories) in memories {
                let rebuiltMemories = log.rebuiltMemories(memories, by: rule)
                try records.unit.transaction.put(contentsOf: rebuiltMemories)
                parts[kind] = Rebuilt.Part(
                    targets: rebuiltMemories.count,
                    incomplete: rebuiltMemories.count { log.incomplete.contains($0.target) })
            }
            try additionalChanges(records.unit)
            return Rebuilt(kinds: parts, answers: answerCount)
        }
    }

    /// Returns the reviews of a kind by target.
    ///
    /// - Parameter progress: receives the number of answers read so far.
    package func reviews(of kind: PracticeKind, progress: (_ answerCount: Int) throws -> Void = { _ in }) throws
        -> ReviewLog
    {
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
    fileprivate func rebuiltMemories(
        _ memories: [ItemMemory], by rule: (Target, Identifier<LoggedRun>, [Day: Int]) -> MemoryRule
    ) -> [ItemMemory] {
        var load: [Day: Int] = [:]
        return memories.compactMap { memory in
            let target = memory.target
            guard
                let dueSchedule = schedule(of: target, { rule(target, $0.run, load) })
                    ?? memory.schedule.map(\.withoutSchedulerData)
            else {
                return nil
            }
            load[dueSchedule.due, default: 0] += 1
            let level = memory.state.memory.level
            return ItemMemory(
                target, memory.state.replacingMemory(level.map { .level($0, dueSchedule) } ?? .schedule(dueSchedule)))
        }
    }
}

extension Schedule {
    /// The box and the due date, without the private data of the scheduler.
    fileprivate var withoutSchedulerData: Schedule { Schedule(box: box, due: due) }
}

extension MemoryState {
    /// Returns the state with another memory and the same counts.
    fileprivate func replacingMemory(_ memory: Memory) -> MemoryState {
        MemoryState(memory: memory, answers: answers, right: right, last: last, latest: latest, mistaken: mistaken)
    }
}
