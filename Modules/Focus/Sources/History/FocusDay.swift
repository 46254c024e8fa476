import Kernel

/// The sums of the focus of one local day, which spare reading ten thousand records for a total.
///
/// They are always computed again from the records of the day, so an error repairs itself.
package struct FocusDay: Storable, Hashable {
    package let day: Day
    /// Milliseconds of focus.
    package let focused: Int
    /// The number of records.
    package let stretches: Int
    /// The number of full rounds.
    package let completed: Int
    /// Whole minutes of focus for XP, with each stretch rounded down.
    package let minutes: Int
    /// XP for full rounds, or nil for a day summed when every round brought 5.
    let bonus: Int?
    /// The full rounds long enough for an achievement, or nil for a day summed when every length
    /// counted.
    let earned: Int?
    /// The user's own interruptions, or nil for none.
    let innerBreaks: Int?
    /// Interruptions by others, or nil for none.
    let outerBreaks: Int?
    /// Milliseconds that the user entered by hand, or nil for none.
    let hand: Int?

    /// The number of the user's own interruptions.
    package var inner: Int { innerBreaks ?? 0 }
    /// The number of interruptions by others.
    package var outer: Int { outerBreaks ?? 0 }
    /// Milliseconds that the user entered by hand.
    package var byHand: Int { hand ?? 0 }
    /// Milliseconds entered by hand beyond the limit for XP and achievements.
    var byHandOverLimit: Int { max(0, byHand - Levels.mostByHand) }
    /// Milliseconds by tag.
    ///
    /// A stretch counts under each of its tags.
    package private(set) var byTag: [String: Int]
    /// Milliseconds by project.
    package private(set) var byProject: [String: Int]

    package init(_ day: Day, records: [FocusRecord]) {
        self.day = day
        focused = records.reduce(0) { $0 + $1.focused }
        stretches = records.count
        completed = records.count(where: \.isCompleted)
        minutes = records.reduce(0) { $0 + $1.focused / 60_000 }
        bonus = records.filter(\.isCompleted).reduce(0) { $0 + Levels.bonus(focused: $1.focused) }
        earned = records.count { $0.isCompleted && Levels.bonus(focused: $0.focused) > 0 }
        innerBreaks = records.reduce(0) { $0 + $1.count(of: .inner) }.nilIfZero
        outerBreaks = records.reduce(0) { $0 + $1.count(of: .outer) }.nilIfZero
        hand = records.reduce(0) { $0 + ($1.isByHand ? $1.focused : 0) }.nilIfZero
        let tagged = records.flatMap { record in record.purpose.tags.map { ($0, record.focused) } }
        byTag = Dictionary(tagged, uniquingKeysWith: +)
        byProject = Dictionary(
            records.compactMap { record in record.purpose.project.map { ($0, record.focused) } }, uniquingKeysWith: +)
    }

    /// Returns a copy with the current names of its records.
    ///
    /// Its figures stay unchanged.
    func renamed(by records: [FocusRecord]) -> FocusDay {
        var copy = self
        let current = FocusDay(day, records: records)
        (copy.byTag, copy.byProject) = (current.byTag, current.byProject)
        return copy
    }

    /// Creates the sums of a day from the stored sums and those of unsaved phases.
    init(_ day: Day, _ stored: FocusDay?, and pending: FocusDay) {
        self.day = day
        focused = (stored?.focused ?? 0) + pending.focused
        stretches = (stored?.stretches ?? 0) + pending.stretches
        completed = (stored?.completed ?? 0) + pending.completed
        minutes = (stored?.minutes ?? 0) + pending.minutes
        bonus = Levels.bonus(of: pending) + (stored.map(Levels.bonus(of:)) ?? 0)
        earned = (pending.earned ?? pending.completed) + (stored.map { $0.earned ?? $0.completed } ?? 0)
        innerBreaks = (pending.inner + (stored?.inner ?? 0)).nilIfZero
        outerBreaks = (pending.outer + (stored?.outer ?? 0)).nilIfZero
        hand = (pending.byHand + (stored?.byHand ?? 0)).nilIfZero
        byTag = pending.byTag.merging(stored?.byTag ?? [:], uniquingKeysWith: +)
        byProject = pending.byProject.merging(stored?.byProject ?? [:], uniquingKeysWith: +)
    }

    package var id: Identifier<FocusDay> { FocusDay.id(of: day) }

    static func id(of day: Day) -> Identifier<FocusDay> { Identifier(day.description) }

    static let byDay = Index<FocusDay, Day>.ordered("day") { $0.day }
    package static let collection = RecordCollection<FocusDay>("focus.days", indexes: [byDay])
}

extension Int {
    /// Nil for 0, so that most days store nothing here.
    fileprivate var nilIfZero: Int? { self == 0 ? nil : self }
}
