import Kernel

/// What came of what people asked for. The composition root answers from the community; without one there is nothing.
public struct FeedbackNews: Sendable {
    /// Something that people asked for, and that is there.
    public struct Release: Hashable, Sendable {
        /// What it is known by, so that nobody is told twice.
        public let id: String
        /// What it is, in a line.
        public let text: String
        /// Since when it is there.
        public let day: Day

        package init(id: String, text: String, day: Day) { (self.id, self.text, self.day) = (id, text, day) }
    }

    /// What is there, latest first.
    public let released: @Sendable () throws -> [Release]
    /// What comes next; nil when nobody says.
    public let next: @Sendable () throws -> String?

    /// From functions.
    public init(released: @escaping @Sendable () throws -> [Release], next: @escaping @Sendable () throws -> String?) {
        (self.released, self.next) = (released, next)
    }

    /// Nobody is heard.
    public static let none = FeedbackNews(released: { [] }, next: { nil })
}

extension Guide {
    /// Those releases that this device has not been told of, and from now on has; none from before the app was first started here.
    public func takeReleases(of released: [FeedbackNews.Release]) throws -> [FeedbackNews.Release] {
        guard
            try store.read({ transaction in
                try released.contains { try transaction.record(SeenRelease.id($0)) == nil }
            })
        else { return [] }
        let now = time.now()
        return try store.write { transaction in
            let first = try transaction.deviceGuidance.firstLaunch.map { time.calendar.day(of: $0) }
            let new = try released.filter { try transaction.record(SeenRelease.id($0)) == nil }
            for release in new { try transaction.put(SeenRelease(id: SeenRelease.id(release), seenAt: now)) }
            return new.filter { release in first.map { release.day >= $0 } ?? true }
        }
    }
}

/// A release that this device was told of.
struct SeenRelease: Storable, Hashable {
    let id: Identifier<SeenRelease>
    let seenAt: Instant

    static func id(_ release: FeedbackNews.Release) -> Identifier<SeenRelease> { Identifier(release.id) }
    static let collection = RecordCollection<SeenRelease>("guidance.releases")
}
