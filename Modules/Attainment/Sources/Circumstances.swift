import Kernel
import Practice

/// What the record of a learner must know of others: what there is to master, the next belt, the day's goal. The app fills it.
public struct Circumstances: Sendable {
    /// What there is to master for this learner, and how well it is known today, in the order in which it is shown.
    public let areas: @Sendable () throws -> [Area]
    /// The next belt, as full as the words for it are known; nil at the top.
    public let belt: @Sendable () throws -> NextBelt?
    /// Answers a day that the learner wants to give.
    public let goal: @Sendable () throws -> Int
    /// Sessions that are kept elsewhere than with practice: games.
    public private(set) var others: @Sendable () throws -> [PastSession]
    /// The kinds of sessions that there are, whether or not there ever was one.
    public private(set) var kinds: [SessionKind]
    /// By what cards come back.
    public let scheduler: @Sendable () throws -> any Scheduler

    /// Circumstances from functions; each is called when it is needed, and asked again the next time.
    public init(
        areas: @escaping @Sendable () throws -> [Area], belt: @escaping @Sendable () throws -> NextBelt?,
        goal: @escaping @Sendable () throws -> Int, others: @escaping @Sendable () throws -> [PastSession] = { [] },
        kinds: [SessionKind], scheduler: @escaping @Sendable () throws -> any Scheduler
    ) {
        (self.areas, self.belt, self.goal) = (areas, belt, goal)
        (self.others, self.kinds, self.scheduler) = (others, kinds, scheduler)
    }

    /// The same with sessions of further kinds that are kept elsewhere.
    public func adding(_ kinds: [SessionKind], _ others: @escaping @Sendable () throws -> [PastSession]) -> Circumstances {
        var more = self
        more.kinds += kinds
        more.others = { [before = self.others] in try before() + others() }
        return more
    }

    /// A kind of practice as people read and type it; one of a newer program by its own word.
    public func kind(_ kind: PracticeKind) -> SessionKind {
        kinds.first { $0.kind == kind } ?? SessionKind(kind, word: kind.rawValue, title: kind.rawValue)
    }
}

/// A kind of practice, as sessions are told apart.
public struct SessionKind: Hashable, Sendable {
    /// As records have it.
    public let kind: PracticeKind
    /// As people type it, and as its command is called.
    public let word: String
    /// As people read it.
    public let title: String

    /// A kind with its two names.
    public init(_ kind: PracticeKind, word: String, title: String) { (self.kind, self.word, self.title) = (kind, word, title) }
}

/// Something to master: a category of words, the words of a belt, a pattern, a set of step sparring, a page.
public struct Area: Hashable, Sendable {
    /// What it is one of, in the order of display.
    public enum Group: String, CaseIterable, Sendable {
        /// Words by what they are about.
        case words
        /// Words by the belt at which they are learned.
        case belts
        /// As `--json` has them.
        case patterns, sparring, linework, theory
    }

    /// What it is one of.
    public let group: Group
    /// Its name for programs, unique in its group.
    public let id: String
    /// Its name for people.
    public let title: String
    /// How much of it is known today, 0…1.
    public let share: Double
    /// How many things it holds, and how many of them were met.
    public let total, met: Int
    /// Whether all of it is known well.
    public let isMastered: Bool

    /// An area; a share outside 0…1 is moved to the nearest.
    public init(_ group: Group, _ id: String, _ title: String, share: Double, met: Int, of total: Int, isMastered: Bool) {
        (self.group, self.id, self.title) = (group, id, title)
        self.share = share.isFinite ? min(max(share, 0), 1) : 0
        (self.total, self.met, self.isMastered) = (total, met, isMastered)
    }
}

/// The belt that a learner works towards.
public struct NextBelt: Hashable, Sendable {
    /// Its name for programs: `9k`.
    public let id: String
    /// Its name for people: `9th keup`.
    public let name: String
    /// How well the words for it are known, in thousandths.
    public let share: Int
    /// What it looks like, the belt's colour first.
    public let colours: [RGBColor]

    /// A belt; a share outside 0…1000 is moved to the nearest.
    public init(_ id: String, _ name: String, share: Int, colours: [RGBColor]) {
        (self.id, self.name, self.share, self.colours) = (id, name, min(max(share, 0), 1000), colours)
    }
}
