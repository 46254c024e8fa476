import Kernel

/// Whether a person completed or skipped a tour, and whether it is due.
public struct TourState: Hashable, Sendable {
    public let isCompleted: Bool
    /// The day on which the tour was first skipped, or `nil`.
    public let skippedOn: Day?
    public let isDue: Bool
}

extension Guide {
    /// Returns the state of a tour for this device and profile.
    public func state(of tour: Tour) throws -> TourState {
        let place = try profile()
        return try store.read { transaction in
            let device = try transaction.deviceGuidance
            let mine = try transaction.scoped(to: place) { try $0.profileGuidance }
            switch tour.scope {
            case .device:
                return TourState(
                    isCompleted: mine.hasCompletedInitialTour, skippedOn: device.tourSkippedDate,
                    isDue: !device.hasSeenInitialTour)
            case .profile:
                let done = mine.completedFeatureTours.contains(tour.id)
                let skipped = mine.skippedFeatureTours[tour.id]
                return TourState(isCompleted: done, skippedOn: skipped, isDue: !done && skipped == nil)
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
        try change(.tourCompleted, tour) { device, mine in
            switch tour.scope {
            case .device: (device.hasSeenInitialTour, mine.hasCompletedInitialTour) = (true, true)
            case .profile: mine.completedFeatureTours = Set(mine.completedFeatureTours + [tour.id]).sorted()
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
        return try change(.tourSkipped, tour) { device, mine in
            switch tour.scope {
            case .device where !device.hasSeenInitialTour:
                (device.hasSeenInitialTour, device.tourSkippedDate) = (true, today)
            case .profile
            where !mine.completedFeatureTours.contains(tour.id) && mine.skippedFeatureTours[tour.id] == nil:
                mine.skippedFeatureTours[tour.id] = today
            default: break
            }
        }
    }

    /// Counts a change that the user made within a tour.
    public func recordChange(in tour: Tour) throws { try store.write { try $0.increment(.changedInTour, tour.id) } }

    /// Resets a tour, so that it is offered again. Counts are kept.
    public func reset(_ tour: Tour) throws {
        try change(nil, tour) { device, mine in
            switch tour.scope {
            case .device: Guide.forgetFirstTour(&device, &mine)
            case .profile:
                mine.completedFeatureTours.removeAll { $0 == tour.id }
                mine.skippedFeatureTours[tour.id] = nil
            }
        }
    }

    /// Resets all feature tours of this profile.
    public func resetFeatureTours() throws {
        try change(nil, nil) { _, mine in (mine.completedFeatureTours, mine.skippedFeatureTours) = ([], [:]) }
    }

    /// Resets all tours.
    public func resetTours() throws {
        try change(nil, nil) { device, mine in
            Guide.forgetFirstTour(&device, &mine)
            (mine.completedFeatureTours, mine.skippedFeatureTours) = ([], [:])
        }
    }

    private static func forgetFirstTour(_ device: inout DeviceGuidance, _ mine: inout ProfileGuidance) {
        (device.hasSeenInitialTour, device.tourSkippedDate, mine.hasCompletedInitialTour) = (false, nil, false)
    }

    /// Changes the state of the device and the profile in one transaction, and writes and counts
    /// only on a difference.
    @discardableResult
    private func change(
        _ kind: Usage.Kind?, _ tour: Tour?, _ body: (inout DeviceGuidance, inout ProfileGuidance) -> Void
    ) throws -> Bool {
        let place = try profile()
        return try store.write { transaction in
            let device = try transaction.deviceGuidance
            let mine = try transaction.scoped(to: place) { try $0.profileGuidance }
            var newDevice = device
            var newMine = mine
            body(&newDevice, &newMine)
            if newDevice != device { try transaction.put(newDevice) }
            if newMine != mine { try transaction.scoped(to: place) { try $0.put(newMine) } }
            guard newDevice != device || newMine != mine else { return false }
            if let kind, let tour { try transaction.increment(kind, tour.id) }
            return true
        }
    }
}
