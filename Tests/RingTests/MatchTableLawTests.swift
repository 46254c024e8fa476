import Kernel
import Ring
import Storage
import TestSupport
import XCTest

/// Over every store, a match table keeps the same as a model in plain lists.
final class MatchTableLawTests: XCTestCase {
    func testTableMatchesTheModelOverEachStore() throws {
        let home = try Home(isQuick: true)
        for seed in 0..<12 {
            let file = { try FileStore(directory: home.path("store\(seed)")) { Fixture.start } }
            try Self.live(over: MemoryStore(), UInt64(seed))
            let model = try Self.live(over: try file(), UInt64(seed))
            try model.check(Fixture(store: try file()).table, "opened again, seed \(seed)")
        }
    }

    func testMissingClosedOrOutdatedMatchIsRefused() throws {
        let fixture = Fixture()
        let first = try fixture.table.begin(red: "Kim", blue: "Lee", rules: .itf)
        let started = try fixture.table.record(.skip, in: first)
        let fingerprint = try fixture.app.fingerprint()
        let lost = try RecordedMatch(
            Match(id: "lost", red: "a", blue: "b", rules: .itf, startedAt: fixture.now), events: [])
        for (code, event) in [
            (Failure.Code.matchMovedOn, { _ = try fixture.table.record(.hold, in: first) }),
            (.matchNotFound, { _ = try fixture.table.record(.hold, in: lost) }),
            (.matchNotFound, { try fixture.table.remove("lost") }),
            (.rulesNotFound, { try fixture.table.removeRules("itf") }),
            (.matchNotFound, { _ = try fixture.table.match(named: "latestt") }),
        ] as [(Failure.Code, () throws -> Void)] {
            XCTAssertThrowsError(try event()) { XCTAssertEqual(($0 as? Failure)?.code, code) }
        }
        XCTAssertEqual(try fixture.app.fingerprint(), fingerprint)
        let closed = try fixture.table.record(.close(Verdict(winner: .red, way: .decision)), in: started)
        for stale in [started, closed] {
            XCTAssertThrowsError(try fixture.table.record(.hold, in: stale)) {
                XCTAssertEqual(($0 as? Failure)?.code, .matchClosed)
            }
        }
        XCTAssertThrowsError(try fixture.table.resume("match1")) {
            XCTAssertEqual(($0 as? Failure)?.code, .matchClosed)
        }
    }

    func testUniqueEndOfAnIDFindsAMatch() throws {
        let fixture = Fixture()
        XCTAssertThrowsError(try fixture.table.resume(nil)) { XCTAssertEqual(($0 as? Failure)?.code, .nothingGoesOn) }
        for _ in 1...12 {
            _ = try fixture.table.begin(red: "Kim", blue: "Lee", rules: .itf)
            fixture.pass(1)
        }
        XCTAssertEqual(try fixture.table.match(named: "latest").match.id, "match12")
        XCTAssertEqual(try fixture.table.match(named: "match1").match.id, "match1")
        XCTAssertEqual(try fixture.table.match(named: "TCH3").match.id, "match3", "four letters of its end are enough")
        XCTAssertThrowsError(try fixture.table.match(named: "ch3")) {
            XCTAssertEqual(($0 as? Failure)?.code, .matchNotFound)
        }
        XCTAssertEqual(try fixture.table.match(named: "ch12").match.id, "match12")
        let other = Match(id: "catch3", red: "a", blue: "b", rules: .itf, startedAt: fixture.now)
        try fixture.store.write { try $0.put(other) }
        for name in ["tch3", nil] {
            XCTAssertThrowsError(try fixture.table.resume(name)) {
                XCTAssertEqual(($0 as? Failure)?.code, .manyMatches)
            }
        }
    }

    /// A running clock stops when the silence exceeds the wait limit, to the millisecond. A stopped
    /// clock stays as it is.
    func testOnlySilenceBeyondTheWaitLimitIsSubtracted() throws {
        for (silence, isHeld) in [(5.0, false), (5.001, true)] {
            for isSeen in [false, true] {
                let fixture = Fixture()
                var fought = try fixture.table.record(
                    .skip, in: try fixture.table.begin(red: "Kim", blue: "Lee", rules: .itf))
                if isSeen {
                    fixture.pass(3)
                    try fixture.table.recordPulse(of: fought.match.id)
                }
                fixture.pass(silence)
                fought = try fixture.table.resume(nil)
                XCTAssertEqual(fought.state.clock.isRunning, !isHeld)
                let elapsed = (isSeen ? 3 : 0) + (isHeld ? 0 : silence)
                XCTAssertEqual(fought.state.clock.elapsed(at: fixture.now), Int(elapsed * 1000))
                let again = try fixture.table.resume("latest")
                XCTAssertEqual(again.events, fought.events, "a second resume subtracts nothing")
            }
        }
    }

    // MARK: - A random sequence of matches

    @discardableResult private static func live(over store: any Store, _ seed: UInt64) throws -> Model {
        let fixture = Fixture(store: store)
        let table = fixture.table
        var random = RandomSource(seed: seed)
        var model = Model()
        for step in 0..<60 {
            fixture.pass(Double.random(in: 0.01...4, using: &random))
            let known = model.matches.randomElement(using: &random)
            switch (Int.random(in: 0..<12, using: &random), known) {
            case (0...1, _), (_, nil):
                let rules = try XCTUnwrap(table.rules().randomElement(using: &random))
                model.matches.insert(try table.begin(red: " Kim ", blue: "Lee", rules: rules), at: 0)
                XCTAssertEqual(model.matches[0].match.red, "Kim")
            case (2, let known?):
                try table.remove(known.match.id)
                model.matches.removeAll { $0.match.id == known.match.id }
            case (3, _):
                model.rules.append(try table.addRules(Array(#"{"id":"club\#(step)","like":"itf"}"#.utf8)).id)
            case (4, _) where !model.rules.isEmpty:
                try table.removeRules(model.rules.removeFirst())
            case (5, let known?):
                try table.recordPulse(of: known.match.id)
            case (_, let known?):
                let last = step % 9 == 0
                let event: MatchEvent.Kind =
                    last
                    ? .close(Verdict(winner: .blue, way: .decision))
                    : [.skip, .score(.red, 1), .warning(.blue), .hold, .resume, .takeBack].randomElement(using: &random)
                        ?? .skip
                guard let next = try? table.record(event, in: known) else { break }
                model.matches = model.matches.map { $0.match.id == known.match.id ? next : $0 }
                XCTAssertEqual(next.match.count, next.events.count)
                XCTAssertEqual(next.match.result?.blue, last ? next.state.total(of: .blue) : nil)
            }
            try model.check(table, "step \(step), seed \(seed)")
        }
        return model
    }

    private struct Model {
        /// Newest first.
        var matches: [RecordedMatch] = []
        var rules: [String] = []

        func check(_ table: MatchTable, _ at: String) throws {
            XCTAssertEqual(try table.matches(limit: nil), matches.map(\.match), at)
            XCTAssertEqual(try table.matches(limit: 2), matches.prefix(2).map(\.match), at)
            XCTAssertEqual(try table.openMatches(), matches.map(\.match).filter { $0.result == nil }, at)
            XCTAssertEqual(try table.rules().map(\.id), RuleSet.bundled.map(\.id) + rules.sorted(), at)
            for fought in matches {
                let saved = try table.match(named: fought.match.id.rawValue)
                XCTAssertEqual(saved.events, fought.events, at)
                XCTAssertEqual(saved.state, fought.state, at)
            }
        }
    }
}
