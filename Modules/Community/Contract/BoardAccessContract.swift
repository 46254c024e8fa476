import Community
import Kernel
import KernelContract

/// A community in some place, and what may happen to that place: for tests.
public struct BoardWorld: Sendable {
    /// What becomes of the place that a community has.
    public enum Mishap: String, CaseIterable, Sendable {
        /// It is not there.
        case absent
        /// It is there with nothing in it.
        case emptied
        /// Another community lies in it.
        case foreign
        /// Whoever asks gets no answer.
        case silent
    }

    /// The way to it, of a person who knows nothing but what was noted before.
    public let access: @Sendable () -> BoardAccess
    /// A place in which nothing lies yet.
    public let free: @Sendable () throws -> String
    /// Lets something happen to the place; what it returns puts it right.
    public let suffer: @Sendable (_ mishap: Mishap, _ place: String) throws -> @Sendable () throws -> Void
    /// Moves a community to another place.
    public let move: @Sendable (_ from: String, _ to: String) throws -> Void
    /// Whether nothing lies at a place.
    public let isBare: @Sendable (_ place: String) throws -> Bool

    /// A world from functions.
    public init(
        access: @escaping @Sendable () -> BoardAccess, free: @escaping @Sendable () throws -> String,
        suffer: @escaping @Sendable (Mishap, String) throws -> @Sendable () throws -> Void,
        move: @escaping @Sendable (String, String) throws -> Void, isBare: @escaping @Sendable (String) throws -> Bool
    ) {
        (self.access, self.free, self.suffer, self.move, self.isBare) = (access, free, suffer, move, isBare)
    }
}

/// What every `BoardAccess` must keep whose community has a place.
public enum BoardAccessContract {
    /// The contract over worlds that a closure makes, each without any community.
    public static func over(_ make: @escaping () throws -> BoardWorld) -> Contract<BoardWorld> {
        Contract("BoardAccess", promises: beginning + mishaps + moving, make)
    }

    private typealias Promise = Contract<BoardWorld>.Promise

    private static let beginning: [Promise] = [
        .init("knows no community at first, and makes none by being asked") { world in
            try expect(world.access().place() == nil, "there is a place")
            for patience in [Patience.glance, .asked] {
                try expectFailure(.notConnected) { try world.access().open(patience) }
            }
            try expect(world.access().place() == nil, "there is a place now")
        },
        .init("makes one when somebody says so, and knows it from then on") { world in
            let made = try world.access().create(world.free())
            try expect(made.id != nil, "no id")
            try expectEqual(world.access().place(), made)
            try vote(world.access())
            try expectEqual(votes(world.access()), 1)
        },
        .init("makes none where one is") { world in
            let made = try world.access().create(world.free())
            try vote(world.access())
            try expectFailure(.communityExists) { try world.access().create(made.path) }
            try expectEqual(votes(world.access()), 1)
        },
        .init("joins one that somebody made") { world in
            let (first, second) = (try world.access().create(world.free()), try found(world))
            try expectEqual(world.access().place(), second)
            let seen = try world.access().find(first.path)
            try expectEqual(seen, first)
            try expectEqual(world.access().place(), second, "looking changes nothing")
            try world.access().connect(seen)
            try expectEqual(world.access().place(), first)
        },
        .init("finds nothing where nothing is, and connects to nothing by looking") { world in
            let place = try world.free()
            for _ in 0..<2 {
                do {
                    _ = try world.access().find(place)
                    throw Failure(.init("found"), "something was found")
                } catch let failure as Failure { try expectEqual(failure.kind, .temporary) }
            }
            try expect(world.isBare(place) && world.access().place() == nil, "something was made")
        },
    ]

    private static let codes: [BoardWorld.Mishap: Failure.Code] = [
        .absent: .communityUnreachable, .emptied: .communityEmptied, .foreign: .communityForeign, .silent: .communitySilent,
    ]

    private static let mishaps: [Promise] = BoardWorld.Mishap.allCases.flatMap { mishap -> [Promise] in
        [
            .init("says that a place is \(mishap.rawValue), as something that may pass, and makes nothing there") { world in
                let place = try found(world)
                try vote(world.access())
                let mend = try world.suffer(mishap, place.path)
                for _ in 0..<2 {
                    do {
                        _ = try world.access().open(.glance)
                        throw Failure(.init("opened"), "it was opened")
                    } catch let failure as Failure {
                        try expectEqual(failure.code, codes[mishap] ?? failure.code)
                        try expectEqual(failure.kind, .temporary)
                        try expect(failure.message.contains(place.path), failure.message)
                    }
                }
                if mishap != .foreign, mishap != .silent { try expect(world.isBare(place.path), "something was made") }
                try expectEqual(world.access().place(), place)
                try mend()
                try expectEqual(votes(world.access()), 1)
            }
        ]
    }

    private static let moving: [Promise] = [
        .init("knows a community again in its new place, by its id") { world in
            let (place, other) = (try found(world), try world.free())
            try vote(world.access())
            try world.move(place.path, other)
            try expectFailure(.communityUnreachable) { try world.access().open(.asked) }
            let seen = try world.access().find(other)
            try expectEqual(seen.id, place.id)
            try world.access().connect(seen)
            try expectEqual(votes(world.access()), 1)
        }
    ]

    private static func found(_ world: BoardWorld) throws -> BoardPlace {
        let made = try world.access().create(world.free())
        try world.access().open(.asked).found(by: Actor(key: Identity(chance: Array("developer".utf8))), at: .earliest)
        return made
    }

    private static func vote(_ access: BoardAccess) throws {
        let posting = Posting(.vote(item: "video"), outbox: "box", number: 1, sentAt: .earliest, month: "2026-11")
        _ = try access.open(.asked).take(posting, from: Actor(identity: Identity(chance: Array("mina".utf8))))
    }

    private static func votes(_ access: BoardAccess) throws -> Int {
        try access.open(.asked).read { try $0.voteCount(for: Identifier<RoadmapItem>("video")) }
    }
}
