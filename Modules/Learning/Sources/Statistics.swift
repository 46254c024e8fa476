import Content
import Kernel

/// Where a learner stands, in figures. Made from one record a card and one a day and session; no answer is read.
public struct Statistics: Sendable {
    /// Cards by where they are. A card is a term that is open to the learner, in one direction.
    public struct Cards: Hashable, Sendable {
        /// Answered before, and due today or earlier.
        public let due: Int
        /// Never answered.
        public let new: Int
        /// Answered at least once, in whatever box.
        public let learning: Int
        /// All: `new` and `learning`.
        public let total: Int
    }

    /// One day.
    public struct Activity: Hashable, Sendable {
        /// The day.
        public let day: Day
        /// Answers given.
        public let answers: Int
        /// Right ones among them.
        public let right: Int
        /// Time spent on them.
        public let milliseconds: Int

        /// Minutes, to the nearest.
        public var minutes: Int { Figures.minutes(milliseconds) }
    }

    /// How many cards come back on a day.
    public struct Forecast: Hashable, Sendable {
        /// The day; the first is today and holds what is overdue.
        public let day: Day
        /// Cards due.
        public let cards: Int
    }

    /// One category.
    public struct CategoryFigures: Hashable, Sendable {
        /// The category.
        public let category: Content.Category
        /// Cards answered at least once.
        public let learning: Int
        /// All cards that are open.
        public let total: Int
        /// The share of right answers, 0…1.
        public let accuracy: Double
    }

    /// One kind of study.
    public struct KindFigures: Hashable, Sendable {
        /// The kind.
        public let kind: StudyKind
        /// Sessions with at least one answer.
        public let sessions: Int
        /// Answers given.
        public let answers: Int
        /// Right ones among them.
        public let right: Int
        /// Minutes spent on them, to the nearest.
        public let minutes: Int
        /// The latest day.
        public let last: Day

        /// The share of right answers, 0…1.
        public var accuracy: Double { Figures.share(right, of: answers) }
    }

    /// Days studied without a gap.
    public let streak: Streak
    /// Cards by where they are.
    public let cards: Cards
    /// How many of the cards that are being learned lie in boxes 1…5; five numbers whose sum is `cards.learning`.
    public let boxes: [Int]
    /// Sessions of every kind with at least one answer.
    public let sessions: Int
    /// All answers, of every kind.
    public let answers: Int
    /// Right ones among them.
    public let right: Int
    /// Minutes spent on answers, to the nearest.
    public let minutes: Int
    /// Today's work.
    public let today: Activity
    /// Every day with an answer, earliest first.
    public let days: [Activity]
    /// What each kind of study that was met has brought, in the order of a lesson.
    public let kinds: [KindFigures]
    /// Categories that have cards, in their order.
    public let categories: [CategoryFigures]
    /// Cards that keep being missed, the most missed first.
    public let leeches: [CardProgress]
    /// What is being learned and open to the learner; the forecast is counted from it.
    private let learning: [CardProgress]

    /// The share of right answers, 0…1; 0 before the first.
    public var accuracy: Double { Figures.share(right, of: answers) }

