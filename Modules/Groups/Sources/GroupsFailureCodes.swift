import Kernel

extension Failure.Code {
    package static var groupExists: Self { Self() }
    package static var groupDamaged: Self { Self() }
    package static var groupElsewhere: Self { Self() }
    package static var groupEmptied: Self { Self() }
    package static var groupFull: Self { Self() }
    package static var groupForeign: Self { Self() }
    package static var groupNewer: Self { Self() }
    package static var groupNotFound: Self { Self() }
    package static var groupNotAllowed: Self { Self() }
    package static var groupOutboxFull: Self { Self() }
    package static var groupPlaceTaken: Self { Self() }
    package static var groupSilent: Self { Self() }
    package static var groupTrouble: Self { .systemFailure() }
    package static var groupUnreachable: Self { Self() }
    package static var groupUnsent: Self { Self() }
    package static var guardianshipNotFound: Self { Self() }
    package static var invitationOver: Self { Self() }
    package static var invitationUnknown: Self { Self() }
    package static var invitationUsedUp: Self { Self() }
    package static var lastKeeper: Self { Self() }
    package static var memberKeyDamaged: Self { Self() }
    package static var memberNotFound: Self { Self() }
    package static var memberTwice: Self { Self() }
    package static var notMember: Self { Self() }
    package static var paperIDTaken: Self { Self() }
    package static var paperKindUnknown: Self { Self() }
    package static var paperNotFound: Self { Self() }
    package static var paperTooLarge: Self { Self() }
    package static var papersFull: Self { Self() }
    package static var roleUnknown: Self { Self() }
}
