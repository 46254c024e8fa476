import Kernel
import Ring
import RingContract
import Storage
import XCTest

/// The contract over everything that keeps it, and over things that do not.
final class ContractTests: XCTestCase {
    func testStoredMatchRepositoryKeepsTheContract() {
        for broken in MatchRepositoryContract.over({ StoredMatchRepository(MemoryStore()) }).brokenPromises() {
            XCTFail(broken.description)
        }
    }

    func testTheContractNoticesARepositoryThatTakesAnyEvent() {
        let broken = MatchRepositoryContract.over { Faulty(kept: StoredMatchRepository(MemoryStore()), fault: .forgetsOrder) }
            .brokenPromises()
        XCTAssertEqual(broken.map(\.promise), ["takes only the next event"])
    }

    func testTheContractNoticesARepositoryThatForgetsPulses() {
        let broken = MatchRepositoryContract.over { Faulty(kept: StoredMatchRepository(MemoryStore()), fault: .forgetsPulses) }
            .brokenPromises()
        XCTAssertEqual(broken.map(\.promise), ["keeps the latest pulse of each match"])
    }
}

private struct Faulty: MatchRepository {
    enum Fault { case forgetsOrder, forgetsPulses }

    let kept: StoredMatchRepository
    let fault: Fault

    func begin(_ match: Match) throws { try kept.begin(match) }
    func match(_ id: Identifier<Match>) throws -> Match? { try kept.match(id) }
    func matches(limit: Int?) throws -> [Match] { try kept.matches(limit: limit) }
    func openMatches() throws -> [Match] { try kept.openMatches() }
    func events(of id: Identifier<Match>) throws -> [MatchEvent] { try kept.events(of: id) }
    func keep(_ event: MatchEvent, of id: Identifier<Match>, result: Match.Result?) throws {
        let next = fault == .forgetsOrder ? try kept.events(of: id).count + 1 : event.number
        try kept.keep(MatchEvent(number: next, at: event.at, event.what), of: id, result: result)
    }
    func remove(_ id: Identifier<Match>) throws { try kept.remove(id) }
    func pulse(of id: Identifier<Match>) throws -> Instant? { try kept.pulse(of: id) }
    func notePulse(_ moment: Instant, of id: Identifier<Match>) throws {
        if fault != .forgetsPulses { try kept.notePulse(moment, of: id) }
    }
    func rules() throws -> [RuleSet] { try kept.rules() }
    func keep(_ rules: RuleSet) throws { try kept.keep(rules) }
    func removeRules(_ id: String) throws -> Bool { try kept.removeRules(id) }
}
