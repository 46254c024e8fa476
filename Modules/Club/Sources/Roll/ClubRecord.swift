import Kernel

/// A club that its instructors manage on this device.
package struct ClubRecord: Codable, Hashable, Sendable, Storable {
    /// The maximum length of a club's name in characters.
    package static let longestName = 60
    /// The maximum number of fee plans of a club.
    package static let maximumPlans = 20

    /// An identifier that never changes.
    package let id: Identifier<ClubRecord>
    package internal(set) var name: String
    package let currency: Currency
    /// The day on which the club was created on this device.
    package let began: Day
    /// The fee plans that the club offers.
    package internal(set) var plans: [FeePlan] = []
    /// The requirements for a grading.
    package internal(set) var readiness = Readiness.standard

    static let byName = Index<ClubRecord, IndexKey>.ordered("name") { IndexKey(Folding.folded($0.name), $0.id) }
    package static let collection = RecordCollection<ClubRecord>("club.clubs", indexes: [byName])
}

/// The requirements for a grading. The defaults are a convention of this app, and each club sets
/// its own.
package struct Readiness: Codable, Hashable, Sendable {
    package var months: Int
    /// The minimum months in a degree of black belt, if that is longer.
    package var degreeMonths = 18
    package var classes: Int
    /// The required share of the belt's material in percent, for students who share it.
    package var mastery: Int

    /// The default: three months, two classes a week for that time, and 60 % mastered.
    package static let standard = Readiness(months: 3, classes: 24, mastery: 60)
}
