import Kernel

/// What a change of scheduler came to.
public struct Rebuilt: Hashable, Sendable {
    /// One kind of practice.
    public struct Part: Hashable, Sendable {
        /// How many targets come back by the new rule now.
        public let targets: Int
        /// Of those, targets with gaps in their log: what was known of them begins with the box in which they lay.
        public let incomplete: Int

        /// A part in numbers.
        public init(targets: Int, incomplete: Int) { (self.targets, self.incomplete) = (targets, incomplete) }
    }

    /// By kind; each that was asked for.
    public let kinds: [PracticeKind: Part]
    /// How many answers were read.
    public let answers: Int

    /// All targets that come back by the new rule now.
    public var targets: Int { kinds.values.reduce(0) { $0 + $1.targets } }
    /// All of them with gaps in their log.
    public var incomplete: Int { kinds.values.reduce(0) { $0 + $1.incomplete } }
}

extension PracticeLog {
    /// Rebuilds when things of some kinds come back from their answers, as if another rule had been followed all the time. The answers stay as they are,
    /// and so does what counts them, and what of a level was shown. It and whatever else moves with it are one change, that `undo` takes back.
    ///
    /// - Parameters:
    ///   - label: what `undo` calls it.
    ///   - rule: by which the answers about a target in a run are remembered, from the load of days with its kind that is built up to then. What it
    ///     gives no dates keeps what it has.
    ///   - telling: called with the answers that have been read, as they are read.
    ///   - more: what moves with it.
    public func rebuild(
        _ kinds: [PracticeKind], undo label: String,
        by rule: (_ unit: UnitOfWork) throws -> (
            _ target: Target, _ run: Identifier<LoggedRun>, _ load: [Day: Int]
        ) -> MemoryRule,
        telling: (_ read: Int) throws -> Void = { _ in }, _ more: (UnitOfWork) throws -> Void = { _ in }
    ) throws -> Rebuilt {
        try repository.write(undo: label) { records in
            let memories = try kinds.map { (kind: $0, memories: try records.memories(of: $0, subject: nil)) }
            var read = 0
            let log = try ReviewLog(of: kinds, memories: memories.flatMap(\.memories), in: records) {
                read = $0
                try telling($0)
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

    /// The reviews of a kind, by target.
    ///
    /// - Parameter telling: called with the answers that have been read, as they are read.
    public func reviews(of kind: PracticeKind, telling: (_ read: Int) throws -> Void = { _ in }) throws -> ReviewLog {
        try repository.read {
            try ReviewLog(of: [kind], memories: $0.memories(of: kind, subject: nil), in: $0, telling: telling)
        }
    }

    /// How many answers there are, of every kind. Reads none of them.
    public func answerCount() throws -> Int { try repository.read { try $0.unit.transaction.count(Answer.byRun.all) } }
}

extension ReviewLog {
    /// The memories with the dates that their reviews come to. What has no reviews, or none that a rule dates, keeps its date as everybody understands
    /// it; what has no date at all is left out.
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

extension Schedule {
    /// Without what another scheduler alone understands.
    fileprivate var bare: Schedule { Schedule(box: box, due: due) }
}

extension MemoryState {
    /// The same with another memory.
    fileprivate func remembering(_ memory: Memory) -> MemoryState {
        MemoryState(memory: memory, answers: answers, right: right, last: last, latest: latest, mistaken: mistaken)
    }
}
