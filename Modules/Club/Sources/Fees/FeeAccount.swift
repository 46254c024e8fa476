import Kernel

/// A person's balance of fees: a pure function of plans, payments and the day. A payment settles
/// the oldest charge first.
package struct FeeAccount: Hashable, Sendable {
    /// The charges until today that are not fully paid, oldest first, each with its open amount.
    package let open: [Charge]
    /// The sum of all charges until today, in the smallest unit.
    package let charged: Int
    /// The sum of all payments, in the smallest unit.
    package let paid: Int
    /// The next charge, or nil if no plan is active.
    package let next: Charge?
    private let today: Day

    /// Creates the balance on a day.
    ///
    /// - Parameter paid: The sum of all payments, in the smallest unit.
    package init(_ spans: [FeeSpan], paid: Int, on today: Day) {
        let charges = spans.flatMap { $0.charges(through: today) }.sorted { ($0.from, $0.due) < ($1.from, $1.due) }
        self.paid = paid
        self.today = today
        charged = charges.reduce(0) { $0 + $1.minor }
        var remaining = paid
        open = charges.compactMap { charge in
            let paidPart = min(remaining, charge.minor)
            remaining -= paidPart
            return paidPart == charge.minor
                ? nil : Charge(plan: charge.plan, from: charge.from, due: charge.due, minor: charge.minor - paidPart)
        }
        // A window of twice the longest cycle contains the next charge of every plan.
        let upcoming = spans.flatMap { $0.charges(through: today.adding(months: 24)) }.filter { $0.from > today }
        next = upcoming.min { ($0.from, $0.due) < ($1.from, $1.due) }
    }

    /// The amount owed now, less payments in advance.
    package var owed: Int { open.reduce(0) { $0 + $1.minor } }
    /// The amount paid in advance.
    package var prepaid: Int { max(0, paid - charged) }
    /// The part of the owed amount whose due day is past.
    package var overdue: Int { open.filter { $0.due < today }.reduce(0) { $0 + $1.minor } }
    /// The day by which the oldest open charge is due, or nil if nothing is owed.
    package var dueDay: Day? { open.first?.due }
}
