import Kernel

extension Failure.Code {
    package static var aliasTaken: Self { Self() }
    package static var badAmount: Self { Self() }
    package static var badClubName: Self { Self() }
    package static var badInvitation: Self { Self() }
    package static var packWithoutName: Self { Self() }
    package static var badSet: Self { Self() }
    package static var badRollFile: Self { Self() }
    package static var clubExists: Self { Self() }
    package static var clubNotFound: Self { Self() }
    package static var futureDay: Self { Self() }
    package static var gradedAlready: Self { Self() }
    package static var isGone: Self { Self() }
    package static var isThere: Self { Self() }
    package static var manyClubs: Self { Self() }
    package static var manyStudents: Self { Self() }
    package static var noClub: Self { Self() }
    package static var nobodyPresent: Self { Self() }
    package static var noNextRank: Self { Self() }
    package static var noSharedClub: Self { Self() }
    package static var noSuchPack: Self { Self() }
    package static var notMarked: Self { Self() }
    package static var packTooLarge: Self { Self() }
    package static var pastDay: Self { Self() }
    package static var planNotFound: Self { Self() }
    package static var rollFull: Self { Self() }
    package static var studentExists: Self { Self() }
    package static var studentNotFound: Self { Self() }
    package static var tooManyClubs: Self { Self() }
    package static var tooManyNames: Self { Self() }
    package static var tooManyPacks: Self { Self() }
    package static var tooManyPlans: Self { Self() }
}
