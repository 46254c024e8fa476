import Kernel
import Practice

extension Flashcards {
    /// Changes the scheduling of cards and all other items.
    ///
    /// If the change affects due dates, all dates are rebuilt from the answers as if the new
    /// settings had always applied. The answers are kept, so the change is reversible. `undo`
    /// reverts it in one step.
    ///
    /// - Parameters:
    ///   - progress: receives the number of answers read so far.
    ///   - change: modifies the settings.
    /// - Returns: the new settings, and the rebuilt memories or nil if none had to be rebuilt.
    /// - Throws: `weightsInvalid`, `stepsInvalid`, without having changed anything.
    package func reschedule(
        progress: (_ read: Int) throws -> Void = { _ in }, _ change: (inout StudySettings) throws -> Void
    ) throws -> (settings: StudySettings, rebuilt: Rebuilt?) {
        let (oldSettings, newSettings) = try settingsAfter(change)
        guard newSettings != oldSettings else { return (oldSettings, nil) }
        defer { study.clearCache() }
        guard oldSettings.memoryDiffers(from: newSettings) else {
            try log.repository.write(undo: "Changed the study settings") { try $0.unit.transaction.put(newSettings) }
            return (newSettings, nil)
        }
        let label =
            oldSettings.scheduling == newSettings.scheduling
            ? "Changed how cards come back" : "Changed to \(newSettings.scheduling.title)"
        let defaultScheduler = try scheduler(named: nil)
        let kinds = Spacing.dateOnlyKinds + Spacing.kinds
        let rebuilt = try log.rebuild(
            kinds, undo: label,
            by: { unit in
                try newSettings.rule(defaultScheduler, in: unit) { try? scheduler(named: $0) }
            }, progress: progress
        ) {
            try $0.transaction.put(newSettings)
        }
        return (newSettings, rebuilt)
    }

    /// Returns whether such a change requires rebuilt memories.
    package func needsRebuilding(_ change: (inout StudySettings) throws -> Void) throws -> Bool {
        let (oldSettings, newSettings) = try settingsAfter(change)
        return oldSettings.memoryDiffers(from: newSettings)
    }

    /// Returns the settings before and after a change.
    ///
    /// - Throws: `weightsInvalid`, `stepsInvalid`.
    private func settingsAfter(_ change: (inout StudySettings) throws -> Void) throws -> (StudySettings, StudySettings)
    {
        let oldSettings = try settings()
        var newSettings = oldSettings
        try change(&newSettings)
        if newSettings.scheduling == .fsrs || newSettings.fsrs != oldSettings.fsrs { _ = try newSettings.fsrs.fsrs() }
        return (oldSettings, newSettings)
    }
}

extension StudySettings {
    /// Returns the memory rule for the answers of each session.
    ///
    /// With FSRS, all sessions use FSRS. With Leitner, each session uses its own preset, or that of
    /// the preceding card session.
    ///
    /// - Parameters:
    ///   - defaultScheduler: the scheduler of a session without a preset.
    ///   - preset: returns the preset of a name.
    func rule(
        _ defaultScheduler: any Scheduler, in unit: UnitOfWork, preset: (String) -> (any Scheduler)?
    ) throws -> (Target, Identifier<LoggedRun>, [Day: Int]) -> MemoryRule {
        if scheduling == .fsrs {
            let scheduler = FSRSScheduler(try fsrs.fsrs())
            let easy = fsrs.easyDays
            return { target, _, load in
                if target.kind == .flashcards { return .daily(scheduler, .balanced(easy: easy, load: load, seed: 0)) }
                // Word building uses the same rule for each answer.
                if Spacing.dateOnlyKinds.contains(target.kind) { return .daily(scheduler) }
                return Spacing.isSpaced(target)
                    ? .spaced(.level, scheduler, .balanced(easy: easy, load: [:], seed: 0)) : .level
            }
        }
        var (presets, latestPreset): ([Identifier<LoggedRun>: any Scheduler], (any Scheduler)?) = ([:], nil)
        for run in try unit.transaction.records(LoggedRun.byStart.all) {
            if ![.flashcards, .training].contains(run.kind) {
                presets[run.id] = latestPreset ?? LeitnerScheduler.standard
            } else if case .string(let name)? = run.settings["scheduler"], let preset = preset(name) {
                (presets[run.id], latestPreset) = (preset, preset)
            }
        }
        return { target, run, _ in
            let scheduler = presets[run] ?? defaultScheduler
            if Spacing.dateOnlyKinds.contains(target.kind) { return .daily(scheduler) }
            return Spacing.isSpaced(target) ? .spaced(.level, scheduler) : .level
        }
    }
}

extension StudySettings {
    /// Whether the settings lead to other due dates. Easy days apply only from the next answer on.
    fileprivate func memoryDiffers(from other: StudySettings) -> Bool {
        if scheduling != other.scheduling { return true }
        return scheduling == .fsrs
            && (fsrs.retention != other.fsrs.retention || fsrs.steps != other.fsrs.steps
                || fsrs.parameters != other.fsrs.parameters)
    }
}

extension Scheduling {
    package var title: String {
        switch self {
        case .leitner: "Leitner"
        case .fsrs: "FSRS"
        }
    }
}
