import Kernel
import Practice
import Synchronization

/// By what movements, steps of sparring, lines and questions come back: by the scheduler that the learner has for cards, beside the level of each. What
/// is settled is read once in a sitting.
public final class Spacing: Sendable {
    /// The kinds of practice that come back beside cards, in the order of a lesson.
    public static let kinds: [PracticeKind] = [.patterns, .sparring, .lineWork, .theory]

    /// The kinds of practice of which a date alone is remembered: cards, and what is built with words.
    static let byDate: [PracticeKind] = [.flashcards, .building]

    private let read: @Sendable () throws -> Settled
    private let known = Mutex<Settled?>(nil)

    private struct Settled: Sendable {
        let scheduler: any Scheduler
        let days: DayChoice
    }

    /// What is settled in a log.
    ///
    /// - Parameter newcomers: the scheduler of somebody who never studied words; nil for Leitner.
    public init(_ log: PracticeLog, newcomers: Scheduling? = nil) {
        read = {
            try log.repository.read { records in
                let settings = try StudySettings.settled(in: records, usual: StudySettings(), newcomers)
                guard settings.scheduling == .fsrs else {
                    let latest = try records.latestRun(of: .flashcards, CardExercise.studying, subject: nil)
                    return Settled(scheduler: Spacing.preset(of: latest) ?? LeitnerScheduler.standard, days: .byName)
                }
                let days = DayChoice.balanced(easy: settings.fsrs.easyDays, load: [:], seed: 0)
                return Settled(scheduler: FSRSScheduler(try settings.fsrs.fsrs()), days: days)
            }
        }
    }

    /// The scheduler that is followed.
    ///
    /// - Throws: `weightsInvalid`, where somebody has edited the parameters.
    public func scheduler() throws -> any Scheduler { try settled().scheduler }

    /// A rule of levels, and by it the dates.
    func rule(_ shown: MemoryRule) throws -> MemoryRule {
        let settled = try settled()
        return .spaced(shown, settled.scheduler, settled.days)
    }

    /// The rule of whatever a mixed run asks beside cards: by its level, and by a date where such things come back.
    func rule(of target: Target) throws -> MemoryRule { Spacing.spaces(target) ? try rule(.level) : .level }

    private func settled() throws -> Settled {
        try known.withLock { known in
            let settled = try known ?? read()
            known = settled
            return settled
        }
    }

    /// The preset that a session of cards followed; nil where it says none.
    static func preset(of run: LoggedRun?) -> (any Scheduler)? {
        guard case .string(let name)? = run?.settings["scheduler"] else { return nil }
        return preset(named: name)
    }

    /// The preset of a name, or of five intervals; nil for another.
    static func preset(named name: String) -> (any Scheduler)? {
        LeitnerScheduler.presets.first { $0.name == name } ?? (try? LeitnerScheduler(reading: name))
    }

    /// Whether something comes back: everything of these kinds but what was only read.
    static func spaces(_ target: Target) -> Bool { kinds.contains(target.kind) && !target.isReading }
}

extension Target {
    /// Whether it is a page that was read, which is no recall.
    var isReading: Bool { kind == .theory && part == "read" }
}
