import Kernel

/// How people found their way, counted on this device and sent nowhere.
public struct Usage: Sendable {
    /// Something that is counted.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// A tour that was still to be offered was begun.
        case tourStarted
        /// A tour was gone through to its end.
        case tourCompleted
        /// A tour was skipped.
        case tourSkipped
        /// Something was changed from within a tour.
        case changedInTour
        /// A page of help was opened.
        case helpOpened
    }

    /// How often, by what it concerns: the name of a tour or of a topic.
    public let counts: [Kind: [String: Int]]
    /// When the app was first started here; nil when nobody noticed.
    public let firstLaunch: Instant?
    /// Minutes from the first start to the first real use, to the tenth; 0 when the first command was already one, nil while there was none.
    public let minutesToFirstUse: Double?

    /// How often something happened, whatever it concerned.
    public func total(_ kind: Kind) -> Int { counts[kind, default: [:]].values.reduce(0, +) }

    /// How often something happened to one tour or topic.
    public func count(_ kind: Kind, _ subject: String) -> Int { counts[kind, default: [:]][subject, default: 0] }

    /// What part of those who finished or skipped a tour finished it, 0 to 1; nil before the first.
    public func completedShare(of tour: String) -> Double? {
        let (completed, skipped) = (count(.tourCompleted, tour), count(.tourSkipped, tour))
        return completed + skipped == 0 ? nil : Double(completed) / Double(completed + skipped)
    }
}

extension Guide {
    /// The figures of this device.
    public func usage() throws -> Usage {
        let used = try firstUse()
        return try store.read { transaction in
            let records: [UsageCount] = try transaction.records(.all)
            let launch = try transaction.deviceGuidance.firstLaunch
            let counts = Dictionary(grouping: records, by: \.kind).mapValues { group in
                Dictionary(group.map { ($0.subject, $0.count) }, uniquingKeysWith: +)
            }
            let minutes = launch.flatMap { launch in used.map { max(0, ($0.seconds(since: launch) / 6).rounded() / 10) } }
            return Usage(counts: counts, firstLaunch: launch, minutesToFirstUse: minutes)
        }
    }

    /// Counts that a page of help was opened.
    public func openedHelp(_ topic: String) throws { try store.write { try $0.count(.helpOpened, topic) } }
}
