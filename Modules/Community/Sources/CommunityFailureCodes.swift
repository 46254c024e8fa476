import Kernel

extension Failure.Code {
    /// Thrown when an announcement's last day is before its first day.
    package static var announcementNeverShown: Self { Self() }
    /// Thrown when an announcement with the given id is missing from the board.
    package static var announcementNotFound: Self { Self() }
    /// Thrown when a developer has blocked the author of a submission.
    package static var authorBlocked: Self { Self() }
    /// Thrown when the sender's identity was erased with `community forget-me`.
    package static var authorForgotten: Self { Self() }
    /// Thrown when the name of an author to block differs from 26 lower-case letters and digits.
    package static var authorUnknown: Self { Self() }
    /// Thrown when the board's file `ballots` has a wrong checksum or format.
    package static var ballotsDamaged: Self { Self() }
    /// Thrown when an invitation code is wrong, used up or expired, or a license file is empty.
    package static var codeRefused: Self { Self() }
    /// Thrown when the known location is reachable, but its community is gone.
    package static var communityEmptied: Self { Self() }
    /// Thrown when a community is created in a place that already contains one.
    package static var communityExists: Self { Self() }
    /// Thrown when a location contains a community with a different id than the saved one.
    package static var communityForeign: Self { Self() }
    /// Thrown when a location stays silent beyond the wait limit of 1, 3 or 20 seconds.
    package static var communitySilent: Self { Self() }
    /// Thrown when a delivery ends with an error of the machine, such as a full disk.
    package static var communityTrouble: Self { .systemFailure() }
    /// Thrown when a command that needs logins or a schema, such as `developer invite`, meets a
    /// community in a folder.
    package static var communityUnguarded: Self { Self() }
    /// Thrown when the community's folder is missing or its database server is unreachable.
    package static var communityUnreachable: Self { Self() }
    /// Thrown when the id to hide is missing among feedback and suggestions.
    package static var contentNotFound: Self { Self() }
    /// Thrown when the developer to remove is missing or has already lost access.
    package static var developerNotFound: Self { Self() }
    /// Thrown when a feedback with the given id is missing or hidden from the reader.
    package static var feedbackNotFound: Self { Self() }
    /// Thrown when a feedback is marked as a duplicate of another app's feedback.
    package static var feedbackOfOtherApp: Self { Self() }
    /// Thrown when a developer withdraws an answer before there is one.
    package static var feedbackUnanswered: Self { Self() }
    /// Thrown when a new community's folder contains other files.
    package static var folderNotEmpty: Self { Self() }
    /// Thrown when a community's path contains a line break or has 4,096 bytes or more.
    package static var folderUnusable: Self { Self() }
    /// Thrown when a new record has the id of a stored one.
    package static var idTaken: Self { Self() }
    /// Thrown when the identity file lacks its two lines or a secret of 64 hexadecimal digits.
    package static var identityDamaged: Self { Self() }
    /// Thrown when a roadmap item with the given id is missing.
    package static var itemNotFound: Self { Self() }
    /// Thrown when a developer reopens a roadmap item that is still planned.
    package static var itemPlanned: Self { Self() }
    /// Thrown when a vote or change needs an unreleased roadmap item.
    package static var itemReleased: Self { Self() }
    /// Thrown when a developer removes the community's only remaining developer.
    package static var lastDeveloper: Self { Self() }
    /// Thrown when a suggestion or feedback is merged with itself or its own duplicate.
    package static var mergeWithItself: Self { Self() }
    /// Thrown when the caller's role lacks the right to an action on a record.
    package static var notAllowed: Self { Self() }
    /// Thrown when this person has no saved community, before `community connect`.
    package static var notConnected: Self { Self() }
    /// Thrown when the text to forget again is different from a list of `community forgotten`.
    package static var notForgotten: Self { Self() }
    /// Thrown when this device lacks a valid login at a community in a database.
    package static var notInvited: Self { Self() }
    /// Thrown when 500 submissions already wait on this device.
    package static var outboxFull: Self { Self() }
    /// Thrown when a roadmap priority is outside 1–9.
    package static var priorityOutOfRange: Self { Self() }
    /// Thrown when a vote or decision needs an open suggestion, and this one is already decided.
    package static var suggestionClosed: Self { Self() }
    /// Thrown when a suggestion with the given id is missing.
    package static var suggestionNotFound: Self { Self() }
    /// Thrown when a developer reopens a suggestion that is still pending.
    package static var suggestionPending: Self { Self() }
    /// Thrown when a person exceeds a daily limit, such as 50 feedbacks or 20 suggestions, or an
    /// address redeems too many codes.
    package static var tooMany: Self { Self() }
    /// Thrown when a vote arrives after the end of voting for its roadmap item.
    package static var votingOver: Self { Self() }
}
