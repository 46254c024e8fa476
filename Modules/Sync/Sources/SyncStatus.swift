/// The state of sync and the user's next action, in the words of the founding document.
package enum SyncStatus: String, Hashable, Sendable, CaseIterable {
    case active
    case needsSignIn
    case needsUpgrade

    package var line: String {
        switch self {
        case .active: "☁️ Cloud Sync: Active"
        case .needsSignIn: "☁️ Sign in to sync"
        case .needsUpgrade: "☁️ Upgrade for sync"
        }
    }

    package var action: String {
        switch self {
        case .active: "Sync Now"
        case .needsSignIn: "Sign In"
        case .needsUpgrade: "Upgrade"
        }
    }
}
