import Kernel
import Sync

/// Where somebody stands at one moment.
public struct Situation: Sendable {
    /// What is known of the account; nil for a guest.
    public let account: Account?
    /// What the gate says.
    public let answer: GateAnswer
    /// What rounds have come to.
    public let notes: SyncNotes

    /// How they stand to their account.
    public var state: AccountState {
        guard let account else { return .guest }
        if account.suspension != nil { return .suspended }
        return answer.allowed ? .signedIn : .needsUpgrade
    }

    /// What keeps their devices from being in step, if anything does. Without what has to be bought an account is of no use, so that comes first; a
    /// gate that asks for nothing but an account says so by its value.
    public var sync: SyncStatus {
        switch state {
        case .signedIn: .active
        case .needsUpgrade: .needsUpgrade
        case .suspended: .needsSignIn
        case .guest: answer.allowed || answer.reason == SyncStatus.needsSignIn.line ? .needsSignIn : .needsUpgrade
        }
    }
}

/// What a person may call a device.
enum DeviceTitle {
    private static let most = 60

    /// - Throws: `accountPlaceInvalid`'s sibling for names: empty, too long, or with control characters.
    static func judged(_ title: String) throws -> String {
        let words = title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !words.isEmpty, words.count <= most,
            !words.unicodeScalars.contains(where: { [.control, .format].contains($0.properties.generalCategory) })
        else {
            throw Failure(
                .accountDeviceUnknown, "A device's name has 1 to \(most) characters, in one line.", kind: .usage)
        }
        return words
    }
}
