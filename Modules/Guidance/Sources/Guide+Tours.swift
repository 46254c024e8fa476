import Kernel

/// Whether a person completed or skipped a tour, and whether it is due.
public struct TourState: Hashable, Sendable {
    public let isCompleted: Bool
    /// The day on which the tour was first skipped, or `nil`.
    public let skippedOn: Day?
    /// Whether the app offers the tour.
    public let isDue: Bool
}

extension Guide {
    /// Returns the state of a tour for this device and profile.
    public func state(of tour: Tour) throws -> TourState {
        let partition = try profile()
        return try store.read { transaction in
            let device = try transaction.deviceGuidance
            let profile = try transaction.scoped(to: partition) { try $0.profileGuidance }
            switch tour.scope {
            case .device:
                return TourState(
                    isCompleted: profile.hasCompletedInitialTour, skippedOn: device.tourSkippedDate,
                    isDue: !device.hasSeenInitialTour)
            case .profile:
                let isCompleted = profile.completedFeatureTours.contains(tour.id)
                let skippedOn = profile.skippedFeatureTours[tour.id]
                return TourState(
                    isCompleted: isCompleted, skippedOn: skippedOn, isDue: !isCompleted && skippedOn == nil)
            }
        }
    }

    /// Reports whether to offer a tour, which is neither completed nor skipped. The first tour is
    /// tracked per device, and feature tours per profile.
    public func shouldShow(_ tour: Tour) throws -> Bool { try state(of: tour).isDue }

    /// Starts a tour and counts the start. The tour is offered until it is completed or skipped.
    public func start(_ tour: Tour) throws -> TourWalk {
        try store.write { try $0.increment(.tourStarted, tour.id) }
        return TourWalk(tour)
    }

    /// Starts a tour again without changing or counting anything.
    public func replay(_ tour: Tour) -> TourWalk { TourWalk(tour) }

    /// Marks a tour as completed by this profile. A second call changes nothing.
    ///
    /// - Returns: whether anything changed.
    @discardableResult
    public func complete(_ tour: Tour) throws -> Bool {
        try change(.tourCompleted, tour) { device, profile in
            switch tour.scope {
            case .device: (device.hasSeenInitialTour, profile.hasCompletedInitialTour) = (true, true)
            case .profile: profile.completedFeatureTours = Set(profile.completedFeatureTours + [tour.id]).sorted()
            }
        }
    }

    /// Marks a tour as skipped today. A tour already skipped or completed stays unchanged, with its
    /// first day.
    ///
    /// - Returns: whether anything changed.
    @discardableResult
    public func skip(_ tour: Tour) throws -> Bool {
        let today = time.today()
        return try change(.tourSkipped, tour) { device, profile in
            switch tour.scope {
            case .device where !device.hasSeenInitialTour:
                (device.hasSeenInitialTour, device.tourSkippedDate) = (true, today)
            case .profile
            where !profile.completedFeatureTours.contains(tour.id) && profile.skippedFeatureTours[tour.id] == nil:
                profile.skippedFeatureTours[tour.id] = today
            default: break
            }
        }
    }

    /// Counts a change that the user made within a tour.
    public func recordChange(in tour: Tour) throws { try store.write { try $0.increment(.changedInTour, tour.id) } }

    /// Resets a tour, so that it is offered again. Counts are kept.
    public func reset(_ tour: Tour) throws {
        try change(nil, tour) { device, profile in
            switch tour.scope {
            case .device: Guide.resetFirstTour(&device, &profile)
            case .profile:
                profile.completedFeatureTours.removeAll { $0 == tour.id }
                profile.skippedFeatureTours[tour.id] = nil
            }
        }
    }

    /// Resets all feature tours of this profile.
    public func resetFeatureTours() throws {
        try change { _, profile in (profile.completedFeatureTours, profile.skippedFeatureTours) = ([], [:]) }
    }

    /// Resets all tours.
    public func resetTours() throws {
        try change { device, profile in
            Guide.resetFirstTour(&device, &profile)
            (profile.completedFeatureTours, profile.skippedFeatureTours) = ([], [:])
        }
    }

    /// Clears the state of the first tour on the device and in the profile.
    private static func resetFirstTour(_ device: inout DeviceGuidance, _ profile: inout ProfileGuidance) {
        (device.hasSeenInitialTour, device.tourSkippedDate, profile.hasCompletedInitialTour) = (false, nil, false)
    }

    /// Changes the state of the device and the profile in one transaction, and writes and counts
    /// only on a difference.
    @discardableResult
    private func change(
        _ kind: Usage.Kind? = nil, _ tour: Tour? = nil, _ body: (inout DeviceGuidance, inout ProfileGuidance) -> Void
    ) throws -> Bool {
        let partition = try profile()
        return try store.write { transaction in
            let device = try transaction.deviceGuidance
            let profile = try transaction.scoped(to: partition) { try $0.profileGuidance }
            var newDevice = device
            var newProfile = profile
            body(&newDevice, &newProfile)
            if newDevice != device { try transaction.put(newDevice) }
            if newProfile != profile { try transaction.scoped(to: partition) { try $0.put(newProfile) } }
            guard newDevice != device || newProfile != profile else { return false }
            if let kind, let tour { try transaction.increment(kind, tour.id) }
            return true
        }
    }
}
