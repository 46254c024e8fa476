import Kernel

/// What is remembered and what each day came to, made right after answers of other devices came in: as the log gives it, whoever wrote it.
public struct PracticeSettling: Sendable {
    /// By what the answers of a log are remembered, asked only where answers of several devices meet in one target.
    public typealias Rules = @Sendable (_ unit: UnitOfWork) throws -> (_ answer: Answer) -> MemoryRule

    private let rules: Rules
    /// So many records are read or written at once.
    private static let part = 500

    /// Settling by rules.
    public init(_ rules: @escaping Rules) { self.rules = rules }

    /// Makes right what follows from answers and runs that came, went or changed. What is right already is not written.
    ///
    /// - Parameter store: scoped to the learner.
    public func settle(_ touched: Touched, in store: any Store) throws {
        let answers = touched.ids(of: Answer.collection)
        var (targets, runs): (Set<Target>, Set<Identifier<LoggedRun>>) = ([], Set(touched.ids(of: LoggedRun.collection)))
        var hasGone = false
        try inParts(answers) { some in
            for answer in try store.read({ try $0.records(some) }) {
                hasGone = hasGone || answer == nil
                if let answer { targets.insert(answer.target) }
                if let answer { runs.insert(answer.run) }
            }
        }
        // Of what went nothing says any more what it was about.
        if hasGone { return try settleEverything(in: store, anew: false) }
        try settle(targets, in: store, anew: false)
        try settle(runs, in: store)
    }

    /// Makes all of it right.
    ///
    /// - Parameter anew: whether everything is remembered by the rules of now, as if they had been followed all the time.
    public func settleEverything(in store: any Store, anew: Bool) throws {
        let targets = try store.read { try $0.records(ItemMemory.byTarget.all) }.map(\.target)
        let answered = try store.read { try $0.counts(Answer.byTarget.all, parts: 3) }.compactMap { Target($0.key.parts) }
        try settle(Set(targets + answered), in: store, anew: anew)
        let runs = try store.read { try $0.counts(Answer.byRun.all) }.compactMap { $0.key.parts.first }
        let days = Dictionary(grouping: try store.read { try $0.records(PracticeDay.byDay.all) }, by: \.run)
        try settle(Set(runs.map { Identifier<LoggedRun>($0) }).union(days.keys), besides: days, in: store)
    }

    private func inParts<Element>(_ all: [Element], _ body: ([Element]) throws -> Void) throws {
        for start in stride(from: 0, to: all.count, by: Self.part) {
            try body(Array(all[start..<min(start + Self.part, all.count)]))
        }
    }

    // MARK: - Memory

    private func settle(_ targets: Set<Target>, in store: any Store, anew: Bool) throws {
        try inParts(targets.sorted { $0.name < $1.name }) { some in
            try store.write { transaction in
                let unit = transaction.unit
                let kept = try transaction.records(some.map(ItemMemory.id))
                var rule: ((Answer) -> MemoryRule)?
                for (target, kept) in zip(some, kept) {
                    let answers = try transaction.records(Answer.of(target)).sorted(by: Answer.comesBefore)
                    let chain = anew ? nil : Answer.state(asWritten: answers, besides: kept?.state)
                    let state =
                        try chain
                        ?? Answer.state(of: answers) { answer in
                            let known = try rule ?? rules(unit)
                            rule = known
                            return known(answer)
                        }
                    try keep(state, kept, of: target, answers, in: transaction)
                }
            }
        }
    }

    private func keep(
        _ state: MemoryState?, _ kept: ItemMemory?, of target: Target, _ answers: [Answer], in transaction: borrowing Transaction
    ) throws {
        if let state {
            if state != kept?.state { try transaction.put(ItemMemory(target, state)) }
        } else if let kept, answers.isEmpty, kept.state.answers <= 1 {
            // Its one answer was taken back elsewhere. What more answers came to, of which the log has none, stays: an older program kept none.
            try transaction.delete(kept.id)
        }
    }

    // MARK: - Days

