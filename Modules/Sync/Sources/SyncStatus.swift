/// Whether devices keep in step, and what is needed for it. The words are the founding document's.
public enum SyncStatus: String, Hashable, Sendable, CaseIterable {
    /// They do.
    case active
    /// An account is needed.
    case needsSignIn
    /// Pro is needed.
    case needsUpgrade

    /// What the settings say.
    public var line: String {
        switch self {
        case .active: "☁️ Cloud Sync: Active"
        case .needsSignIn: "☁️ Sign in to sync"
        case .needsUpgrade: "☁️ Upgrade for sync"
        }
    }

    /// What stands on the button beside it.
    public var action: String {
        switch self {
        case .active: "Sync Now"
        case .needsSignIn: "Sign In"
        case .needsUpgrade: "Upgrade"
        }
    }
}
