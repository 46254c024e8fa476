import Kernel
import Practice
import Synchronization

/// What cards are scheduled by: what is settled, and how much each day has to do already. Both are read once in a sitting, since each answer wants them,
/// and again when this sitting changes them; what a session answers is added to the days.
final class CardStudy: Sendable {
    private struct Known {
        var settings: StudySettings?
        var due: [Target: Day]?
    }

    private let read: @Sendable () throws -> StudySettings
    private let memories: @Sendable () throws -> [ItemMemory]
    private let known = Mutex(Known())

    init(settings: @escaping @Sendable () throws -> StudySettings, memories: @escaping @Sendable () throws -> [ItemMemory]) {
        (read, self.memories) = (settings, memories)
    }

    /// What is settled.
    func settings() throws -> StudySettings {
        try known.withLock { known in
            let settings = try known.settings ?? read()
            known.settings = settings
            return settings
        }
    }

    /// What was read counts no more.
    func forget() { known.withLock { $0 = Known() } }

    /// How cards are remembered: as it is settled now.
    ///
    /// - Parameters:
    ///   - answers: those of the session until now.
    ///   - boxes: the preset, where boxes decide.
    func rule(behind answers: [Answer], seed: Int, boxes: () throws -> any Scheduler) throws -> MemoryRule {
        let settings = try settings()
        guard settings.scheduling == .fsrs else { return try .daily(boxes()) }
        return try .daily(
            FSRSScheduler(settings.fsrs.fsrs()),
            .balanced(easy: settings.fsrs.easyDays, load: load(behind: answers), seed: seed))
    }

    /// How many cards come back on each day, once these answers of a session are given.
    func load(behind answers: [Answer]) throws -> [Day: Int] {
        var due = try known.withLock { known in
            if let due = known.due { return due }
            let read = Dictionary(
                try memories().compactMap { memory in memory.schedule.map { (memory.target, $0.due) } },
                uniquingKeysWith: { first, _ in first })
            known.due = read
            return read
        }
        for answer in answers { due[answer.target] = answer.after.schedule?.due }
        return due.values.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
}

extension StudySettings {
    /// What is settled. Who never settled anything has what is usual; who never studied words either begins with the scheduler of newcomers.
    static func settled(
        in records: any PracticeRecords, usual: StudySettings, _ newcomers: Scheduling?
    ) throws -> StudySettings {
        if let settled = try records.unit.transaction.record(StudySettings.only) { return settled }
        guard let newcomers, try records.latestRun(of: .flashcards, CardExercise.studying, subject: nil) == nil else {
            return usual
        }
        var settings = usual
        settings.scheduling = newcomers
        return settings
    }
}
