import Kernel

/// What a device knows of the account that it belongs to. Whoever holds its secret can read everything, so it lies in a file of its own, beside the
/// records and in no backup.
public struct Account: Hashable, Codable, Sendable {
    private(set) var form = 1
    /// Its name in the place, drawn by chance.
    public let id: String
    /// Where its devices meet.
    public let place: SyncPlace
    /// What opens and closes what lies there; nil where everybody who sees the place may read it.
    public let secret: String?
    /// When this device was signed in.
    public let since: Instant
    /// What the person calls this device.
    public var title: String
    /// Whether it rests until somebody goes on.
    public var isPaused = false
    /// Scopes whose records stay on this device.
    public var staying: Set<String> = []
    /// How what was here before comes along.
    public var move: MovingIn
    /// Why it takes part no more; nil while it does.
    public var suspension: Suspension?

    /// An account in which nothing has moved yet.
    public init(id: String, place: SyncPlace, secret: String?, since: Instant, title: String, move: MovingIn) {
        (self.id, self.place, self.secret, self.since, self.title, self.move) = (id, place, secret, since, title, move)
    }
}

/// How the records of a guest come along into an account: written down before each step, so that whoever is interrupted goes on where it was.
public struct MovingIn: Hashable, Codable, Sendable {
    /// What is done.
    public enum Step: String, Codable, Sendable, Comparable {
        /// It was decided. In the place nothing is known to be done.
        case intended
        /// The place is the account's.
        case entered
        /// What was here lies in a backup as well, if anything was.
        case copied
        /// Everything has left, and everything has come.
        case done

        /// In the order in which they are taken.
        public static func < (one: Step, other: Step) -> Bool { one.place < other.place }

        private var place: Int {
            switch self {
            case .intended: 0
            case .entered: 1
            case .copied: 2
            case .done: 3
            }
        }
    }

    /// Whether the account began here, and did not exist before.
    public let isNew: Bool
    /// What is done.
    public var step = Step.intended
    /// The backup of what was here before; nil where there was nothing.
    public var copy: String?

    /// One that is decided.
    public init(isNew: Bool) { self.isNew = isNew }
}

/// Why a device takes part no more.
public enum Suspension: String, Codable, Sendable {
    /// Another device of the account has removed it.
    case removed
    /// The account was deleted.
    case deleted
    /// The place lets it in no more; it does not say why.
    case shutOut
}

/// How somebody stands to an account.
public enum AccountState: String, Sendable, CaseIterable {
    /// There is none: everything stays on this device.
    case guest
    /// Its devices keep in step.
    case signedIn
    /// There is one, and what keeps its devices in step has to be bought.
    case needsUpgrade
    /// It has ended for this device, by somebody else's hand.
    case suspended
}
