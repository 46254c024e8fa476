import Kernel

extension Scope { package static let club = Scope("club", "Clubs: rolls, attendance, gradings and fees") }

extension ClubRegistry {
    /// The sync policies of every record kind of this module.
    package static var syncPolicies: [SyncPolicy] {
        [
            SyncPolicy(
                .club,
                [
                    ClubRecord.collection, Student.collection, AttendanceMark.collection, ClubGrading.collection,
                    FeePayment.collection,
                ])
        ]
    }
}
