import Sync

/// Who is asking: a guest or somebody who signed in, free or Pro.
public enum UserState: String, Hashable, Sendable, CaseIterable {
    /// Without an account, on the free plan.
    case guestFree
    /// Without an account, with Pro.
    case guestPro
    /// Signed in, on the free plan.
    case signedInFree
    /// With everything: Pro, and devices that may keep in step.
    case signedInPro

    /// The state of somebody.
    public init(signedIn: Bool, isPro: Bool) {
        self = signedIn ? (isPro ? .signedInPro : .signedInFree) : (isPro ? .guestPro : .guestFree)
    }

    /// Whether they signed in.
    public var isSignedIn: Bool { self == .signedInFree || self == .signedInPro }
    /// Whether they have Pro.
    public var isPro: Bool { self == .guestPro || self == .signedInPro }
    /// Whether their devices may keep in step: only with Pro, and signed in.
    public var canUseCloudSync: Bool { self == .signedInPro }

    /// What keeps their devices from being in step, if anything does.
    public var syncStatus: SyncStatus { canUseCloudSync ? .active : isPro ? .needsSignIn : .needsUpgrade }
}
