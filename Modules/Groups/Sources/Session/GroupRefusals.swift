import Kernel

/// The failures of a session's calls.
extension Failure {
    /// Returns the failure of a person who has left the group or was removed.
    package static func notMember(_ group: String) -> Failure {
        Failure(.notMember, "You are not in \(group), or no longer.", advice: "Ask for an invitation and join again.")
    }

    /// Returns the failure of an id without a present member.
    package static func memberNotFound(_ id: String) -> Failure {
        Failure(.memberNotFound, "There is no member “\(id)”.", advice: "List the members.", missingName: id)
    }

    /// Returns the failure of a post that is missing or invisible to the caller.
    package static func paperNotFound(_ id: Identifier<Post>) -> Failure {
        Failure(.paperNotFound, "There is nothing with the id “\(id)”, or it is not for you.", missingName: id.rawValue)
    }

    /// Returns the failure of a new post with the id of another author's post.
    package static func paperIDTaken(_ id: Identifier<Post>) -> Failure {
        Failure(.paperIDTaken, "The id “\(id)” is used by somebody else.", advice: "Write it again.", kind: .badData)
    }

    /// Returns the failure of a kind that the program's policy lacks.
    package static func paperKindUnknown(_ kind: String) -> Failure {
        Failure(
            .paperKindUnknown, "The group does not know “\(kind)”.", advice: "Update the app.", kind: .badData)
    }

    /// Returns the failure of a kind that only the database's older policy lacks.
    package static func paperKindNotYet(_ kind: String) -> Failure {
        Failure(
            .paperKindUnknown, "The database does not know “\(kind)” yet.",
            advice: "Ask its administrator to update it with this version of the app.", kind: .badData)
    }

    /// Returns the failure of a content over its kind's limit in bytes.
    package static func paperTooLarge(_ limit: Int) -> Failure {
        Failure(
            .paperTooLarge, "That is larger than \(limit / 1024) KiB.", advice: "Make it shorter.", kind: .badData)
    }

    /// The failure of an author whose posts reach the daily limit.
    package static let papersFull = Failure(
        .papersFull, "That is too much for one day.", advice: "It waits on this device and is sent later.",
        kind: .temporary)

    package static let groupFull = Failure(
        .groupFull, "The group is full: it has \(StoredGroupSession.maximumMembers) members.",
        advice: "Ask its leader.")

    /// Returns the failure of a role that the policy lacks, with the existing roles.
    package static func roleUnknown(_ role: String, _ roles: [String]) -> Failure {
        Failure(
            .roleUnknown, "There is no role “\(role)”.", advice: "Roles are \(roles.joined(separator: ", ")).",
            kind: .usage)
    }

    /// The failure of a change that would leave the group without an owner.
    package static let lastKeeper = Failure(
        .lastKeeper, "You are the last owner, and a group needs one.",
        advice: "Give your role to another member first.")

    /// The failure of joining a known group again, or of a taken member id.
    package static let memberTwice = Failure(
        .memberTwice, "You are in it already.", advice: "Another person joins from their own device or profile.")

    package static func guardianshipNotFound(_ id: Identifier<Guardianship>) -> Failure {
        Failure(.guardianshipNotFound, "There is no such consent.", missingName: id.rawValue)
    }

    package static let invitationUnknown = Failure(
        .invitationUnknown, "No invitation has this code.", advice: "Check it for typing errors, or ask for another.",
        kind: .badData)
    /// The failure of a code without remaining uses.
    package static let invitationUsedUp = Failure(
        .invitationUsedUp, "This invitation is used up.",
        advice: "Ask for another: each admits a limited number of people.")
    /// Returns the failure of a code whose last valid day is past.
    package static func invitationOver(_ day: Day) -> Failure {
        Failure(.invitationOver, "This invitation was valid until \(day).", advice: "Ask for another.")
    }
}
