import Kernel

extension Failure.Code {
    package static var announcementNeverShown: Self { Self() }
    package static var announcementNotFound: Self { Self() }
    package static var authorBlocked: Self { Self() }
    package static var authorForgotten: Self { Self() }
    package static var authorUnknown: Self { Self() }
    package static var ballotsDamaged: Self { Self() }
    package static var codeRefused: Self { Self() }
    package static var communityEmptied: Self { Self() }
    package static var communityExists: Self { Self() }
    package static var communityForeign: Self { Self() }
    package static var communitySilent: Self { Self() }
    package static var communityTrouble: Self { .systemFailure() }
    package static var communityUnguarded: Self { Self() }
    package static var communityUnreachable: Self { Self() }
    package static var contentNotFound: Self { Self() }
    package static var developerNotFound: Self { Self() }
    package static var feedbackNotFound: Self { Self() }
    package static var feedbackOfOtherApp: Self { Self() }
    package static var feedbackUnanswered: Self { Self() }
    package static var folderNotEmpty: Self { Self() }
    package static var folderUnusable: Self { Self() }
    package static var idTaken: Self { Self() }
    package static var identityDamaged: Self { Self() }
    package static var itemNotFound: Self { Self() }
    package static var itemPlanned: Self { Self() }
    package static var itemReleased: Self { Self() }
    package static var lastDeveloper: Self { Self() }
    package static var mergeWithItself: Self { Self() }
    package static var notAllowed: Self { Self() }
    package static var notConnected: Self { Self() }
    package static var notForgotten: Self { Self() }
    package static var notInvited: Self { Self() }
    package static var outboxFull: Self { Self() }
    package static var priorityOutOfRange: Self { Self() }
    package static var suggestionClosed: Self { Self() }
    package static var suggestionNotFound: Self { Self() }
    package static var suggestionPending: Self { Self() }
    package static var tooMany: Self { Self() }
    package static var votingOver: Self { Self() }
}
