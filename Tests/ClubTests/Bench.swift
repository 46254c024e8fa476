import Club
import ClubCommands
import Groups
import Kernel
import Storage
import Terminal
import TerminalContract
import TestBench

/// A club over a store, with a clock that a test moves, and a school that no module knows.
struct Bench: Sendable {
    var store: any Store = MemoryStore()
    var seed: UInt64 = 1
    let clock = HandClock("2027-01-15T08:00:00Z")
    private let ids = IDSource.counting(prefix: "thing")

    static let belts = ["10k", "9k", "8k", "7k", "6k", "5k", "4k", "3k", "2k", "1k", "1d"]

    static let school = Programme(
        belts: { belts.map { ClubBelt($0, name: "grade \($0)", look: "\($0) belt") } },
        meant: { word in
            guard belts.contains(word) else { throw Failure(.init("unknownBelt"), "“\(word)” is no belt.", kind: .usage) }
            return word
        },
        matter: {
            belts.enumerated().map { place, belt in
                BeltMatter(
                    belt: belt, patterns: place == 0 ? [] : [Piece("tul-\(place)", "Tul \(place)")],
                    lines: (1...4).map { "line \($0) of \(belt)" },
                    sparring: place % 3 == 1 ? (1...4).map { Piece("set-\(place)-\($0)", "Set \(place), \($0)") } : [],
                    pages: [Piece("page-\(place)", "Page \(place)")])
            }
        })

    /// The same as apps have it: whoever knows the belts looks into the store.
    static func school(over store: any Store) -> Programme {
        let look: @Sendable () throws -> Void = { try store.read { _ in } }
        return Programme(
            belts: {
                try look()
                return try school.belts()
            },
            meant: {
                try look()
                return try school.meant($0)
            },
            matter: {
                try look()
                return try school.matter()
            })
    }

    var book: ClubBook { ClubBook(store, ids: ids, time: clock.source(), programme: Bench.school(over: store)) }

    /// A club with a roll.
    func roll(_ names: String..., belt: String = "9k") throws -> ClubRoll {
        _ = try book.create("Tigers")
        let roll = try book.roll()
        for name in names { _ = try roll.add(StudentDraft(name: name, belt: belt)) }
        return roll
    }

    var app: AppBench {
        let (ids, seed, clock) = (ids, seed, clock)
        let town = Town()
        return AppBench("dojang", over: store, time: clock.source(), rehearsal: { try DryRunStore(over: $0) }) { store in
            [
                ClubPlugin(
                    book: { ClubBook(store, ids: ids, time: clock.source(), programme: Bench.school(over: store)) },
                    circle: {
                        ClubCircle(
                            Membership(.club, store: store, access: town.access("Kim"), person: town.person("Kim")),
                            time: clock.source())
                    }, own: .tried("Kim"), shelf: ShelfInHand().port, sets: SetsInHand().port, random: RandomSource(seed: seed),
                    whole: { $0 })
            ]
        }
    }

    func run(_ words: String..., files: [String: [UInt8]] = [:]) throws -> AppBench.Run { app.run(words, files: files) }
}
