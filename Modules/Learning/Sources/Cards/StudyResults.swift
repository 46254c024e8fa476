import Content
import Kernel
import Practice

/// The results of a session.
package struct StudyResults: Hashable, Sendable {
    /// The session, or nil if there was nothing to study.
    package let session: Identifier<LoggedRun>?
    package let mode: StudyConfiguration.Mode
    package let cards: Int
    package let answered: Int
    /// The number of right answers, including near misses.
    package let right: Int
    /// The number of answers to cards that came back in the session.
    package let repeats: Int
    package let skipped: Int
    package let remaining: Int
    /// The number of cards answered for the first time.
    package let new: Int
    /// The numbers of cards that moved to a higher and to a lower box.
    package let promoted: Int
    package let demoted: Int
    package let milliseconds: Int
    /// The missed terms in order of appearance.
    package let missed: [Term]
    /// The cards of this session that the learner keeps missing.
    package let leeches: [Term]

    init(_ run: Run<CardExercise>, library: Library, leeches: Set<Target>) {
        let answers = run.counted
        session = run.id
        mode = run.settings.mode
        cards = run.items.count { $0.step == .ask }
        answered = answers.count
        remaining = run.remainingCards
        right = answers.count { $0.isRight }
        milliseconds = run.milliseconds
        let answeredPlaces = Set(run.answers.map(\.place))
        skipped = run.items.prefix(run.place).enumerated().count {
            $0.element.step == .ask && !answeredPlaces.contains($0.offset)
        }
        repeats = run.answers.count - answers.count
        new = answers.count { $0.before == nil }
        let boxChanges = answers.compactMap { answer in
            answer.after.schedule.map { $0.box - (answer.before?.memory.schedule?.box ?? Schedule.firstBox) }
        }
        promoted = boxChanges.count { $0 > 0 }
        demoted = boxChanges.count { $0 < 0 }
        missed = answers.filter { !$0.isRight }.compactMap { library.term($0.target.subject) }
        self.leeches = answers.filter { leeches.contains($0.target) }.compactMap { library.term($0.target.subject) }
    }

    /// Returns the results of a session without cards.
    package static func empty(_ mode: StudyConfiguration.Mode) -> StudyResults { StudyResults(nothing: mode) }

    private init(nothing mode: StudyConfiguration.Mode) {
        session = nil
        self.mode = mode
        cards = 0
        answered = 0
        remaining = 0
        right = 0
        skipped = 0
        repeats = 0
        new = 0
        promoted = 0
        demoted = 0
        milliseconds = 0
        missed = []
        leeches = []
    }

    /// The share of right answers, 0…1, and 0 without answers.
    package var accuracy: Double { Figures.share(right, of: answered) }
    package var minutes: Int { Figures.minutes(milliseconds) }
}
