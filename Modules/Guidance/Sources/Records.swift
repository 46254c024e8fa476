import Kernel

/// The guidance state of a device.
struct DeviceGuidance: Storable, Hashable {
    private(set) var id: Identifier<DeviceGuidance> = DeviceGuidance.only
    /// Whether any profile of this device completed or skipped the first tour.
    var hasSeenInitialTour = false
    /// The day on which the first tour was skipped.
    var tourSkippedDate: Day?
    /// The time of the app's first start on this device.
    var firstLaunch: Instant?
    /// The latest version whose news was shown.
    var lastSeenVersion: String?

    static let only: Identifier<DeviceGuidance> = "device"
    static let collection = RecordCollection<DeviceGuidance>("guidance.device")
}

/// The guidance state of a profile.
struct ProfileGuidance: Storable, Hashable {
    private(set) var id: Identifier<ProfileGuidance> = ProfileGuidance.only
    /// Whether this profile completed the first tour.
    var hasCompletedInitialTour = false
    /// The names of the completed feature tours, sorted.
    var completedFeatureTours: [String] = []
    /// The skipped feature tours, with the day of the first skip.
    var skippedFeatureTours: [String: Day] = [:]

    static let only: Identifier<ProfileGuidance> = "profile"
    static let collection = RecordCollection<ProfileGuidance>("guidance.profile")
}

/// A tip that a profile has seen. Each tip has its own record, so that devices never overwrite each
/// other's tips.
struct SeenTip: Storable, Hashable {
    let id: Identifier<SeenTip>
    let seenAt: Instant

    static let collection = RecordCollection<SeenTip>("guidance.tips")
}

/// The number of times an event happened on this device.
struct UsageCount: Storable, Hashable {
    let id: Identifier<UsageCount>
    let kind: Usage.Kind
    let subject: String
    var count: Int

    init(_ kind: Usage.Kind, _ subject: String) {
        id = UsageCount.id(kind, subject)
        self.kind = kind
        self.subject = subject
        count = 0
    }

    static func id(_ kind: Usage.Kind, _ subject: String) -> Identifier<UsageCount> {
        Identifier("\(kind.rawValue):\(subject)")
    }

    static let collection = RecordCollection<UsageCount>("guidance.usage")
}

extension Transaction {
    /// The state of the device, or the initial one. The caller uses the device's partition.
    var deviceGuidance: DeviceGuidance { get throws { try record(DeviceGuidance.only) ?? DeviceGuidance() } }

    /// The state of a profile, or the initial one. The caller uses the profile's partition.
    var profileGuidance: ProfileGuidance { get throws { try record(ProfileGuidance.only) ?? ProfileGuidance() } }

    /// Increments a count. The caller uses the device's partition.
    func increment(_ kind: Usage.Kind, _ subject: String) throws {
        var record = try record(UsageCount.id(kind, subject)) ?? UsageCount(kind, subject)
        record.count += 1
        try put(record)
    }
}
