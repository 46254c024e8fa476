import Kernel

/// Where somebody stands with their fees: a pure function of what was agreed, what was paid and the day. Whatever is paid settles the oldest first.
public struct FeeAccount: Hashable, Sendable {
    /// What was asked for until today and is not paid whole, the oldest first, each with what is left of it.
    public let open: [Charge]
    /// All that was asked for until today, in the smallest unit.
    public let asked: Int
    /// All that was paid.
    public let paid: Int
    /// What is asked for next; nil where no plan lasts.
    public let next: Charge?
    private let today: Day

    /// An account on a day.
    ///
    /// - Parameter paid: all that was paid, in the smallest unit.
    public init(_ spans: [FeeSpan], paid: Int, on today: Day) {
        let charges = spans.flatMap { $0.charges(through: today) }.sorted { ($0.from, $0.due) < ($1.from, $1.due) }
        (self.paid, self.today) = (paid, today)
        asked = charges.reduce(0) { $0 + $1.minor }
        var left = paid
        open = charges.compactMap { charge in
            let settled = min(left, charge.minor)
            left -= settled
            return settled == charge.minor
                ? nil : Charge(plan: charge.plan, from: charge.from, due: charge.due, minor: charge.minor - settled)
        }
        // Twice the longest cycle ahead holds the next one of every plan.
        let ahead = spans.flatMap { $0.charges(through: today.adding(months: 24)) }.filter { $0.from > today }
        next = ahead.min { ($0.from, $0.due) < ($1.from, $1.due) }
    }

    /// What is owed now; what was paid ahead counts against it.
    public var owed: Int { open.reduce(0) { $0 + $1.minor } }
    /// What was paid ahead.
    public var ahead: Int { max(0, paid - asked) }
    /// What should have been paid by now.
    public var overdue: Int { open.filter { $0.due < today }.reduce(0) { $0 + $1.minor } }
    /// The day by which the oldest open cycle is to be paid; nil where nothing is owed.
    public var until: Day? { open.first?.due }
}
