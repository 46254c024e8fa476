import Kernel

/// A record of shown guidance, so that the app offers each item only once.
///
/// Device state is in the store as given. Profile state is in the profile's partition. `undo` never
/// affects it, because undoing the last photo must not bring back a tour.
public struct Guide: Sendable {
    public static let syncPolicies: [SyncPolicy] = [
        // Guidance seen on one device counts as seen on all devices.
        SyncPolicy(.settings, [ProfileGuidance.collection, SeenTip.collection], keepsSupersededVersions: false),
        .local([DeviceGuidance.collection, SeenRelease.collection, UsageCount.collection]),
    ]

    let store: any Store
    let profile: @Sendable () throws -> Partition
    let time: TimeSource
    /// The time of the app's first use, or `nil` before it.
    package var firstUse: @Sendable () throws -> Instant?

    /// Creates a guide.
    ///
    /// - Parameters:
    ///   - device: the store as the device sees it.
    ///   - profile: the partition for tours and tips, evaluated outside transactions. Apps without
    ///     profiles use the device's own.
    ///   - firstUse: the time of the app's first use, for local figures. The plugin asks the
    ///     features.
    public init(
        device: any Store, profile: (@Sendable () throws -> Partition)? = nil,
        firstUse: @escaping @Sendable () throws -> Instant? = { nil }, time: TimeSource
    ) {
        store = device
        self.profile = profile ?? { device.partition }
        self.firstUse = firstUse
        self.time = time
    }

    /// Stores the time and version of the app's first start, so that a fresh install has no news.
    /// Only the first call changes anything.
    public func launched(running version: ReleaseVersion) throws {
        let isKnown = try store.read { try $0.deviceGuidance.firstLaunch != nil }
        guard !isKnown else { return }
        try store.write { transaction in
            var device = try transaction.deviceGuidance
            device.firstLaunch = device.firstLaunch ?? time.now()
            device.lastSeenVersion = device.lastSeenVersion ?? version.description
            try transaction.put(device)
        }
    }
}
