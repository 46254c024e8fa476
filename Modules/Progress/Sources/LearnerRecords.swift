import Kernel
import Practice

/// The data that a learner's record needs from other features: the areas to master, the next belt
/// and the daily goal. The app provides it.
package struct LearnerRecords: Sendable {
    /// A closure that returns the areas for this learner with the share known today, in display
    /// order.
    package let areas: @Sendable () throws -> [Area]
    /// A closure that returns the next belt, filled by the share of its known words, or nil at the
    /// highest belt.
    package let belt: @Sendable () throws -> NextBelt?
    /// A closure that returns the learner's target number of answers a day.
    package let goal: @Sendable () throws -> Int
    /// A closure that returns the sessions that are stored outside the practice log: games.
    package private(set) var externalSessions: @Sendable () throws -> [PastSession]
    /// The kinds of sessions, in display order.
    package private(set) var kinds: [SessionKind]
    /// A closure that returns the scheduler whose predictions retention is compared with.
    package let scheduler: @Sendable () throws -> any Scheduler

    /// Creates the circumstances from functions, which are called again for each use.
    package init(
        areas: @escaping @Sendable () throws -> [Area], belt: @escaping @Sendable () throws -> NextBelt?,
        goal: @escaping @Sendable () throws -> Int,
        externalSessions: @escaping @Sendable () throws -> [PastSession] = { [] },
        kinds: [SessionKind], scheduler: @escaping @Sendable () throws -> any Scheduler
    ) {
        self.areas = areas
        self.belt = belt
        self.goal = goal
        self.externalSessions = externalSessions
        self.kinds = kinds
        self.scheduler = scheduler
    }

    /// Returns the circumstances with sessions of further kinds that are stored elsewhere.
    package func adding(_ kinds: [SessionKind], _ others: @escaping @Sendable () throws -> [PastSession])
        -> LearnerRecords
    {
        var extended = self
        extended.kinds += kinds
        extended.externalSessions = { [externalSessions = self.externalSessions] in try externalSessions() + others() }
        return extended
    }

    /// Returns the display data of a practice kind. An unknown kind uses its raw value.
    package func kind(_ kind: PracticeKind) -> SessionKind {
        kinds.first { $0.kind == kind } ?? SessionKind(kind, word: kind.rawValue, title: kind.rawValue)
    }
}

/// A practice kind with the names that distinguish sessions.
package struct SessionKind: Hashable, Sendable {
    package let kind: PracticeKind
    /// The name as typed.
    package let word: String
    /// The display name.
    package let title: String

    package init(_ kind: PracticeKind, word: String, title: String) {
        self.kind = kind
        self.word = word
        self.title = title
    }
}

/// An area to master: a category of words, the words of a belt, a pattern, a sparring set or a
/// page.
package struct Area: Hashable, Sendable {
    /// The group of an area, in display order.
    package enum Group: String, CaseIterable, Sendable {
        case words
        case belts
        case patterns, sparring, linework, theory
    }

    package let group: Group
    /// Its name for programs, unique in its group.
    package let id: String
    package let title: String
    /// The share known today, 0…1.
    package let share: Double
    /// The number of items, and the number of items met.
    package let total, met: Int
    package let isMastered: Bool

    package init(
        _ group: Group, _ id: String, _ title: String, share: Double, met: Int, of total: Int, isMastered: Bool
    ) {
        self.group = group
        self.id = id
        self.title = title
        self.share = share.isFinite ? min(max(share, 0), 1) : 0
        self.total = total
        self.met = met
        self.isMastered = isMastered
    }
}

/// The belt that a learner works toward.
package struct NextBelt: Hashable, Sendable {
    /// The identifier, such as `9k`.
    package let id: String
    package let name: String
    /// The share of its words that the learner knows, 0…1000.
    package let share: Int
    package let colors: [RGBColor]

    package init(_ id: String, _ name: String, share: Int, colors: [RGBColor]) {
        self.id = id
        self.name = name
        self.share = min(max(share, 0), 1000)
        self.colors = colors
    }
}
