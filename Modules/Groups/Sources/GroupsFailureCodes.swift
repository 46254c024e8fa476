import Kernel

extension Failure.Code {
    /// Thrown when the place already contains a group, or this device already knows it.
    package static var groupExists: Self { Self() }
    /// Thrown when the store in the group's folder is damaged, before anything is read from it.
    package static var groupDamaged: Self { Self() }
    /// Thrown when a place to join claims the id of a group that this device knows at another
    /// place.
    package static var groupElsewhere: Self { Self() }
    /// Thrown when the group's place is reachable, but its group is gone.
    package static var groupEmptied: Self { Self() }
    /// Thrown when a person joins or is admitted to a group of 1,000 members.
    package static var groupFull: Self { Self() }
    /// Thrown when the place contains another group, or a group of another feature.
    package static var groupForeign: Self { Self() }
    /// Thrown when a newer program has written the group's policy or its database schema.
    package static var groupNewer: Self { Self() }
    /// Thrown when this person still lacks a group, or the named one is missing among their groups.
    package static var groupNotFound: Self { Self() }
    /// Thrown when the group's policy forbids the caller's role an action.
    package static var groupNotAllowed: Self { Self() }
    /// Thrown when 500 submissions to groups already wait on this device.
    package static var groupOutboxFull: Self { Self() }
    /// Thrown when a new group's folder contains files, or when a command suits only the other kind
    /// of place: folder or database.
    package static var groupPlaceTaken: Self { Self() }
    /// Thrown when the group's place stays silent beyond the wait limit.
    package static var groupSilent: Self { Self() }
    /// Thrown when a delivery ends with an error of the machine, such as a full disk.
    package static var groupTrouble: Self { .systemFailure() }
    /// Thrown when the group's folder is missing or its database server is unreachable.
    package static var groupUnreachable: Self { Self() }
    /// Thrown when a person leaves a group while own submissions to it still wait.
    package static var groupUnsent: Self { Self() }
    /// Thrown when the consent to withdraw is missing.
    package static var guardianshipNotFound: Self { Self() }
    /// Thrown when the last valid day of an invitation is past.
    package static var invitationOver: Self { Self() }
    /// Thrown when a code or id is missing among the group's invitations.
    package static var invitationUnknown: Self { Self() }
    /// Thrown when a code has admitted as many people as it may, or was revoked.
    package static var invitationUsedUp: Self { Self() }
    /// Thrown when the only owner would leave, be removed or get another role.
    package static var lastKeeper: Self { Self() }
    /// Thrown when the key file lacks the word `member` and a secret of 64 hexadecimal digits.
    package static var memberKeyDamaged: Self { Self() }
    /// Thrown when a member named by a post or an action is missing or has left.
    package static var memberNotFound: Self { Self() }
    /// Thrown when a person joins a known group again, or the id of a new ward is already taken.
    package static var memberTwice: Self { Self() }
    /// Thrown when the caller has left the group, was removed, or still has to join.
    package static var notMember: Self { Self() }
    /// Thrown when a new post has the id of another author's post.
    package static var paperIDTaken: Self { Self() }
    /// Thrown when the policy of the program or of the database lacks the post's kind.
    package static var paperKindUnknown: Self { Self() }
    /// Thrown when a post is missing or is invisible to the caller.
    package static var paperNotFound: Self { Self() }
    /// Thrown when a post exceeds its kind's size limit, which is at most 1 MiB.
    package static var paperTooLarge: Self { Self() }
    /// Thrown when the group has received 500 posts of one author on one day.
    package static var papersFull: Self { Self() }
    /// Thrown when the group's policy lacks the given role.
    package static var roleUnknown: Self { Self() }
}
