import Sync

/// The state of the user: guest or signed in, free or Pro.
package enum UserState: String, Hashable, Sendable, CaseIterable {
    case guestFree
    case guestPro
    case signedInFree
    /// Signed in, with Pro. The user's devices may sync.
    case signedInPro

    package init(signedIn: Bool, isPro: Bool) {
        self = signedIn ? (isPro ? .signedInPro : .signedInFree) : (isPro ? .guestPro : .guestFree)
    }

    package var isSignedIn: Bool { self == .signedInFree || self == .signedInPro }
    package var isPro: Bool { self == .guestPro || self == .signedInPro }
    /// Whether the user's devices may sync, which takes Pro and a sign-in.
    package var canUseCloudSync: Bool { self == .signedInPro }

    /// The obstacle to sync, if there is one.
    package var syncStatus: SyncStatus { canUseCloudSync ? .active : isPro ? .needsSignIn : .needsUpgrade }
}
