import Kernel

/// The reconciliation of memories and daily results with the log, after the answers of other
/// devices have arrived.
package struct PracticeReconciliation: Sendable {
    /// Loads the memory rules of a log. It is called only if answers of several devices share a
    /// target.
    package typealias Rules = @Sendable (_ unit: UnitOfWork) throws -> (_ answer: Answer) -> MemoryRule

    private let rules: Rules
    /// The maximum number of records that are read or written at once.
    private static let batchSize = 500

    package init(_ rules: @escaping Rules) { self.rules = rules }

    /// Updates the derived records after answers and runs were added, deleted or changed. Records
    /// that are already correct are not written.
    ///
    /// - Parameter store: the store, scoped to the learner.
    package func reconcile(_ receivedRecords: ReceivedRecords, in store: any Store) throws {
        let answers = receivedRecords.ids(of: Answer.collection)
        var (targets, runs): (Set<Target>, Set<Identifier<LoggedRun>>) = (
            [], Set(receivedRecords.ids(of: LoggedRun.collection))
        )
        var hasDeletions = false
        try inBatches(answers) { batch in
            for answer in try store.read({ try $0.records(batch) }) {
                hasDeletions = hasDeletions || answer == nil
                if let answer { targets.insert(answer.target) }
                if let answer { runs.insert(answer.run) }
            }
        }
        // A deleted record no longer identifies its target, so everything is updated.
        if hasDeletions { return try reconcileAll(in: store, rebuildsAll: false) }
        try reconcile(targets, in: store, rebuildsAll: false)
        try reconcile(runs, in: store)
    }

    /// Updates all derived records.
    ///
    /// - Parameter rebuildsAll: whether to rebuild all memories as if the present rules had always
    ///   applied.
    package func reconcileAll(in store: any Store, rebuildsAll: Bool) throws {
        let targets = try store.read { try $0.records(ItemMemory.byTarget.all) }.map(\.target)
        let answered = try store.read { try $0.counts(Answer.byTarget.all, parts: 3) }.compactMap {
            Target($0.key.parts)
        }
        try reconcile(Set(targets + answered), in: store, rebuildsAll: rebuildsAll)
        let runs = try store.read { try $0.counts(Answer.byRun.all) }.compactMap { $0.key.parts.first }
        let days = Dictionary(grouping: try store.read { try $0.records(PracticeDay.byDay.all) }, by: \.run)
        try reconcile(Set(runs.map { Identifier<LoggedRun>($0) }).union(days.keys), besides: days, in: store)
    }

    /// Calls `body` with at most `batchSize` elements at a time.
    private func inBatches<Element>(_ all: [Element], _ body: ([Element]) throws -> Void) throws {
        for start in stride(from: 0, to: all.count, by: Self.batchSize) {
            try body(Array(all[start..<min(start + Self.batchSize, all.count)]))
        }
    }

    // MARK: - Memory

    /// Updates the memories of targets.
    ///
    /// - Parameter rebuildsAll: whether to replay every answer, even if the stored memory agrees
    ///   with the log.
    private func reconcile(_ targets: Set<Target>, in store: any Store, rebuildsAll: Bool) throws {
        try inBatches(targets.sorted { $0.name < $1.name }) { batch in
            try store.write { transaction in
                let unit = transaction.unitOfWork
                let storedMemories = try transaction.records(batch.map(ItemMemory.id))
                var rule: ((Answer) -> MemoryRule)?
                for (target, storedMemory) in zip(batch, storedMemories) {
                    let answers = try transaction.records(Answer.selection(for: target)).sorted(by: Answer.comesBefore)
                    let chainedState = rebuildsAll ? nil : Answer.state(chaining: answers, cached: storedMemory?.state)
                    let state =
                        try chainedState
                        ?? Answer.state(of: answers) { answer in
                            let loadedRule = try rule ?? rules(unit)
                            rule = loadedRule
                            return loadedRule(answer)
                        }
                    try save(state, storedMemory, of: target, answers, in: transaction)
                }
            }
        }
    }

    /// Saves the memory if it changed, or deletes it if its only answer was undone elsewhere.
    private func save(
        _ state: MemoryState?, _ storedMemory: ItemMemory?, of target: Target, _ answers: [Answer],
        in transaction: borrowing Transaction
    ) throws {
        if let state {
            if state != storedMemory?.state { try transaction.put(ItemMemory(target, state)) }
        } else if let storedMemory, answers.isEmpty, storedMemory.state.answers <= 1 {
            // The only answer was undone on another device. A memory of several answers that are
            // missing from the log stays, because an older app version did not keep them.
            try transaction.delete(storedMemory.id)
        }
    }

    // MARK: - Days

    /// Updates the daily results of runs.
    ///
    /// - Parameter removableDays: the days of each run that may have lost their last answer. Runs
    ///   without deleted answers have no entry.
    private func reconcile(
        _ runs: Set<Identifier<LoggedRun>>, besides removableDays: [Identifier<LoggedRun>: [PracticeDay]] = [:],
        in store: any Store
    ) throws {
        try inBatches(runs.sorted()) { batch in
            try store.write { transaction in
                for (id, run) in zip(batch, try transaction.records(batch)) {
                    var days: [Day: PracticeDay] = [:]
                    for answer in try transaction.records(Answer.byRun.under(id)) {
                        let day =
                            days[answer.day]
                            ?? PracticeDay(day: answer.day, run: id, kind: run?.kind ?? answer.target.kind)
                        days[answer.day] = day.counting(answer, times: 1)
                    }
                    for day in removableDays[id] ?? [] where days[day.day] == nil { try transaction.delete(day.id) }
                    let dailyResults = days.values.sorted { $0.day < $1.day }
                    for (day, storedDay) in zip(dailyResults, try transaction.records(dailyResults.map(\.id)))
                    where day != storedDay {
                        try transaction.put(day)
                    }
                }
            }
        }
    }
}

