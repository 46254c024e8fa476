import Kernel
import Practice
import Synchronization

/// The inputs of card scheduling: the settings and the number of cards due on each day.
///
/// Both are read once and kept while the app runs, because every answer needs them. They are read
/// again when the app changes them. The session's answers are added to the days.
package final class CardSchedulingCache: Sendable {
    private struct Known {
        var settings: StudySettings?
        var due: [Target: Day]?
    }

    private let read: @Sendable () throws -> StudySettings
    private let memories: @Sendable () throws -> [ItemMemory]
    private let known = Mutex(Known())

    init(
        settings: @escaping @Sendable () throws -> StudySettings,
        memories: @escaping @Sendable () throws -> [ItemMemory]
    ) {
        read = settings
        self.memories = memories
    }

    /// Returns the current settings, cached after the first read.
    func settings() throws -> StudySettings {
        try known.withLock { known in
            let settings = try known.settings ?? read()
            known.settings = settings
            return settings
        }
    }

    /// Clears the cached values.
    func clearCache() { known.withLock { $0 = Known() } }

    /// Returns the memory rule of the current settings.
    ///
    /// - Parameters:
    ///   - answers: the answers of the session so far.
    ///   - boxes: the preset, used for the Leitner scheduler only.
    package func rule(after answers: [Answer], seed: Int, boxes: () throws -> any Scheduler) throws -> MemoryRule {
        let settings = try settings()
        guard settings.scheduling == .fsrs else { return try .daily(boxes()) }
        return try .daily(
            FSRSScheduler(settings.fsrs.fsrs()),
            .balanced(easy: settings.fsrs.easyDays, load: load(after: answers), seed: seed))
    }

    /// Returns the number of cards due on each day, including the effects of the session's answers.
    func load(after answers: [Answer]) throws -> [Day: Int] {
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
    /// Returns the saved settings.
    ///
    /// Without saved settings, the result is `usual`. A learner who has never studied words uses
    /// the scheduler of `newcomers`.
    static func stored(
        in records: any PracticeRecords, usual: StudySettings, _ newcomers: Scheduling?
    ) throws -> StudySettings {
        if let settled = try records.unit.transaction.record(StudySettings.only) { return settled }
        guard let newcomers, try records.latestRun(of: .flashcards, CardExercise.activityName, subject: nil) == nil
        else {
            return usual
        }
        var settings = usual
        settings.scheduling = newcomers
        return settings
    }
}
