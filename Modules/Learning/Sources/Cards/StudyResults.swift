import Content
import Kernel
import Practice

/// What a session brought.
public struct StudyResults: Hashable, Sendable {
    /// The session; nil when there was nothing to study.
    public let session: Identifier<LoggedRun>?
    /// How it was answered.
    public let mode: StudyConfiguration.Mode
    /// How many cards it has.
    public let cards: Int
    /// Cards that were answered.
    public let answered: Int
    /// Right ones among them; a near miss counts.
    public let right: Int
    /// Answers to cards that were missed and came once more.
    public let repeats: Int
    /// Cards that were passed over.
    public let skipped: Int
    /// Cards that are still to come.
    public let remaining: Int
    /// Cards that were answered for the first time.
    public let new: Int
    /// Cards that went into a higher box.
    public let promoted: Int
    /// Cards that fell into a lower box.
    public let demoted: Int
    /// Time spent on answers.
    public let milliseconds: Int
    /// The terms that were missed, in the order in which they came.
    public let missed: [Term]
    /// The leeches among the cards of this session: cards that keep being missed.
    public let leeches: [Term]

    init(_ run: Run<CardExercise>, library: Library, leeches: Set<Target>) {
        let answers = run.counted
        (session, mode) = (run.id, run.settings.mode)
        (cards, answered, remaining) = (run.items.count { $0.step == .ask }, answers.count, run.toGo)
        (right, milliseconds) = (answers.count { $0.isRight }, run.milliseconds)
        let given = Set(run.answers.map(\.place))
        skipped = run.items.prefix(run.place).enumerated().count { $0.element.step == .ask && !given.contains($0.offset) }
        repeats = run.answers.count - answers.count
        new = answers.count { $0.before == nil }
        let steps = answers.compactMap { answer in
            answer.after.schedule.map { $0.box - (answer.before?.memory.schedule?.box ?? Schedule.firstBox) }
        }
        (promoted, demoted) = (steps.count { $0 > 0 }, steps.count { $0 < 0 })
        missed = answers.filter { !$0.isRight }.compactMap { library.term($0.target.subject) }
        self.leeches = answers.filter { leeches.contains($0.target) }.compactMap { library.term($0.target.subject) }
    }

    /// What comes of a session that had no card.
    public static func nothing(_ mode: StudyConfiguration.Mode) -> StudyResults { StudyResults(nothing: mode) }

    private init(nothing mode: StudyConfiguration.Mode) {
        (session, self.mode, cards, answered, remaining, right, skipped, repeats) = (nil, mode, 0, 0, 0, 0, 0, 0)
        (new, promoted, demoted, milliseconds, missed, leeches) = (0, 0, 0, 0, [], [])
    }

    /// The share of right answers, 0…1; 0 without answers.
    public var accuracy: Double { Figures.share(right, of: answered) }
    /// Minutes spent on answers, to the nearest.
    public var minutes: Int { Figures.minutes(milliseconds) }
}
