import Kernel

extension Failure {
    package static func notMember(_ group: String) -> Failure {
        Failure(.notMember, "You are not in \(group), or no longer.", advice: "Ask for an invitation and join again.")
    }

    package static func memberNotFound(_ id: String) -> Failure {
        Failure(.memberNotFound, "Nobody there is called “\(id)”.", advice: "Look who is there.", absent: id)
    }

    package static func paperNotFound(_ id: Identifier<Paper>) -> Failure {
        Failure(.paperNotFound, "There is nothing with the id “\(id)”, or it is not for you.", absent: id.rawValue)
    }

    package static func paperIDTaken(_ id: Identifier<Paper>) -> Failure {
        Failure(.paperIDTaken, "The id “\(id)” is used by somebody else.", advice: "Write it again.", kind: .badData)
    }

    package static func paperKindUnknown(_ kind: String) -> Failure {
        Failure(.paperKindUnknown, "Nothing called “\(kind)” is known there.", advice: "Update the app.", kind: .badData)
    }

    package static func paperKindNotYet(_ kind: String) -> Failure {
        Failure(
            .paperKindUnknown, "The database does not know “\(kind)” yet.",
            advice: "Ask whoever administers it to renew it with this version of the app.", kind: .badData)
    }

    package static func paperTooLarge(_ limit: Int) -> Failure {
        Failure(
            .paperTooLarge, "That is larger than \(limit / 1024) KiB.", advice: "Make it shorter.", kind: .badData)
    }

    package static let papersFull = Failure(
        .papersFull, "That is too much for one day.", advice: "It waits on this device and is sent later.", kind: .temporary)

    package static let groupFull = Failure(
        .groupFull, "\(StoredHall.mostMembers) people are in it already, and no more can be.",
        advice: "Ask whoever looks after it.")

    package static func roleUnknown(_ role: String, _ roles: [String]) -> Failure {
        Failure(
            .roleUnknown, "There is no role “\(role)”.", advice: "Roles are \(roles.joined(separator: ", ")).", kind: .usage)
    }

    package static let lastKeeper = Failure(
        .lastKeeper, "Somebody must stay who looks after all of it, and you are the last who does.",
        advice: "Give somebody else your role first.")

    package static let memberTwice = Failure(
        .memberTwice, "You are in it already.", advice: "Somebody else joins from a device or a profile of their own.")

    package static func guardianshipNotFound(_ id: Identifier<Guardianship>) -> Failure {
        Failure(.guardianshipNotFound, "There is no such consent.", absent: id.rawValue)
    }

    package static let invitationUnknown = Failure(
        .invitationUnknown, "No invitation has this code.", advice: "Check it for typing errors, or ask for another.",
        kind: .badData)
    package static let invitationUsedUp = Failure(
        .invitationUsedUp, "This invitation was used already.", advice: "Ask for another: each lets in so many people.")
    package static func invitationOver(_ day: Day) -> Failure {
        Failure(.invitationOver, "This invitation was good until \(day).", advice: "Ask for another.")
    }
}
