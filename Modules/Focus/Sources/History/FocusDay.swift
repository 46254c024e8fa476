import Kernel

/// What the focus of one local day adds up to, so that nobody reads ten thousand records to know a total.
///
/// Never added to: made anew from the records of its day whenever one of them is kept, so it heals itself.
public struct FocusDay: Storable, Hashable {
    /// The local day.
    public let day: Day
    /// Milliseconds of focus.
    public let focused: Int
    /// Stretches of focus.
    public let stretches: Int
    /// Those of full length.
    public let completed: Int
    /// Whole minutes of focus, each stretch rounded down: what XP is made of.
    public let minutes: Int
    /// XP for full rounds; nil of a day that was summed up when a round of any length brought 5.
    let bonus: Int?
    /// Full rounds that were long enough to count as ones of an achievement; nil of a day that was summed up when any length was.
    let earned: Int?
    /// Interruptions from oneself; nil for none.
    let innerBreaks: Int?
    /// Interruptions from others; nil for none.
    let outerBreaks: Int?
    /// Milliseconds that were written by hand; nil for none.
    let hand: Int?

    /// Interruptions from oneself.
    public var inner: Int { innerBreaks ?? 0 }
    /// Interruptions from others.
    public var outer: Int { outerBreaks ?? 0 }
    /// Milliseconds that were written by hand.
    public var byHand: Int { hand ?? 0 }
    /// Milliseconds that were written by hand and are more than counts for XP and achievements.
    var beyondHand: Int { max(0, byHand - Levels.mostByHand) }
    /// Milliseconds by tag; a stretch counts under each of its tags.
    public private(set) var byTag: [String: Int]
    /// Milliseconds by project.
    public private(set) var byProject: [String: Int]

    /// The sum of a day's records.
    public init(_ day: Day, records: [FocusRecord]) {
        self.day = day
        focused = records.reduce(0) { $0 + $1.focused }
        (stretches, completed) = (records.count, records.count(where: \.isCompleted))
        minutes = records.reduce(0) { $0 + $1.focused / 60_000 }
        bonus = records.filter(\.isCompleted).reduce(0) { $0 + Levels.bonus(focused: $1.focused) }
        earned = records.count { $0.isCompleted && Levels.bonus(focused: $0.focused) > 0 }
        innerBreaks = records.reduce(0) { $0 + $1.count(of: .inner) }.unlessNothing
        outerBreaks = records.reduce(0) { $0 + $1.count(of: .outer) }.unlessNothing
        hand = records.reduce(0) { $0 + ($1.isByHand ? $1.focused : 0) }.unlessNothing
        let tagged = records.flatMap { record in record.purpose.tags.map { ($0, record.focused) } }
        byTag = Dictionary(tagged, uniquingKeysWith: +)
        byProject = Dictionary(
            records.compactMap { record in record.purpose.project.map { ($0, record.focused) } }, uniquingKeysWith: +)
    }

    /// The same day with the names that its records have now; its figures stay as they were summed.
    func renamed(by records: [FocusRecord]) -> FocusDay {
        var copy = self
        let fresh = FocusDay(day, records: records)
        (copy.byTag, copy.byProject) = (fresh.byTag, fresh.byProject)
        return copy
    }

    /// Two sums of one day as one.
    init(_ day: Day, _ kept: FocusDay?, and pending: FocusDay) {
        self.day = day
        focused = (kept?.focused ?? 0) + pending.focused
        stretches = (kept?.stretches ?? 0) + pending.stretches
        completed = (kept?.completed ?? 0) + pending.completed
        minutes = (kept?.minutes ?? 0) + pending.minutes
        bonus = Levels.bonus(of: pending) + (kept.map(Levels.bonus(of:)) ?? 0)
        earned = (pending.earned ?? pending.completed) + (kept.map { $0.earned ?? $0.completed } ?? 0)
        innerBreaks = (pending.inner + (kept?.inner ?? 0)).unlessNothing
        outerBreaks = (pending.outer + (kept?.outer ?? 0)).unlessNothing
        hand = (pending.byHand + (kept?.byHand ?? 0)).unlessNothing
        byTag = pending.byTag.merging(kept?.byTag ?? [:], uniquingKeysWith: +)
        byProject = pending.byProject.merging(kept?.byProject ?? [:], uniquingKeysWith: +)
    }

    /// Made from the day.
    public var id: Identifier<FocusDay> { FocusDay.id(of: day) }

    static func id(of day: Day) -> Identifier<FocusDay> { Identifier(day.description) }

    static let byDay = Index<FocusDay, Day>.ordered("day") { $0.day }
    /// Where days are kept.
    public static let collection = RecordCollection<FocusDay>("focus.days", indexes: [byDay])
}

extension Int {
    /// Nil for 0: most days have none, and say nothing of it.
    fileprivate var unlessNothing: Int? { self == 0 ? nil : self }
}
