import Kernel
import Synchronization
import XCTest

final class SourcesTests: XCTestCase {
    private enum Thing {}

    func testSplitMixMatchesPublishedNumbers() {
        var zero = RandomSource(seed: 0)
        XCTAssertEqual(
            (0..<4).map { _ in zero.next() },
            [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F, 0xF88B_B8A8_724C_81EC])
        var other = RandomSource(seed: 1_234_567)
        XCTAssertEqual(
            (0..<5).map { _ in other.next() },
            [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821,
            ])
    }

    func testSeedDeterminesTheSequence() {
        let sequence = { (seed: UInt64) in
            var source = RandomSource(seed: seed)
            return (0..<50).map { _ in Int.random(in: 0..<1_000_000, using: &source) }
        }
        XCTAssertEqual(sequence(9), sequence(9))
        XCTAssertNotEqual(sequence(9), sequence(10))
        var systems = [RandomSource.system(), RandomSource.system()]
        XCTAssertNotEqual(systems[0].next(), systems[1].next())
    }

    func testIdentifiersAreUniqueAndAscending() {
        var random = RandomSource(seed: 11)
        let times = (0..<100_000).map { _ in Int64(1_700_000_000_000) + .random(in: -3...10, using: &random) }
        // A stopped clock, an erratic one and a regular one.
        for clock in [{ _ in 1_700_000_000_000 }, { times[$0] }, { 1_700_000_000_000 + Int64($0) / 50 }]
            as [@Sendable (Int) -> Int64]
        {
            let index = Mutex(0)
            let source = IDSource.timeOrdered(
                now: {
                    Instant(
                        milliseconds: clock(
                            index.withLock { index in
                                defer { index += 1 }; return index
                            }))
                },
                random: RandomSource(seed: 12))
            let ids = (0..<100_000).map { _ in source.next(Thing.self) }
            XCTAssertTrue(zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 })
            XCTAssertTrue(ids.allSatisfy { $0.rawValue.utf8.count == 16 })
        }
    }

    func testIdentifiersSortByCreationTime() {
        let ids = [0, 1, 999, 1_700_000_000_000, 1_700_000_000_001, 4_000_000_000_000].map { milliseconds in
            IDSource.timeOrdered(now: { Instant(milliseconds: milliseconds) }, random: .system()).next(Thing.self)
        }
        XCTAssertEqual(ids, ids.sorted())
        let early = IDSource.timeOrdered(now: { .earliest }, random: RandomSource(seed: 1)).next(Thing.self)
        XCTAssertTrue(early.rawValue.hasPrefix("000000000"))
    }

    /// Tests that the first identifier of a source uses all random bits, even at the earliest time.
    func testSourcesAtOneInstantDoNotCollide() {
        for instant in [Instant.earliest, Instant(milliseconds: 0), Instant(milliseconds: 1_700_000_000_000)] {
            let ids = (0..<1_000).map {
                IDSource.timeOrdered(now: { instant }, random: RandomSource(seed: UInt64($0))).next(Thing.self)
            }
            XCTAssertEqual(Set(ids).count, ids.count)
        }
    }

    func testConcurrentIdentifiersAreUnique() {
        let source = IDSource.timeOrdered(now: { Instant(milliseconds: 1) }, random: RandomSource(seed: 13))
        let all = Mutex<Set<Identifier<Thing>>>([])
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            let ids = (0..<1000).map { _ in source.next(Thing.self) }
            all.withLock { $0.formUnion(ids) }
        }
        XCTAssertEqual(all.withLock { $0.count }, 8000)
    }

    func testCountingSourceNumbersIdentifiers() {
        let source = IDSource.counting(prefix: "e")
        XCTAssertEqual((0..<3).map { _ in source.next(Thing.self).rawValue }, ["e1", "e2", "e3"])
    }

    func testCanonicallyEqualIdentifiersHaveEqualBytes() throws {
        let composed = "caf\u{E9}"
        let decomposed = "cafe\u{301}"
        let json = try JSONDecoder().decode([Identifier<Thing>].self, from: Data("[\"\(decomposed)\"]".utf8))
        for identifier in [Identifier<Thing>(decomposed), Identifier(rawValue: decomposed), "cafe\u{301}"] + json {
            XCTAssertEqual(Array(identifier.rawValue.utf8), Array(composed.utf8))
        }
        XCTAssertLessThan(Identifier<Thing>("Z"), Identifier<Thing>("a"))
        XCTAssertEqual(
            String(decoding: try JSONEncoder().encode(["k": Identifier<Thing>("x")]), as: UTF8.self), "{\"k\":\"x\"}")
    }
}
