import Kernel

/// The account of this device.
///
/// Its secret opens all data, so it is stored in a separate file next to the records and in no
/// backup.
package struct Account: Hashable, Codable, Sendable {
    /// The version of the file format.
    private(set) var form = 1
    package let id: String
    package let place: SyncPlace
    /// The key of the place's data, or nil if the place is not encrypted.
    package let secret: String?
    /// The time at which the account was created or joined.
    package let since: Instant
    /// The name of this device.
    package var title: String
    package var isPaused = false
    /// The names of the scopes that stay on this device.
    package var staying: Set<String> = []
    package var move: AccountMigration
    /// The reason why this device no longer takes part, or nil while it does.
    package var suspension: Suspension?

    package init(id: String, place: SyncPlace, secret: String?, since: Instant, title: String, move: AccountMigration) {
        self.id = id
        self.place = place
        self.secret = secret
        self.since = since
        self.title = title
        self.move = move
    }
}

/// The progress of moving a guest's records into an account. It is saved before each step, so an
/// interrupted migration continues.
package struct AccountMigration: Hashable, Codable, Sendable {
    /// The last completed step.
    package enum Step: String, Codable, Sendable, Comparable {
        /// The user has decided. Whether the place has changed is unknown.
        case intended
        /// The place has admitted this device.
        case entered
        /// A backup contains the local data, if there was any.
        case copied
        case done

        /// Whether one step precedes the other.
        package static func < (one: Step, other: Step) -> Bool { one.place < other.place }

        private var place: Int {
            switch self {
            case .intended: 0
            case .entered: 1
            case .copied: 2
            case .done: 3
            }
        }
    }

    /// Whether this device created the account rather than joined it.
    package let isNew: Bool
    package var step = Step.intended
    /// The backup of the earlier data, or nil if there was none.
    package var copy: String?
}

/// The reason why a device no longer takes part.
package enum Suspension: String, Codable, Sendable {
    case removed
    case deleted
    /// The place rejects the device without a reason.
    case shutOut
}

/// The relation of this device's user to an account.
package enum AccountState: String, Sendable, CaseIterable {
    /// There is no account, and everything stays on this device.
    case guest
    case signedIn
    /// There is an account, and syncing requires a purchase.
    case needsUpgrade
    /// The account has ended for this device, by a decision on another device.
    case suspended
}
