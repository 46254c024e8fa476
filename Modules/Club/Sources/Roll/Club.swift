import Kernel

/// A club as its instructors keep it on this device.
public struct Club: Codable, Hashable, Sendable, Storable {
    /// How long its name may be.
    public static let longestName = 60
    /// How many plans a club has at most.
    public static let mostPlans = 20

    /// Its own name, which never changes.
    public let id: Identifier<Club>
    /// What people call it.
    public internal(set) var name: String
    /// What fees are counted in.
    public let currency: Currency
    /// When it was begun here.
    public let began: Day
    /// Its fee plans, as they are offered now.
    public internal(set) var plans: [FeePlan] = []
    /// When somebody is ready for a grading.
    public internal(set) var readiness = Readiness.usual

    init(id: Identifier<Club>, name: String, currency: Currency, began: Day) {
        (self.id, self.name, self.currency, self.began) = (id, name, currency, began)
    }

    static let byName = Index<Club, IndexKey>.ordered("name") { IndexKey(Folding.folded($0.name), $0.id) }
    /// Where clubs are kept.
    public static let collection = RecordCollection<Club>("club.clubs", indexes: [byName])
}

/// When somebody is ready for a grading. A convention of this app: clubs differ, and each sets its own.
public struct Readiness: Codable, Hashable, Sendable {
    /// Months since the last grading.
    public var months: Int
    /// Months in a degree of black belt, where that is more.
    public var degreeMonths = 18
    /// Classes since then.
    public var classes: Int
    /// How much of what the belt learns is mastered, in percent, where the student shares it.
    public var mastery: Int

    /// So much of each is needed.
    public init(months: Int, classes: Int, mastery: Int) {
        (self.months, self.classes, self.mastery) = (months, classes, mastery)
    }

    /// Three months, two classes a week for three months, six tenths mastered.
    public static let usual = Readiness(months: 3, classes: 24, mastery: 60)
}
