import Groups
import Kernel
import Postgres

/// The failures of groups in a database.
extension PostgresErrors {
    /// Returns the errors of a group: the refusals of the contract, and failures of the location.
    static func group(at place: String, _ policy: GroupPolicy) -> PostgresErrors {
        PostgresErrors(refusal: { refusal($0, at: place, policy) }, failure: { groupFailure($0, at: place) })
    }

    /// Returns the errors of a location without a session of a member.
    static func groups(at place: String) -> PostgresErrors { PostgresErrors(failure: { groupFailure($0, at: place) }) }

    /// Returns the errors of a location's administrator.
    static func groupAdministrator(of place: String) -> PostgresErrors {
        PostgresErrors(failure: { failure in
            failure.code == .postgresRefused
                ? Failure(.groupNotAllowed, "Only who administers \(place) may do that.", advice: failure.message)
                : groupFailure(failure, at: place)
        })
    }

    /// Returns the failure of a group for a failure of the server, or nil to leave it unchanged.
    private static func groupFailure(_ failure: Failure, at place: String) -> Failure? {
        switch failure.code {
        case .postgresLogin: Failure(.groupLogin, "\(place) does not know you.", kind: .temporary)
        case .postgresAddress: nil
        case let code: code.isPostgresFailure ? .groupUnreachable(place, failure.message) : nil
        }
    }

    /// Returns the failure for a refused statement, by the codes of `3-rights.sql`.
    private static func refusal(_ failure: PostgresFailure, at place: String, _ policy: GroupPolicy) -> Failure? {
        let message = failure.message
        let words = failure.message.split(separator: " ").map(String.init)
        switch failure.state {
        case "KG001":
            let action = words.first.flatMap(GroupPolicy.Action.init(rawValue:))
            guard let action, words.count > 2 else { return policy.refusal(.write, message, "") }
            return policy.refusal(action, words[1..<(words.count - 1)].joined(separator: " "), words[words.count - 1])
        case "KG002": return .notMember(place)
        case "KG003": return .paperNotFound(Identifier(message))
        case "KG004": return .memberNotFound(message)
        case "KG005": return .paperIDTaken(Identifier(message))
        case "KG006": return policy.kinds[message] == nil ? .paperKindUnknown(message) : .paperKindNotYet(message)
        case "KG007": return .paperTooLarge(Int(message) ?? PostKind.maximumBytes)
        case "KG008": return .papersFull
        case "KG009": return .roleUnknown(message, policy.roles)
        case "KG010": return .lastKeeper
        case "KG011": return .guardianshipNotFound(Identifier(message))
        case "KG012": return .invitationUnknown
        case "KG013": return .memberTwice
        case "KG014": return .groupFull
        default: break
        }
        switch failure.reason {
        // An ended login keeps its connection for a while, without any permission.
        case .forbidden: return .notMember(place)
        case .absent: return .groupEmptied(place)
        case .constraint, .text, .duplicate:
            return Failure(
                .groupTextRefused, "The group does not accept this text.",
                advice: "Write it shorter, without unusual characters.", kind: .badData)
        default: return nil
        }
    }
}
