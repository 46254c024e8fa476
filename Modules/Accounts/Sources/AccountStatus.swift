import Kernel
import Sync

/// The status of the user's account at one moment.
package struct AccountStatus: Sendable {
    /// The account, or nil for a guest.
    package let account: Account?
    /// The answer of the sync gate.
    package let answer: GateAnswer
    package let notes: SyncNotes

    package var state: AccountState {
        guard let account else { return .guest }
        if account.suspension != nil { return .suspended }
        return answer.allowed ? .signedIn : .needsUpgrade
    }

    /// The sync status, with the reason why the devices are not in sync.
    ///
    /// A missing purchase comes first, because an account is useless without it. If the gate
    /// requires only an account, its answer says so.
    package var sync: SyncStatus {
        switch state {
        case .signedIn: .active
        case .needsUpgrade: .needsUpgrade
        case .suspended: .needsSignIn
        case .guest: answer.allowed || answer.reason == SyncStatus.needsSignIn.line ? .needsSignIn : .needsUpgrade
        }
    }
}

/// The rules for device names that users choose.
enum DeviceTitle {
    private static let lengthLimit = 60

    /// Validates a device name and collapses its white space.
    ///
    /// - Throws: `accountDeviceUnknown` for a name that is empty, too long or contains control
    ///   characters.
    static func validated(_ title: String) throws -> String {
        let words = title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !words.isEmpty, words.count <= lengthLimit,
            !words.unicodeScalars.contains(where: { [.control, .format].contains($0.properties.generalCategory) })
        else {
            throw Failure(
                .accountDeviceUnknown, "A device's name has 1 to \(lengthLimit) characters, in one line.", kind: .usage)
        }
        return words
    }
}
