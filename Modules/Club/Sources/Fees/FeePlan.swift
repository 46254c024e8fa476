import Kernel

/// What somebody pays, and how often.
public struct FeePlan: Codable, Hashable, Sendable {
    /// How often a fee falls due.
    public enum Cycle: String, Codable, CaseIterable, Sendable {
        /// Every month.
        case month
        /// Every three months.
        case quarter
        /// Every six months.
        case half
        /// Once a year.
        case year

        /// Its length in months.
        public var months: Int {
            switch self {
            case .month: 1
            case .quarter: 3
            case .half: 6
            case .year: 12
            }
        }
    }

    /// How long its name may be.
    public static let longestName = 30

    /// What it is called: `child`.
    public let name: String
    /// In the currency's smallest unit.
    public let minor: Int
    /// How often it falls due.
    public let cycle: Cycle
    /// So many days after the beginning of a cycle it must be paid.
    public let grace: Int

    /// A plan from its parts.
    public init(name: String, minor: Int, cycle: Cycle, grace: Int) {
        (self.name, self.minor, self.cycle, self.grace) = (name, minor, cycle, grace)
    }
}

/// A plan as somebody has it from a day on: a copy, so that a price that changes later changes nothing that was owed.
public struct FeeSpan: Codable, Hashable, Sendable {
    /// The plan as it was agreed on.
    public let plan: FeePlan
    /// The first day of the first cycle.
    public let from: Day
    /// No cycle begins from this day on; nil while it lasts.
    public var until: Day?

    /// A plan from a day on.
    public init(plan: FeePlan, from: Day, until: Day? = nil) { (self.plan, self.from, self.until) = (plan, from, until) }

    /// What was asked for until a day, that day included.
    func charges(through day: Day) -> [Charge] {
        var all: [Charge] = []
        for cycle in 0..<FeeSpan.mostCycles {
            let begins = from.adding(months: cycle * plan.cycle.months)
            guard begins <= day, until.map({ begins < $0 }) ?? true else { break }
            all.append(Charge(plan: plan.name, from: begins, due: begins.adding(days: plan.grace), minor: plan.minor))
        }
        return all
    }

    /// A hundred years of months.
    private static let mostCycles = 1200
}

/// One cycle that is to be paid.
public struct Charge: Hashable, Sendable {
    /// The plan that asks for it.
    public let plan: String
    /// When the cycle begins.
    public let from: Day
    /// The last day on which it is paid in time.
    public let due: Day
    /// How much, in the smallest unit.
    public let minor: Int
}
