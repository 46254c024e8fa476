import Kernel
import Practice
import Synchronization

/// The inputs of card scheduling: the settings and the number of cards due on each day.
///
/// Both are read once and kept while the app runs, because every answer needs them. They are read
/// again when the app changes them. The session's answers are added to the days.
package final class CardSchedulingCache: Sendable {
    /// The values read so far.
    private struct Cached {
        var settings: StudySettings?
        /// The due day of each card.
        var dueDays: [Target: Day]?
    }

    private let readSettings: @Sendable () throws -> StudySettings
    private let readMemories: @Sendable () throws -> [ItemMemory]
    private let cache = Mutex(Cached())

    init(
        settings: @escaping @Sendable () throws -> StudySettings,
        memories: @escaping @Sendable () throws -> [ItemMemory]
    ) {
        readSettings = settings
        readMemories = memories
    }

    /// Returns the current settings, cached after the first read.
    func settings() throws -> StudySettings {
        try cache.withLock { cache in
            let settings = try cache.settings ?? readSettings()
            cache.settings = settings
            return settings
        }
    }

    /// Clears the cached values.
    func clearCache() { cache.withLock { $0 = Cached() } }

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
        var dueDays = try cache.withLock { cache in
            if let dueDays = cache.dueDays { return dueDays }
            let dueDays = Dictionary(
                try readMemories().compactMap { memory in memory.schedule.map { (memory.target, $0.due) } },
                uniquingKeysWith: { first, _ in first })
            cache.dueDays = dueDays
            return dueDays
        }
        for answer in answers { dueDays[answer.target] = answer.after.schedule?.due }
        return dueDays.values.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
}

extension StudySettings {
    /// Returns the saved settings.
    ///
    /// Without saved settings, the result is `usual`, but a learner without any card session uses
    /// the scheduler of `newcomers`.
    static func stored(
        in records: any PracticeRecords, usual: StudySettings, _ newcomers: Scheduling?
    ) throws -> StudySettings {
        if let settings = try records.unit.transaction.record(StudySettings.only) { return settings }
        guard let newcomers, try records.latestRun(of: .flashcards, CardExercise.activityName, subject: nil) == nil
        else {
            return usual
        }
        var settings = usual
        settings.scheduling = newcomers
        return settings
    }
}
