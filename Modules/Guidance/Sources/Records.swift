import Kernel

/// What a device remembers of guiding whoever uses it.
struct DeviceGuidance: Storable, Hashable {
    private(set) var id: Identifier<DeviceGuidance> = DeviceGuidance.only
    /// Whether the first tour was gone through or skipped here.
    var hasSeenInitialTour = false
    /// The day on which it was first skipped.
    var tourSkippedDate: Day?
    /// When the app was first started here.
    var firstLaunch: Instant?
    /// The newest version whose news was shown.
    var lastSeenVersion: String?

    static let only: Identifier<DeviceGuidance> = "device"
    static let collection = RecordCollection<DeviceGuidance>("guidance.device")
}

/// What is remembered of guiding one profile.
struct ProfileGuidance: Storable, Hashable {
    private(set) var id: Identifier<ProfileGuidance> = ProfileGuidance.only
    /// Whether this profile went through the first tour to its end.
    var hasCompletedInitialTour = false
    /// The tours of features that it went through, by name, sorted.
    var completedFeatureTours: [String] = []
    /// The tours of features that it skipped, and on which day first.
    var skippedFeatureTours: [String: Day] = [:]

    static let only: Identifier<ProfileGuidance> = "profile"
    static let collection = RecordCollection<ProfileGuidance>("guidance.profile")
}

/// A tip that a profile has seen. One record a tip, so that two devices never undo each other's.
struct SeenTip: Storable, Hashable {
    let id: Identifier<SeenTip>
    let seenAt: Instant

    static let collection = RecordCollection<SeenTip>("guidance.tips")
}

/// How often something happened on this device.
struct UsageCount: Storable, Hashable {
    let id: Identifier<UsageCount>
    let kind: Usage.Kind
    let subject: String
    var count: Int

    init(_ kind: Usage.Kind, _ subject: String) {
        (id, self.kind, self.subject, count) = (UsageCount.id(kind, subject), kind, subject, 0)
    }

    static func id(_ kind: Usage.Kind, _ subject: String) -> Identifier<UsageCount> { Identifier("\(kind.rawValue):\(subject)") }

    static let collection = RecordCollection<UsageCount>("guidance.usage")
}

extension Transaction {
    var deviceGuidance: DeviceGuidance {
        get throws { try record(DeviceGuidance.only) ?? DeviceGuidance() }
    }

    var profileGuidance: ProfileGuidance {
        get throws { try record(ProfileGuidance.only) ?? ProfileGuidance() }
    }

    /// One more of something; called in the device's partition.
    func count(_ kind: Usage.Kind, _ subject: String) throws {
        var record = try record(UsageCount.id(kind, subject)) ?? UsageCount(kind, subject)
        record.count += 1
        try put(record)
    }
}
