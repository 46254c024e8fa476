import Kernel
import Sync

extension Failure {
    package static var guest: Failure {
        Failure(
            .accountMissing, "You are not signed in: everything stays on this device.",
            advice: "`account create FOLDER` begins an account, `account join FOLDER --key KEY` joins one.")
    }

    static func accountThere(_ account: Account) -> Failure {
        Failure(
            .accountThere, "This device belongs to the account in \(account.place) already.",
            advice: "`account sign-out` leaves it; your data stays here.")
    }

    static func suspended(_ suspension: Suspension) -> Failure {
        let message =
            switch suspension {
            case .removed: "This device was removed from its account by another one."
            case .deleted: "The account was deleted."
            case .shutOut:
                "The place lets this device in no more: it was removed from its account, or the account was deleted."
            }
        let returnAdvice =
            suspension == .deleted ? "" : " `account join` with the same place and its key brings it back."
        return Failure(
            .accountSuspended, "\(message) What is on this device stays here.",
            advice: "`account sign-out` ends it here; then you can begin or join another one.\(returnAdvice)")
    }

    package static func needsUpgrade(_ answer: GateAnswer) -> Failure {
        Failure(
            .accountNeedsUpgrade, answer.reason, advice: "What you write is kept here, and leaves as soon as it may.",
            denial: Denial(AccountGates.cloudSync, answer))
    }

    static var paused: Failure { Failure(.accountPaused, "Syncing is paused.", advice: "`sync pause --off` goes on.") }

    static func unknownScope(_ name: String, among all: [String]) -> Failure {
        Failure(
            .accountScopeUnknown, "“\(name.prefix(40))” is none of \(all.joined(separator: ", ")).", kind: .usage)
    }

    /// The failure for a superseded version that is no longer stored.
    static var recoveredUnknown: Failure {
        Failure(.recoveredUnknown, "This is not kept any more.", advice: "`sync recovered` shows what is.")
    }

    static func unsent(_ count: Int) -> Failure {
        Failure(
            .accountUnsent,
            count == 1 ? "1 change has not left this device yet." : "\(count) changes have not left this device yet.",
            advice: "`sync now` sends them; `account sign-out --export FILE` keeps them in a backup.")
    }
}
