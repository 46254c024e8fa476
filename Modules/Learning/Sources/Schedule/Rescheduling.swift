import Kernel
import Practice

extension Flashcards {
    /// Settles by what cards are scheduled from now on. Where that changes when they come back, everything that is remembered of them is rebuilt from
    /// the answers, as if it had been so all the time; the answers stay, so nothing is lost by changing back. One change, that `undo` takes back.
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
        let rebuilt = try log.rebuild(.flashcards, undo: label, by: { try rule(wanted, usual, $0) }, telling: telling) {
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

    /// By what the answers of each session are remembered: by FSRS all of them, by Leitner each by the preset of its session.
    private func rule(
        _ settings: StudySettings, _ usual: any Scheduler, _ unit: UnitOfWork
    ) throws -> (Identifier<LoggedRun>?, [Day: Int]) -> MemoryRule {
        if settings.scheduling == .fsrs {
            let scheduler = FSRSScheduler(try settings.fsrs.fsrs())
            return { .daily(scheduler, .balanced(easy: settings.fsrs.easyDays, load: $1, seed: 0)) }
        }
        var presets: [Identifier<LoggedRun>: any Scheduler] = [:]
        for run in try unit.transaction.records(LoggedRun.byStart.all) where [.flashcards, .training].contains(run.kind) {
            guard case .string(let name)? = run.settings["scheduler"] else { continue }
            presets[run.id] = try? scheduler(named: name)
        }
        return { run, _ in .daily(run.flatMap { presets[$0] } ?? usual) }
    }
}

extension StudySettings {
    /// Whether cards would come back on other days. Easy days hold from the next answer on.
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
