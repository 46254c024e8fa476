import Kernel
import Practice

extension Flashcards {
    /// Settles by what cards and everything else are scheduled from now on. Where that changes when they come back, all dates are rebuilt from the
    /// answers, as if it had been so all the time; the answers stay, so nothing is lost by changing back. One change, that `undo` takes back.
    ///
    /// - Parameters:
    ///   - telling: called with the answers that have been read, as they are read.
    ///   - change: what is to be otherwise.
    /// - Returns: what is settled now, and what was rebuilt; nil where nothing had to be.
    /// - Throws: `weightsInvalid`, `stepsInvalid`, and then nothing is changed.
    public func reschedule(
        telling: (_ read: Int) throws -> Void = { _ in }, _ change: (inout StudySettings) throws -> Void
    ) throws -> (settings: StudySettings, rebuilt: Rebuilt?) {
        let (before, wanted) = try changed(change)
        guard wanted != before else { return (before, nil) }
        defer { study.forget() }
        guard before.memoryDiffers(from: wanted) else {
            try log.repository.write(undo: "Changed the study settings") { try $0.unit.transaction.put(wanted) }
            return (wanted, nil)
        }
        let label =
            before.scheduling == wanted.scheduling
            ? "Changed how cards come back" : "Changed to \(wanted.scheduling.title)"
        let usual = try scheduler(named: nil)
        let kinds = Spacing.byDate + Spacing.kinds
        let rebuilt = try log.rebuild(
            kinds, undo: label,
            by: { unit in
                try wanted.rule(usual, in: unit) { try? scheduler(named: $0) }
            }, telling: telling
        ) {
            try $0.transaction.put(wanted)
        }
        return (wanted, rebuilt)
    }

    /// Whether such a change has memory to rebuild.
    public func needsRebuilding(_ change: (inout StudySettings) throws -> Void) throws -> Bool {
        let (before, wanted) = try changed(change)
        return before.memoryDiffers(from: wanted)
    }

    private func changed(_ change: (inout StudySettings) throws -> Void) throws -> (StudySettings, StudySettings) {
        let before = try settings()
        var wanted = before
        try change(&wanted)
        if wanted.scheduling == .fsrs || wanted.fsrs != before.fsrs { _ = try wanted.fsrs.fsrs() }
        return (before, wanted)
    }
}

extension StudySettings {
    /// By what the answers of each session are remembered: by FSRS all of them, by Leitner each by the preset of its session, or of the session of cards
    /// before it.
    ///
    /// - Parameters:
    ///   - usual: that of a session that says none.
    ///   - preset: the preset of a name.
    func rule(
        _ usual: any Scheduler, in unit: UnitOfWork, preset: (String) -> (any Scheduler)?
    ) throws -> (Target, Identifier<LoggedRun>, [Day: Int]) -> MemoryRule {
        if scheduling == .fsrs {
            let (scheduler, easy) = (FSRSScheduler(try fsrs.fsrs()), fsrs.easyDays)
            return { target, _, load in
                if target.kind == .flashcards { return .daily(scheduler, .balanced(easy: easy, load: load, seed: 0)) }
                // As the builder has it with each answer.
                if Spacing.byDate.contains(target.kind) { return .daily(scheduler) }
                return Spacing.spaces(target)
                    ? .spaced(.level, scheduler, .balanced(easy: easy, load: [:], seed: 0)) : .level
            }
        }
        var (presets, latest): ([Identifier<LoggedRun>: any Scheduler], (any Scheduler)?) = ([:], nil)
        for run in try unit.transaction.records(LoggedRun.byStart.all) {
            if ![.flashcards, .training].contains(run.kind) {
                presets[run.id] = latest ?? LeitnerScheduler.standard
            } else if case .string(let name)? = run.settings["scheduler"], let preset = preset(name) {
                (presets[run.id], latest) = (preset, preset)
            }
        }
        return { target, run, _ in
            let scheduler = presets[run] ?? usual
            if Spacing.byDate.contains(target.kind) { return .daily(scheduler) }
            return Spacing.spaces(target) ? .spaced(.level, scheduler) : .level
        }
    }
}

extension StudySettings {
    /// Whether things would come back on other days. Easy days hold from the next answer on.
    fileprivate func memoryDiffers(from other: StudySettings) -> Bool {
        if scheduling != other.scheduling { return true }
        return scheduling == .fsrs
            && (fsrs.retention != other.fsrs.retention || fsrs.steps != other.fsrs.steps
                || fsrs.parameters != other.fsrs.parameters)
    }
}

extension Scheduling {
    /// As people read it.
    public var title: String {
        switch self {
        case .leitner: "Leitner"
        case .fsrs: "FSRS"
        }
    }
}
