import Club
import ClubCommands
import Groups
import Interface
import Kernel
import Storage
import TerminalTesting
import TestSupport

/// A club over a store, with a settable clock and an invented school.
struct Fixture: Sendable {
    var store: any Store = MemoryStore()
    var seed: UInt64 = 1
    let clock = ManualClock("2027-01-15T08:00:00Z")
    private let ids = IDSource.counting(prefix: "thing")

    static let belts = ["10k", "9k", "8k", "7k", "6k", "5k", "4k", "3k", "2k", "1k", "1d"]

    static let school = ClubCurriculum(
        belts: { belts.map { ClubBelt($0, name: "grade \($0)", appearance: "\($0) belt") } },
        parseBelt: { word in
            guard belts.contains(word) else {
                throw Failure(.init("unknownBelt"), "“\(word)” is no belt.", kind: .usage)
            }
            return word
        },
        syllabi: {
            belts.enumerated().map { place, belt in
                BeltSyllabus(
                    belt: belt, patterns: place == 0 ? [] : [Piece("tul-\(place)", "Tul \(place)")],
                    lines: (1...4).map { "line \($0) of \(belt)" },
                    sparring: place % 3 == 1 ? (1...4).map { Piece("set-\(place)-\($0)", "Set \(place), \($0)") } : [],
                    pages: [Piece("page-\(place)", "Page \(place)")])
            }
        })

    /// Returns a curriculum that reads the store on every call, as the app's does.
    static func school(over store: any Store) -> ClubCurriculum {
        let look: @Sendable () throws -> Void = { try store.read { _ in } }
        return ClubCurriculum(
            belts: {
                try look()
                return try school.belts()
            },
            parseBelt: {
                try look()
                return try school.parseBelt($0)
            },
            syllabi: {
                try look()
                return try school.syllabi()
            })
    }

    var book: ClubRegistry {
        ClubRegistry(store, ids: ids, time: clock.source(), curriculum: Fixture.school(over: store))
    }

    /// Creates a club with these students.
    func roll(_ names: String..., belt: String = "9k") throws -> ClubRoll {
        _ = try book.create("Tigers")
        let roll = try book.roll()
        for name in names { _ = try roll.add(StudentDraft(name: name, belt: belt)) }
        return roll
    }

    var app: AppFixture {
        let ids = ids
        let seed = seed
        let clock = clock
        let fixture = ClubFixture()
        return AppFixture("dojang", over: store, time: clock.source(), dryRun: { try DryRunStore(over: $0) }) { store in
            [
                ClubPlugin(
                    book: {
                        ClubRegistry(store, ids: ids, time: clock.source(), curriculum: Fixture.school(over: store))
                    },
                    circle: {
                        ClubCircle(
                            Membership(
                                .club, store: store, access: fixture.access("Kim"), person: fixture.person("Kim")),
                            time: clock.source())
                    }, progress: .fake("Kim"), packStorage: InMemoryPacks().port, sets: InMemorySets().port,
                    random: RandomSource(seed: seed),
                    absolutePath: { $0 })
            ]
        }
    }

    func run(_ words: String..., files: [String: [UInt8]] = [:]) throws -> AppFixture.Run {
        app.run(words, files: files)
    }
}
