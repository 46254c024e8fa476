import Kernel

/// The fee of a plan, and how often it is due.
package struct FeePlan: Codable, Hashable, Sendable {
    /// The interval at which the fee is due.
    package enum Cycle: String, Codable, CaseIterable, Sendable {
        case month
        case quarter
        case half
        case year

        package var months: Int {
            switch self {
            case .month: 1
            case .quarter: 3
            case .half: 6
            case .year: 12
            }
        }
    }

    /// The maximum length of a plan's name in characters.
    package static let longestName = 30

    /// The plan's name, such as `child`.
    package let name: String
    /// The fee of one cycle in the currency's smallest unit.
    package let minor: Int
    package let cycle: Cycle
    /// The number of days after the start of a cycle by which the fee must be paid.
    package let grace: Int

    package init(name: String, minor: Int, cycle: Cycle, grace: Int) {
        self.name = name
        self.minor = minor
        self.cycle = cycle
        self.grace = grace
    }
}

/// A copy of a plan that applies to a person from a day on. A later price change does not affect
/// past charges.
package struct FeeSpan: Codable, Hashable, Sendable {
    package let plan: FeePlan
    /// The first day of the first cycle.
    package let from: Day
    /// The day from which no cycle starts, or nil while the plan is active.
    package var until: Day?

    package init(plan: FeePlan, from: Day, until: Day? = nil) {
        self.plan = plan
        self.from = from
        self.until = until
    }

    /// Returns the charges until a day, inclusive.
    func charges(through day: Day) -> [Charge] {
        var charges: [Charge] = []
        for cycle in 0..<FeeSpan.mostCycles {
            let start = from.adding(months: cycle * plan.cycle.months)
            guard start <= day, until.map({ start < $0 }) ?? true else { break }
            charges.append(Charge(plan: plan.name, from: start, due: start.adding(days: plan.grace), minor: plan.minor))
        }
        return charges
    }

    /// The maximum number of cycles to compute: a hundred years of months.
    private static let mostCycles = 1200
}

/// One cycle to pay.
package struct Charge: Hashable, Sendable {
    package let plan: String
    /// The first day of the cycle.
    package let from: Day
    /// The day by which it must be paid.
    package let due: Day
    /// The amount to pay in the currency's smallest unit.
    package let minor: Int
}
