import Kernel
import Practice
import Synchronization

/// The spacing of movements, sparring steps, lines and questions.
///
/// Their dates come from the learner's card scheduler, in addition to their levels. The settings
/// are read once and then cached.
package final class Spacing: Sendable {
    /// The practice kinds other than cards whose items come back, in lesson order.
    package static let kinds: [PracticeKind] = [.patterns, .sparring, .lineWork, .theory]

    /// The practice kinds whose memory is only a date: cards and word building.
    static let dateOnlyKinds: [PracticeKind] = [.flashcards, .building]

    private let readSpacing: @Sendable () throws -> Current
    private let cache = Mutex<Current?>(nil)

    /// The scheduler of the saved settings, and its choice among equally good days.
    private struct Current: Sendable {
        let scheduler: any Scheduler
        let days: DayChoice
    }

    /// Creates the spacing from the settings in a log.
    ///
    /// - Parameter newcomers: the scheduler for a learner who has never studied words, or nil for
    ///   Leitner.
    package init(_ log: PracticeLog, newcomers: Scheduling? = nil) {
        readSpacing = {
            try log.repository.read { records in
                let settings = try StudySettings.stored(in: records, usual: StudySettings(), newcomers)
                guard settings.scheduling == .fsrs else {
                    let latest = try records.latestRun(of: .flashcards, CardExercise.activityName, subject: nil)
                    return Current(scheduler: Spacing.preset(of: latest) ?? LeitnerScheduler.standard, days: .byName)
                }
                let days = DayChoice.balanced(easy: settings.fsrs.easyDays, load: [:], seed: 0)
                return Current(scheduler: FSRSScheduler(try settings.fsrs.fsrs()), days: days)
            }
        }
    }

    /// Returns the active scheduler.
    ///
    /// - Throws: `weightsInvalid` if the stored parameters were edited and are invalid.
    package func scheduler() throws -> any Scheduler { try current().scheduler }

    /// Returns a level rule extended by dates.
    package func rule(_ levelRule: MemoryRule) throws -> MemoryRule {
        let current = try current()
        return .spaced(levelRule, current.scheduler, current.days)
    }

    /// Returns the memory rule of an item in a mixed run: a level, and a date if the item comes
    /// back.
    package func rule(of target: Target) throws -> MemoryRule { Spacing.isSpaced(target) ? try rule(.level) : .level }

    /// Returns the scheduler and the choice of days, read on the first call.
    private func current() throws -> Current {
        try cache.withLock { cache in
            let current = try cache ?? readSpacing()
            cache = current
            return current
        }
    }

    /// Returns the preset of a card session, or nil if it has none.
    static func preset(of run: LoggedRun?) -> (any Scheduler)? {
        guard case .string(let name)? = run?.settings["scheduler"] else { return nil }
        return preset(named: name)
    }

    /// Returns the preset with a name or five intervals, or nil if it is unknown.
    static func preset(named name: String) -> (any Scheduler)? {
        LeitnerScheduler.presets.first { $0.name == name } ?? (try? LeitnerScheduler(reading: name))
    }

    /// Returns whether an item comes back, which is true for these kinds except for reading.
    static func isSpaced(_ target: Target) -> Bool { kinds.contains(target.kind) && !target.isReading }
}

extension Target {
    /// Whether the target is the reading of a page, which is no recall.
    var isReading: Bool { kind == .theory && part == "read" }
}