    /// - Parameter known: the days that may have lost their last answer; nil where no answer has gone.
    private func settle(
        _ runs: Set<Identifier<LoggedRun>>, besides known: [Identifier<LoggedRun>: [PracticeDay]] = [:], in store: any Store
    ) throws {
        try inParts(runs.sorted()) { some in
            try store.write { transaction in
                for (id, run) in zip(some, try transaction.records(some)) {
                    var days: [Day: PracticeDay] = [:]
                    for answer in try transaction.records(Answer.byRun.under(id)) {
                        let day = days[answer.day] ?? PracticeDay(day: answer.day, run: id, kind: run?.kind ?? answer.target.kind)
                        days[answer.day] = day.counting(answer, times: 1)
                    }
                    for day in known[id] ?? [] where days[day.day] == nil { try transaction.delete(day.id) }
                    let sums = days.values.sorted { $0.day < $1.day }
                    for (day, kept) in zip(sums, try transaction.records(sums.map(\.id))) where day != kept {
                        try transaction.put(day)
                    }
                }
            }
        }
    }
}

extension PracticeLog {
    /// Remembers a target as its whole log gives it, where an answer that was changed or taken back did not know of one before it: that came from another
    /// device.
    func mend(
        _ target: Target, behind answer: Answer, by rule: MemoryRule, in records: any PracticeRecords
    ) throws {
        let answers = try records.unit.transaction.records(Answer.of(target)).sorted(by: Answer.comesBefore)
        // Mostly all others were given before it, and it knew of them; a clock that was put back says nothing about that.
        guard answers.contains(where: { $0.id != answer.id && !answer.follows($0, among: answers) }) else { return }
        if let state = Answer.state(of: answers, { _ in rule }) { try records.keep(ItemMemory(target, state)) }
    }
}

extension Target {
    /// From the parts of a key.
    fileprivate init?(_ parts: [String]) {
        guard parts.count == 3 else { return nil }
        self.init(PracticeKind(rawValue: parts[0]), parts[1], parts[2])
    }
}

extension Answer {
    /// Those about a target.
    static func of(_ target: Target) -> Selection<Answer> {
        byTarget.under(target.kind.rawValue, target.subject, target.part)
    }

    /// Whether it was given in the knowledge of another one.
    fileprivate func follows(_ other: Answer, among answers: [Answer]) -> Bool {
        let known = Dictionary(answers.map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one })
        var (last, seen) = (before?.latest, Set<Identifier<Answer>>())
        while let id = last, seen.insert(id).inserted {
            if id == other.id { return true }
            last = known[id]?.before?.latest
        }
        return false
    }

    /// The order in which they were given, the same on every device.
    static func comesBefore(_ one: Answer, _ other: Answer) -> Bool {
        (one.at, one.turn, one.id) < (other.at, other.turn, other.id)
    }

    /// What answers of one target came to where each was given in the knowledge of the one before; nil where two devices did not know of each other,
    /// and where this device has counted otherwise meanwhile.
    static func state(asWritten answers: [Answer], besides kept: MemoryState?) -> MemoryState? {
        guard var state = answers.first.map({ MemoryState(after: $0) }) else { return nil }
        // Where the first of them are missing, what was known then stands in it.
        if let before = answers[0].before, answers.contains(where: { $0.id == before.latest }) { return nil }
        for answer in answers.dropFirst() {
            if let kept, kept.latest == state.latest, kept != state { return nil }
            guard let before = answer.before, before.latest == state.latest, before.answers == state.answers else { return nil }
            state = MemoryState(after: answer)
        }
        if let kept, kept.latest == state.latest, kept != state { return kept.answers == state.answers ? kept : nil }
        return state
    }

    /// What answers of one target come to by rules, as if they had been followed all the time; nil where there are none.
    static func state(of answers: [Answer], _ rule: (Answer) throws -> MemoryRule) rethrows -> MemoryState? {
        let known = Set(answers.map(\.id))
        var state = answers.first?.before.flatMap { known.contains($0.latest) ? nil : $0 }
        for answer in answers {
            let (rule, moment) = (try answer.measured(rule(answer)), Moment(day: answer.day, instant: answer.at))
            if answer.isStated {
                state = MemoryState(after: Answer(answer, before: state, after: answer.after, isRepeat: false))
                continue
            }
            let isRepeat = rule.isSettled(state?.memory, last: state?.last, on: answer.day)
            let after = rule.memory(after: answer.mark, of: answer.target, from: state?.memory, at: moment, last: state?.last)
            state = MemoryState(
                after: Answer(answer, before: state, after: isRepeat ? state?.memory ?? after : after, isRepeat: isRepeat))
        }
        return state
    }

    /// The rule with the level measured where this answer did: what it says of itself shows which of both was followed.
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
