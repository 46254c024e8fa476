import Community
import Kernel
import KernelTesting

/// A test fixture: a community with a location, and faults of that location.
package struct BoardFixture: Sendable {
    /// A fault of a community's location.
    package enum InjectedFault: String, CaseIterable, Sendable {
        case absent
        case emptied
        case foreign
        case silent
    }

    /// Creates the access of a person whose device has only the saved community.
    package let access: @Sendable () -> BoardAccess
    /// Returns a new location without a community.
    package let newPlace: @Sendable () throws -> String
    /// Injects a fault and returns a closure that repairs it.
    package let inject: @Sendable (_ fault: InjectedFault, _ place: String) throws -> @Sendable () throws -> Void
    /// Moves a community to another location.
    package let move: @Sendable (_ from: String, _ to: String) throws -> Void
    package let isEmpty: @Sendable (_ place: String) throws -> Bool

    package init(
        access: @escaping @Sendable () -> BoardAccess, newPlace: @escaping @Sendable () throws -> String,
        inject: @escaping @Sendable (InjectedFault, String) throws -> @Sendable () throws -> Void,
        move: @escaping @Sendable (String, String) throws -> Void, isEmpty: @escaping @Sendable (String) throws -> Bool
    ) {
        self.access = access
        self.newPlace = newPlace
        self.inject = inject
        self.move = move
        self.isEmpty = isEmpty
    }
}

/// The contract of every `BoardAccess` whose community has a location.
package enum BoardAccessContract {
    /// Returns the contract over fixtures from a closure, each without a community.
    package static func over(_ make: @escaping () throws -> BoardFixture) -> Contract<BoardFixture> {
        Contract("BoardAccess", promises: beginning + faults + moving, make)
    }

    private typealias Promise = Contract<BoardFixture>.Promise

    private static let beginning: [Promise] = [
        .init("the access knows no community at first, and a lookup creates none") { fixture in
            try expect(fixture.access().place() == nil, "there is a place")
            for waitLimit in [WaitLimit.brief, .userInitiated] {
                try expectFailure(.notConnected) { try fixture.access().open(waitLimit) }
            }
            try expect(fixture.access().place() == nil, "there is a place now")
        },
        .init("create makes a community, and the access remembers it") { fixture in
            let made = try fixture.access().create(fixture.newPlace())
            try expect(made.id != nil, "no id")
            try expectEqual(fixture.access().place(), made)
            try vote(fixture.access())
            try expectEqual(votes(fixture.access()), 1)
        },
        .init("create refuses a place that holds a community") { fixture in
            let made = try fixture.access().create(fixture.newPlace())
            try vote(fixture.access())
            try expectFailure(.communityExists) { try fixture.access().create(made.path) }
            try expectEqual(votes(fixture.access()), 1)
        },
        .init("join opens a community that another person created") { fixture in
            let first = try fixture.access().create(fixture.newPlace())
            let second = try foundCommunity(fixture)
            try expectEqual(fixture.access().place(), second)
            let foundPlace = try fixture.access().find(first.path)
            try expectEqual(foundPlace, first)
            try expectEqual(fixture.access().place(), second, "looking changes nothing")
            try fixture.access().connect(foundPlace)
            try expectEqual(fixture.access().place(), first)
        },
        .init("find fails at an empty place, and creates and connects nothing") { fixture in
            let place = try fixture.newPlace()
            for _ in 0..<2 {
                do {
                    _ = try fixture.access().find(place)
                    throw Failure(.init("found"), "something was found")
                } catch let failure as Failure { try expectEqual(failure.kind, .temporary) }
            }
            try expect(fixture.isEmpty(place) && fixture.access().place() == nil, "something was made")
        },
    ]

    private static let codes: [BoardFixture.InjectedFault: Failure.Code] = [
        .absent: .communityUnreachable, .emptied: .communityEmptied, .foreign: .communityForeign,
        .silent: .communitySilent,
    ]

    private static let faults: [Promise] = BoardFixture.InjectedFault.allCases.flatMap { fault -> [Promise] in
        [
            .init("a place that is \(fault.rawValue) fails as temporary, and the access creates nothing there") {
                fixture in
                let place = try foundCommunity(fixture)
                try vote(fixture.access())
                let repair = try fixture.inject(fault, place.path)
                for _ in 0..<2 {
                    do {
                        _ = try fixture.access().open(.brief)
                        throw Failure(.init("opened"), "it was opened")
                    } catch let failure as Failure {
                        try expectEqual(failure.code, codes[fault] ?? failure.code)
                        try expectEqual(failure.kind, .temporary)
                        try expect(failure.message.contains(place.path), failure.message)
                    }
                }
                if fault != .foreign, fault != .silent { try expect(fixture.isEmpty(place.path), "something was made") }
                try expectEqual(fixture.access().place(), place)
                try repair()
                try expectEqual(votes(fixture.access()), 1)
            }
        ]
    }

    private static let moving: [Promise] = [
        .init("the access recognizes a moved community by its id") { fixture in
            let place = try foundCommunity(fixture)
            let other = try fixture.newPlace()
            try vote(fixture.access())
            try fixture.move(place.path, other)
            try expectFailure(.communityUnreachable) { try fixture.access().open(.userInitiated) }
            let foundPlace = try fixture.access().find(other)
            try expectEqual(foundPlace.id, place.id)
            try fixture.access().connect(foundPlace)
            try expectEqual(votes(fixture.access()), 1)
        }
    ]

    /// Creates a community and founds it as its developer.
    private static func foundCommunity(_ fixture: BoardFixture) throws -> BoardPlace {
        let made = try fixture.access().create(fixture.newPlace())
        try fixture.access().open(.userInitiated).bootstrap(
            by: Actor(key: Identity(randomBytes: Array("developer".utf8))), at: .earliest)
        return made
    }

    private static func vote(_ access: BoardAccess) throws {
        let posting = Posting(.vote(item: "video"), outbox: "box", number: 1, sentAt: .earliest, month: "2026-11")
        _ = try access.open(.userInitiated).receive(
            posting, from: Actor(identity: Identity(randomBytes: Array("mina".utf8))))
    }

    private static func votes(_ access: BoardAccess) throws -> Int {
        try access.open(.userInitiated).read { try $0.voteCount(for: Identifier<RoadmapItem>("video")) }
    }
}
