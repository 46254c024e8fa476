import Content
import Kernel

/// What a session brought.
public struct StudyResults: Hashable, Sendable {
    /// The session; nil when there was nothing to study.
    public let session: Identifier<StudySession>?
    /// How it was answered.
    public let mode: StudyConfiguration.Mode
    /// How many cards it has.
    public let cards: Int
    /// Answers given.
    public let answered: Int
    /// Right ones among them; a near miss counts.
    public let right: Int
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

    init(_ sitting: Sitting, library: Library, leeches: Set<Card>) {
        let answers = sitting.answers
        (session, mode) = (sitting.session.id, sitting.session.configuration.mode)
        (cards, answered, remaining) = (sitting.session.queue.count, answers.count, sitting.remaining.count)
        (right, skipped) = (answers.count { $0.isRight }, sitting.session.skipped.count)
        new = answers.count { $0.before == nil }
        promoted = answers.count { $0.after.box > ($0.before?.box ?? Schedule.firstBox) }
        demoted = answers.count { $0.after.box < ($0.before?.box ?? Schedule.firstBox) }
        milliseconds = answers.reduce(0) { $0 + $1.milliseconds }
        missed = answers.filter { !$0.isRight }.compactMap { library.term($0.card.term) }
        self.leeches = answers.filter { leeches.contains($0.card) }.compactMap { library.term($0.card.term) }
    }

    /// What comes of a session that had no card.
    public static func nothing(_ mode: StudyConfiguration.Mode) -> StudyResults { StudyResults(nothing: mode) }

    private init(nothing mode: StudyConfiguration.Mode) {
        (session, self.mode, cards, answered, remaining, right, skipped) = (nil, mode, 0, 0, 0, 0, 0)
        (new, promoted, demoted, milliseconds, missed, leeches) = (0, 0, 0, 0, [], [])
    }

    /// The share of right answers, 0…1; 0 without answers.
    public var accuracy: Double { Figures.share(right, of: answered) }
    /// Minutes spent on answers, to the nearest.
    public var minutes: Int { Figures.minutes(milliseconds) }
}

/// How figures are rounded, everywhere alike.
enum Figures {
    /// 0…1 with four decimals; 0 of nothing.
    static func share(_ part: Int, of whole: Int) -> Double {
        whole == 0 ? 0 : (Double(part) / Double(whole) * 10_000).rounded() / 10_000
    }

    static func minutes(_ milliseconds: Int) -> Int { (milliseconds + 30_000) / 60_000 }
}
