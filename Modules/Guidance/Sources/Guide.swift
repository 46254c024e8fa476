import Kernel

/// Remembers what people were shown, so that nothing is pressed on them twice.
///
/// What concerns the device stands in the store as it was given; what concerns a profile stands in that profile's partition. Nothing of it
/// can be undone with `undo`: taking back one's last photo must not bring back a tour.
public struct Guide: Sendable {
    /// Every kind of record that is kept here.
    public static let belongings: [Belongings] = [
        // What somebody was shown, they were shown on whichever device.
        Belongings(.settings, [ProfileGuidance.collection, SeenTip.collection], isMissed: false),
        .staying([DeviceGuidance.collection, SeenRelease.collection, UsageCount.collection]),
    ]

    let store: any Store
    let profile: @Sendable () throws -> Partition
    let time: TimeSource
    /// When the app was first put to use; nil while it was not.
    package var firstUse: @Sendable () throws -> Instant?

    /// A guide.
    ///
    /// - Parameters:
    ///   - device: the store as the device sees it.
    ///   - profile: whose partition tours and tips are remembered in; asked for outside of every transaction. The device's own in apps
    ///     without profiles.
    ///   - firstUse: when the app was first put to use, for the local figures; the plugin asks the features.
    public init(
        device: any Store, profile: (@Sendable () throws -> Partition)? = nil,
        firstUse: @escaping @Sendable () throws -> Instant? = { nil }, time: TimeSource
    ) {
        store = device
        self.profile = profile ?? { device.partition }
        (self.firstUse, self.time) = (firstUse, time)
    }

    /// Remembers when the app was first started, and with which version, so that a fresh install has no news. Only the first call changes
    /// anything.
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
