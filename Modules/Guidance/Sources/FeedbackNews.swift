import Kernel

/// The results of user feedback. The composition root provides them from the community, or provides
/// none.
public struct FeedbackNews: Sendable {
    /// A released feature that users requested.
    public struct Release: Hashable, Sendable {
        /// The identifier, used to announce a release once.
        public let id: String
        public let text: String
        public let day: Day

        package init(id: String, text: String, day: Day) {
            self.id = id
            self.text = text
            self.day = day
        }
    }

    public let released: @Sendable () throws -> [Release]
    /// The next planned feature, or `nil` if unknown.
    public let next: @Sendable () throws -> String?

    public init(released: @escaping @Sendable () throws -> [Release], next: @escaping @Sendable () throws -> String?) {
        self.released = released
        self.next = next
    }

    public static let none = FeedbackNews(released: { [] }, next: { nil })
}

extension Guide {
    /// Returns the releases not yet announced on this device and marks them as announced. Releases
    /// before the app's first start here are omitted.
    public func takeReleases(of released: [FeedbackNews.Release]) throws -> [FeedbackNews.Release] {
        guard
            try store.read({ transaction in
                try released.contains { try transaction.record(SeenRelease.id($0)) == nil }
            })
        else { return [] }
        let now = time.now()
        return try store.write { transaction in
            let firstDay = try transaction.deviceGuidance.firstLaunch.map { time.calendar.day(of: $0) }
            let newReleases = try released.filter { try transaction.record(SeenRelease.id($0)) == nil }
            for release in newReleases { try transaction.put(SeenRelease(id: SeenRelease.id(release), seenAt: now)) }
            return newReleases.filter { release in firstDay.map { release.day >= $0 } ?? true }
        }
    }
}

/// A record that a release was announced on this device.
struct SeenRelease: Storable, Hashable {
    let id: Identifier<SeenRelease>
    let seenAt: Instant

    static func id(_ release: FeedbackNews.Release) -> Identifier<SeenRelease> { Identifier(release.id) }
    static let collection = RecordCollection<SeenRelease>("guidance.releases")
}
