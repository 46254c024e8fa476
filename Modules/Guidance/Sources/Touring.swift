import Kernel

/// What became of a tour.
public struct TourState: Hashable, Sendable {
    /// Whether this profile went through it to its end.
    public let isCompleted: Bool
    /// On which day it was first skipped; nil when it never was.
    public let skippedOn: Day?
    /// Whether it is still to be offered.
    public let isDue: Bool
}

extension Guide {
    /// What became of a tour, here and for this profile.
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
                let (done, skipped) = (mine.completedFeatureTours.contains(tour.id), mine.skippedFeatureTours[tour.id])
                return TourState(isCompleted: done, skippedOn: skipped, isDue: !done && skipped == nil)
            }
        }
    }

    /// Whether a tour is to be offered: neither gone through nor skipped. The first tour asks the device, the tour of a feature the profile.
    public func shouldShow(_ tour: Tour) throws -> Bool { try state(of: tour).isDue }

    /// Begins a tour, and counts that it began. It is to be offered until it is completed or skipped.
    public func start(_ tour: Tour) throws -> TourWalk {
        try store.write { try $0.count(.tourStarted, tour.id) }
        return TourWalk(tour)
    }

    /// Goes through a tour once more. Changes nothing and counts nothing.
    public func replay(_ tour: Tour) -> TourWalk { TourWalk(tour) }

    /// Remembers that this profile went through a tour to its end. The second time changes nothing.
    ///
    /// - Returns: whether it changed anything.
    @discardableResult
    public func complete(_ tour: Tour) throws -> Bool {
        try change(.tourCompleted, tour) { device, mine in
            switch tour.scope {
            case .device: (device.hasSeenInitialTour, mine.hasCompletedInitialTour) = (true, true)
            case .profile: mine.completedFeatureTours = Set(mine.completedFeatureTours + [tour.id]).sorted()
            }
        }
    }

    /// Remembers that a tour was skipped, with the day. Skipping what was skipped or completed changes nothing: the first day stays.
    ///
    /// - Returns: whether it changed anything.
    @discardableResult
    public func skip(_ tour: Tour) throws -> Bool {
        let today = time.today()
        return try change(.tourSkipped, tour) { device, mine in
            switch tour.scope {
            case .device where !device.hasSeenInitialTour: (device.hasSeenInitialTour, device.tourSkippedDate) = (true, today)
            case .profile where !mine.completedFeatureTours.contains(tour.id) && mine.skippedFeatureTours[tour.id] == nil:
                mine.skippedFeatureTours[tour.id] = today
            default: break
            }
        }
    }

    /// Counts that something was changed from within a tour.
    public func changedSomething(in tour: Tour) throws { try store.write { try $0.count(.changedInTour, tour.id) } }

    /// Forgets that a tour was shown: it is offered again. What was counted stays.
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

    /// Forgets that any tour of a feature was shown to this profile.
    public func resetFeatureTours() throws {
        try change(nil, nil) { _, mine in (mine.completedFeatureTours, mine.skippedFeatureTours) = ([], [:]) }
    }

    /// Forgets that any tour was shown.
    public func resetTours() throws {
        try change(nil, nil) { device, mine in
            Guide.forgetFirstTour(&device, &mine)
            (mine.completedFeatureTours, mine.skippedFeatureTours) = ([], [:])
        }
    }

    private static func forgetFirstTour(_ device: inout DeviceGuidance, _ mine: inout ProfileGuidance) {
        (device.hasSeenInitialTour, device.tourSkippedDate, mine.hasCompletedInitialTour) = (false, nil, false)
    }

    /// Changes what device and profile remember in one transaction; writes and counts only what changed.
    @discardableResult
    private func change(
        _ kind: Usage.Kind?, _ tour: Tour?, _ body: (inout DeviceGuidance, inout ProfileGuidance) -> Void
    ) throws -> Bool {
        let place = try profile()
        return try store.write { transaction in
            let device = try transaction.deviceGuidance
            let mine = try transaction.scoped(to: place) { try $0.profileGuidance }
            var (newDevice, newMine) = (device, mine)
            body(&newDevice, &newMine)
            if newDevice != device { try transaction.put(newDevice) }
            if newMine != mine { try transaction.scoped(to: place) { try $0.put(newMine) } }
            guard newDevice != device || newMine != mine else { return false }
            if let kind, let tour { try transaction.count(kind, tour.id) }
            return true
        }
    }
}
