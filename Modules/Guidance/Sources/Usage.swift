import Kernel

/// The usage counts of tours and help, kept only on this device.
public struct Usage: Sendable {
    /// The kind of a counted event.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// The start of a tour that was still due.
        case tourStarted
        case tourCompleted
        case tourSkipped
        /// A setting changed within a tour.
        case changedInTour
        /// A help topic opened by a person.
        case helpOpened
    }

    /// The counts by tour or topic name.
    public let counts: [Kind: [String: Int]]
    /// The time of the app's first start on this device, or `nil` if unknown.
    public let firstLaunch: Instant?
    /// The minutes from the first start to the first real use, to the tenth. It is 0 if the first
    /// command was a real use, and `nil` before any use.
    public let minutesToFirstUse: Double?

    /// Returns the total count of a kind.
    public func total(_ kind: Kind) -> Int { counts[kind, default: [:]].values.reduce(0, +) }

    /// Returns the count of a kind for one tour or topic.
    public func count(_ kind: Kind, _ subject: String) -> Int { counts[kind, default: [:]][subject, default: 0] }

    /// Returns the completed share of all completed or skipped tours, 0 to 1, or `nil` before the
    /// first.
    public func completedShare(of tour: String) -> Double? {
        let completed = count(.tourCompleted, tour)
        let skipped = count(.tourSkipped, tour)
        return completed + skipped == 0 ? nil : Double(completed) / Double(completed + skipped)
    }
}

extension Guide {
    /// Returns the usage on this device.
    public func usage() throws -> Usage {
        let firstUseTime = try firstUse()
        return try store.read { transaction in
            let records: [UsageCount] = try transaction.records(.all)
            let firstLaunch = try transaction.deviceGuidance.firstLaunch
            let counts = Dictionary(grouping: records, by: \.kind).mapValues { group in
                Dictionary(group.map { ($0.subject, $0.count) }, uniquingKeysWith: +)
            }
            let minutes = firstLaunch.flatMap { firstLaunch in
                firstUseTime.map { max(0, ($0.seconds(since: firstLaunch) / 6).rounded() / 10) }
            }
            return Usage(counts: counts, firstLaunch: firstLaunch, minutesToFirstUse: minutes)
        }
    }

    /// Counts an opened help page.
    public func recordHelpOpened(_ topic: String) throws { try store.write { try $0.increment(.helpOpened, topic) } }
}
