import Kernel

/// What a change of scheduler came to.
public struct Rebuilt: Hashable, Sendable {
    /// How many targets are remembered by the new rule now.
    public let targets: Int
    /// Of those, targets with gaps in their log: what was known of them begins with the box in which they lay.
    public let incomplete: Int
    /// How many answers were read.
    public let answers: Int
}

extension PracticeLog {
    /// Rebuilds what is remembered of a kind from its answers, as if another rule had been followed all the time. The answers stay as they are, and so
    /// does what counts them. It and whatever else moves with it are one change, that `undo` takes back.
    ///
    /// - Parameters:
    ///   - label: what `undo` calls it.
    ///   - rule: by which the answers of a run are remembered, from the day load that is built up to then; always `.daily`.
    ///   - telling: called with the answers that have been read, as they are read.
    ///   - more: what moves with it.
    public func rebuild(
        _ kind: PracticeKind, undo label: String,
        by rule: (_ unit: UnitOfWork) throws -> (_ run: Identifier<LoggedRun>?, _ load: [Day: Int]) -> MemoryRule,
        telling: (_ read: Int) throws -> Void = { _ in }, _ more: (UnitOfWork) throws -> Void = { _ in }
    ) throws -> Rebuilt {
        try repository.write(undo: label) { records in
            let memories = try records.memories(of: kind, subject: nil).filter { $0.schedule != nil }
            var read = 0
            let log = try ReviewLog(of: kind, memories: memories, in: records) {
                read = $0
                try telling($0)
            }
            let rule = try rule(records.unit)
            var load: [Day: Int] = [:]
            let rebuilt = memories.map { memory in
                let schedule = log.schedule(of: memory.target) { rule($0.run, load) } ?? memory.schedule.map(\.bare)
                if let schedule { load[schedule.due, default: 0] += 1 }
                return ItemMemory(memory.target, schedule.map { memory.state.remembering(.schedule($0)) } ?? memory.state)
            }
            try records.unit.transaction.put(contentsOf: rebuilt)
            try more(records.unit)
            return Rebuilt(
                targets: rebuilt.count, incomplete: memories.count { log.incomplete.contains($0.target) }, answers: read)
        }
    }

    /// The reviews of a kind, by target.
    ///
    /// - Parameter telling: called with the answers that have been read, as they are read.
    public func reviews(of kind: PracticeKind, telling: (_ read: Int) throws -> Void = { _ in }) throws -> ReviewLog {
        try repository.read { try ReviewLog(of: kind, memories: $0.memories(of: kind, subject: nil), in: $0, telling: telling) }
    }

    /// How many answers there are, of every kind. Reads none of them.
    public func answerCount() throws -> Int { try repository.read { try $0.unit.transaction.count(Answer.byRun.all) } }
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
