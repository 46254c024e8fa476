import Community
import Kernel
import Postgres

/// A refusal by the database, with the codes of `4-people.sql`.
enum BoardServerError: String, Error {
    case notAllowed = "KC001"
    case blocked = "KC002"
    case forgotten = "KC003"
    case notFound = "KC004"
    case closed = "KC005"
    case decided = "KC006"
    case tooMany = "KC007"
    case idTaken = "KC008"
    case mergedWithItself = "KC009"

    /// Returns the error for a refused statement, or nil for another trouble of the server.
    @Sendable fileprivate static func refusal(of failure: PostgresFailure) -> (any Error)? {
        if let refusal = BoardServerError(rawValue: failure.state) { return refusal }
        return switch failure.reason {
        case .forbidden: BoardServerError.notAllowed
        case .constraint, .text:
            Failure(
                .textRefused, "The community does not accept this text.",
                advice: "Write it shorter, without unusual characters.", kind: .badData)
        default: nil
        }
    }
}

extension PostgresErrors {
    /// Returns the errors of a board: refusals, and temporary failures of the community.
    static func board(at place: String) -> PostgresErrors {
        PostgresErrors(refusal: BoardServerError.refusal) { failure in
            failure.code.isPostgresFailure ? .communityUnreachable(place, failure.message) : nil
        }
    }

    /// Returns the errors before a board is open. A refused login and a bad address stay.
    static func entrance(
        to place: String, refusal: @escaping @Sendable (PostgresFailure) -> (any Error)? = { _ in nil }
    ) -> PostgresErrors {
        PostgresErrors(refusal: refusal) { failure in
            let isKept = [.postgresLogin, .postgresAddress, .commitUnknown].contains(failure.code)
            return failure.code.isPostgresFailure && !isKept ? .communityUnreachable(place, failure.message) : nil
        }
    }
}