extension PracticeLog {
    /// Rebuilds the memory of a target from its log, if a changed or undone answer did not know an
    /// earlier one from another device.
    func repairMemory(
        _ target: Target, after answer: Answer, by rule: MemoryRule, in records: any PracticeRecords
    ) throws {
        let answers = try records.unit.transaction.records(Answer.selection(for: target)).sorted(by: Answer.comesBefore)
        // Usually the answer followed all others and knew of them. A clock that was set back does
        // not change that.
        guard answers.contains(where: { $0.id != answer.id && !answer.follows($0, among: answers) }) else { return }
        if let state = Answer.state(of: answers, { _ in rule }) { try records.save(ItemMemory(target, state)) }
    }
}

extension Target {
    /// Creates a target from the parts of an index key.
    fileprivate init?(_ parts: [String]) {
        guard parts.count == 3 else { return nil }
        self.init(PracticeKind(rawValue: parts[0]), parts[1], parts[2])
    }
}

extension Answer {
    /// Returns the selection of a target's answers.
    static func selection(for target: Target) -> Selection<Answer> {
        byTarget.under(target.kind.rawValue, target.subject, target.part)
    }

    /// Returns whether the answer was given with knowledge of another one.
    fileprivate func follows(_ other: Answer, among answers: [Answer]) -> Bool {
        let answersByID = Dictionary(answers.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var last = before?.latest
        var visitedIDs = Set<Identifier<Answer>>()
        while let id = last, visitedIDs.insert(id).inserted {
            if id == other.id { return true }
            last = answersByID[id]?.before?.latest
        }
        return false
    }

    /// Returns whether an answer precedes another one. The order is the same on every device.
    static func comesBefore(_ answer: Answer, _ other: Answer) -> Bool {
        (answer.at, answer.turn, answer.id) < (other.at, other.turn, other.id)
    }

    /// Returns the memory after a chain of answers, each of which knew the previous one.
    ///
    /// The result is nil if two devices did not know each other's answers, or if this device has
    /// counted differently since.
    static func state(chaining answers: [Answer], cached cachedState: MemoryState?) -> MemoryState? {
        guard var state = answers.first.map({ MemoryState(after: $0) }) else { return nil }
        // If the first answers are missing, the earliest remaining one contains the memory before
        // it.
        if let before = answers[0].before, answers.contains(where: { $0.id == before.latest }) { return nil }
        for answer in answers.dropFirst() {
            if let cachedState, cachedState.latest == state.latest, cachedState != state { return nil }
            guard let before = answer.before, before.latest == state.latest, before.answers == state.answers else {
                return nil
            }
            state = MemoryState(after: answer)
        }
        if let cachedState, cachedState.latest == state.latest, cachedState != state {
            return cachedState.answers == state.answers ? cachedState : nil
        }
        return state
    }

    /// Returns the memory of a target's answers as if these rules had always applied, or nil
    /// without answers.
    static func state(of answers: [Answer], _ rule: (Answer) throws -> MemoryRule) rethrows -> MemoryState? {
        let knownIDs = Set(answers.map(\.id))
        var state = answers.first?.before.flatMap { knownIDs.contains($0.latest) ? nil : $0 }
        for answer in answers {
            let rule = try answer.measured(rule(answer))
            let moment = Moment(day: answer.day, instant: answer.at)
            if answer.isPlacement {
                state = MemoryState(after: Answer(answer, before: state, after: answer.after, isRepeat: false))
                continue
            }
            let isRepeat = rule.isSettled(state?.memory, last: state?.last, on: answer.day)
            let after = rule.memory(
                after: answer.mark, of: answer.target, from: state?.memory, at: moment, last: state?.last)
            state = MemoryState(
                after: Answer(
                    answer, before: state, after: isRepeat ? state?.memory ?? after : after, isRepeat: isRepeat))
        }
        return state
    }

    /// Returns the rule, with a measured level if the answer's own level shows that it was
    /// measured.
    private func measured(_ rule: MemoryRule) -> MemoryRule {
        guard let level = after.level, level != Level(after: mark, from: before?.memory.level),
            level == Level(measuredBy: mark, from: before?.memory.level)
        else { return rule }
        return switch rule {
        case .level: .measured
        case .spaced(.level, let scheduler, let choice): .spaced(.measured, scheduler, choice)
        default: rule
        }
    }
}
