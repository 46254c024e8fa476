import Groups
import Kernel

/// That what is shared of a kind is told anew as it changes. It stays on the device that is asked what has changed.
public struct FollowedShare: Storable, Hashable {
    /// In which group, of whom, and what.
    let group: Identifier<KnownGroup>
    let learner: Identifier<Member>
    let kind: SharedKind

    /// Follows from what it says.
    public var id: Identifier<FollowedShare> { FollowedShare.id(group, learner, kind) }

    static func id(
        _ group: Identifier<KnownGroup>, _ learner: Identifier<Member>, _ kind: SharedKind
    ) -> Identifier<FollowedShare> { Identifier("\(group) \(learner) \(kind.rawValue)") }

    /// In the app's own store.
    public static let collection = RecordCollection<FollowedShare>("club.follows")
}

/// Tells anew what somebody shares, where they said so and it has changed; never a kind that they do not share.
public struct ClubFollowing: Sendable {
    private let store: any Store
    private let circle: ClubCircle
    private let own: OwnLearning

    /// What one person follows.
    public init(_ book: ClubBook, _ circle: ClubCircle, _ own: OwnLearning) {
        (store, self.circle, self.own) = (book.store, circle, own)
    }

    /// The kinds of somebody that are told anew.
    public func kinds(of learner: Identifier<Member>, in group: KnownGroup) throws -> Set<SharedKind> {
        Set(try all(in: group).filter { $0.learner == learner }.map(\.kind))
    }

    /// From now on these kinds are told anew.
    public func follow(_ kinds: some Sequence<SharedKind>, of learner: Identifier<Member>, in group: KnownGroup) throws {
        try store.write { unit in
            for kind in kinds { try unit.put(FollowedShare(group: group.id, learner: learner, kind: kind)) }
        }
    }

    /// From now on these kinds are told when somebody says so, and not otherwise.
    public func stop(_ kinds: some Sequence<SharedKind>, of learner: Identifier<Member>, in group: KnownGroup) throws {
        try store.write { unit in for kind in kinds { _ = try unit.delete(FollowedShare.id(group.id, learner, kind)) } }
    }

    /// Tells what has changed of what is followed. What is shared no more is followed no more; a place that is away is told another time.
    ///
    /// - Returns: how many kinds were told.
    public func tell(in sight: ClubSight) throws -> Int {
        guard sight.sight.asOf == nil else { return 0 }
        var told = 0
        for one in try all(in: sight.known) {
            guard let learner = sight.learners.first(where: { $0.id == one.learner }),
                let known = sight.shared[learner.id]?[one.kind]
            else {
                try stop([one.kind], of: one.learner, in: sight.known)
                continue
            }
            let now = try own.standing(one.kind, learner.id == sight.me.id ? nil : learner.name)
            guard now != known else { continue }
            _ = try circle.share(now, of: learner.id, in: sight)
            told += 1
        }
        return told
    }

    private func all(in group: KnownGroup) throws -> [FollowedShare] {
        try store.read { try $0.records(Selection<FollowedShare>.all) }.filter { $0.group == group.id }
    }
}