    init(progress: [CardProgress], studied: [StudyDay], library: Library, syllabus: Syllabus, today day: Day) {
        let terms = syllabus.opened(in: library.terms).filter(\.hasKorean)
        let open = Dictionary(terms.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let learning = progress.filter { open[$0.card.term] != nil }
        self.learning = learning
        let total = terms.count * Direction.allCases.count
        cards = Cards(
            due: learning.count { $0.schedule.isDue(on: day) }, new: total - learning.count, learning: learning.count,
            total: total)
        boxes = (Schedule.firstBox...Schedule.lastBox).map { box in learning.count { $0.schedule.box == box } }
        leeches = learning.filter(\.isLeech).sorted { ($1.misses, $0.id) < ($0.misses, $1.id) }
        categories = Statistics.categories(terms, learning, open)

        days = Statistics.activity(studied)
        kinds = Statistics.kinds(studied)
        today = days.first { $0.day == day } ?? Activity(day: day, answers: 0, right: 0, milliseconds: 0)
        streak = Streak(days: days.map(\.day), today: day)
        sessions = Set(studied.map(\.session)).count
        answers = studied.reduce(0) { $0 + $1.answers }
        right = studied.reduce(0) { $0 + $1.right }
        minutes = Figures.minutes(studied.reduce(0) { $0 + $1.milliseconds })
    }

    /// How many cards come back on each of the next days, today first; today holds what is overdue.
    public func forecast(days count: Int) -> [Forecast] {
        let offsets = learning.reduce(into: [:]) { counts, card in
            counts[max(0, card.schedule.due.days(since: today.day)), default: 0] += 1
        }
        return (0..<max(0, count)).map { Forecast(day: today.day.adding(days: $0), cards: offsets[$0] ?? 0) }
    }

    /// The latest days up to today, those without study included, earliest first.
    public func latest(days count: Int) -> [Activity] {
        let known = Dictionary(days.map { ($0.day, $0) }, uniquingKeysWith: { first, _ in first })
        return (0..<max(0, count)).reversed().map { today.day.adding(days: -$0) }
            .map { known[$0] ?? Activity(day: $0, answers: 0, right: 0, milliseconds: 0) }
    }

    private static func activity(_ studied: [StudyDay]) -> [Activity] {
        Dictionary(grouping: studied, by: \.day).map { day, parts in
            Activity(
                day: day, answers: parts.reduce(0) { $0 + $1.answers }, right: parts.reduce(0) { $0 + $1.right },
                milliseconds: parts.reduce(0) { $0 + $1.milliseconds })
        }.sorted { $0.day < $1.day }
    }

    private static func kinds(_ studied: [StudyDay]) -> [KindFigures] {
        Dictionary(grouping: studied, by: \.kind).sorted { $0.key < $1.key }.compactMap { kind, parts in
            parts.map(\.day).max().map { last in
                KindFigures(
                    kind: kind, sessions: Set(parts.map(\.session)).count, answers: parts.reduce(0) { $0 + $1.answers },
                    right: parts.reduce(0) { $0 + $1.right },
                    minutes: Figures.minutes(parts.reduce(0) { $0 + $1.milliseconds }), last: last)
            }
        }
    }

    private static func categories(_ terms: [Term], _ learning: [CardProgress], _ open: [String: Term]) -> [CategoryFigures] {
        let totals = Dictionary(grouping: terms, by: \.category).mapValues { $0.count * Direction.allCases.count }
        let met = Dictionary(grouping: learning) { open[$0.card.term]?.category }
        return totals.keys.sorted().map { category in
            let cards = met[category] ?? []
            let answers = cards.reduce(0) { $0 + $1.answers }
            let misses = cards.reduce(0) { $0 + $1.misses }
            return CategoryFigures(
                category: category, learning: cards.count, total: totals[category] ?? 0,
                accuracy: Figures.share(answers - misses, of: answers))
        }
    }
}

extension Flashcards {
    /// The days on which something was answered.
    public func studiedDays() throws -> Set<Day> { Set(try repository.days().filter { $0.answers > 0 }.map(\.day)) }

    /// Days in a row that end the day before this one.
    public func streak(before day: Day) throws -> Int {
        let (days, eve) = (try studiedDays(), day.adding(days: -1))
        return days.contains(eve) ? Streak(days: days, today: eve).current : 0
    }

    /// Where the learner stands.
    public func statistics() throws -> Statistics {
        Statistics(
            progress: try repository.progress(), studied: try repository.days(), library: library, syllabus: learner.syllabus,
            today: today)
    }

    /// The cards that are due today or earlier, longest overdue first.
    public func due() throws -> [CardProgress] {
        let open = Set(learner.syllabus.opened(in: library.terms).filter(\.hasKorean).map(\.id))
        return try repository.progress().filter { $0.schedule.isDue(on: today) && open.contains($0.card.term) }
            .sorted { ($0.schedule.due, $0.schedule.box, $0.id) < ($1.schedule.due, $1.schedule.box, $1.id) }
    }
}
