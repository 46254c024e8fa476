import Kernel

extension Scope {
    /// What an instructor keeps of a club.
    public static let club = Scope("club", "Clubs: rolls, attendance, gradings and fees")
}

extension ClubBook {
    /// Every kind of record that is kept here.
    public static var belongings: [Belongings] {
        [
            Belongings(
                .club,
                [
                    Club.collection, Student.collection, AttendanceMark.collection, ClubGrading.collection,
                    FeePayment.collection,
                ])
        ]
    }
}
