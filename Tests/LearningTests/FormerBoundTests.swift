import Content
import Foundation
import Kernel
import Practice
import Storage
import XCTest

@testable import Learning

/// What each record of an older program becomes, record by record: plans in their three grammars, sessions with their outcome, cards.
final class FormerBoundTests: XCTestCase {
    private func moved(_ records: [ArchivedRecord]) throws -> PracticeLog {
        let store = MemoryStore().scoped(to: Partition(rawValue: "learner"))
        try store.write { try $0.restore(records, collections: FormerStudy.collections) }
        return PracticeLog(
            repository: try StoredPracticeRepository(movingInto: store), time: .fixed(.earliest), ids: .counting(),
            random: RandomSource(seed: 1))
    }

    private func record(_ collection: String, _ id: String, _ fields: [String: JSONValue]) -> ArchivedRecord {
        ArchivedRecord(collection: collection, id: id, version: 1, payload: .object(fields))
    }

    // MARK: - Plans

    private func plan(
        _ kind: String, _ activity: String, _ items: [String], _ settings: [String: String] = [:]
    ) throws -> LoggedRun {
        let run = record(
            "learning.practice", "r",
            [
                "id": .string("r"), "kind": .string(kind), "subject": .string("x"), "activity": .string(activity),
                "startedAt": .string("2026-01-01T00:00:00Z"), "items": .array(items.map { .string($0) }), "seed": .integer(1),
                "settings": .object(settings.mapValues { .string($0) }), "place": .integer(0),
            ])
        return try XCTUnwrap(moved([run]).runs().first)
    }

    private func target(_ kind: String, _ subject: String, _ part: String) -> JSONValue {
        .object(["kind": .string(kind), "subject": .string(subject), "part": .string(part)])
    }

    /// What can be read becomes an item; what cannot stays as it was.
    func testItemsAreReadAsEveryKindWroteThem() throws {
        func question(_ asks: String) -> JSONValue {
            .object(["pattern": .string("chon-ji"), "move": .integer(5), "asks": .string(asks)])
        }
        let plans: [(kind: String, activity: String, items: [(String, JSONValue?)])] = [
            ("patterns", "practice", [("1", .integer(1)), ("19", .integer(19)), ("x", nil), ("chon-ji:5:stance", nil)]),
            (
                "patterns", "quiz",
                [
                    ("chon-ji:5:stance", question("stance")), ("chon-ji:5:next", question("next")), ("chon-ji:5", nil),
                    ("chon-ji:5:stance:", question("stance")), ("a:chon-ji:5:stance", nil), ("chon-ji:x:stance", nil),
                    ("chon-ji:5:bow", nil), ("1", nil),
                ]
            ),
            (
                "theory", "read",
                [
                    ("theory:tenets:read", target("theory", "tenets", "read")),
                    ("theory:a:b:read", target("theory", "a:b", "read")),
                    ("theory::read", target("theory", "", "read")), ("tenets:read", nil), ("tenets", nil),
                ]
            ),
            ("sparring", "quiz", [("sparring:three-step-1:number", target("sparring", "three-step-1", "number"))]),
            ("archery", "quiz", [("theory:tenets:read", nil)]),
        ]
        for plan in plans {
            let run = try self.plan(plan.kind, plan.activity, plan.items.map(\.0))
            XCTAssertEqual(run.items, plan.items.map { $0.1 ?? .string($0.0) }, plan.kind)
        }
    }

    /// The parts of a grading stood in one text, as many items each as it says; an item without a part stays as it was.
    func testPartsOfAGradingAreReadFromOneText() throws {
        let items = (1...3).map { "linework:8k:\($0)" }
        for (text, sections) in [
            ("lineWork:1,pattern:2", ["lineWork", "pattern", "pattern"]), ("lineWork:3", ["lineWork", "lineWork", "lineWork"]),
            ("lineWork:2", ["lineWork", "lineWork"]), ("lineWork:4", []), ("lineWork:-1", []),
            ("lineWork:0,theory:1", ["theory"]),
            ("bow:1,theory:1", ["theory"]), ("theory,theory:1", ["theory"]), ("theory:1:2", []), ("theory:x", []), ("", []),
        ] {
            let run = try plan("grading", "mock", items, ["sections": text, "learned": "8k"])
            let wanted = items.enumerated().map { place, item -> JSONValue in
                guard sections.indices.contains(place) else { return .string(item) }
                return .object(["section": .string(sections[place]), "task": target("linework", "8k", "\(place + 1)")])
            }
            XCTAssertEqual(run.items, wanted, text)
            XCTAssertEqual(run.settings["learned"]?["id"] ?? run.settings["learned"], .string("8k"))
        }
    }

    func testATypedQuizStaysTyped() throws {
        for (answer, isTyped) in [("type", true), ("choose", false), (nil, false)] as [(String?, Bool)] {
            let run = try plan("theory", "quiz", ["theory:tenets:read"], answer.map { ["answer": $0] } ?? [:])
            XCTAssertEqual(run.settings, .object(["isTyped": .bool(isTyped)]))
        }
        XCTAssertEqual(try plan("patterns", "quiz", [], ["mode": "typed"]).settings, .object(["mode": .string("typed")]))
    }

    // MARK: - Flashcards

    private func card(_ number: Int) -> JSONValue { .object(["term": .string("t\(number)"), "direction": .string("ko-en")]) }

    /// A session of five cards, so many of them answered rightly, wrongly and passed over.
    private func session(
        _ mode: String, _ answering: String = "type", right: Int, wrong: Int = 0, skipped: Int = 0, hasEnded: Bool = true
    ) -> [ArchivedRecord] {
        let schedule = JSONValue.object(["box": .integer(2), "due": .string("2026-01-03")])
        let time = "2026-01-01T00:00:00Z"
        var fields: [String: JSONValue] = [
            "id": .string("s"), "startedAt": .string(time), "seed": .integer(1), "queue": .array((0..<5).map(card)),
            "skipped": .array((right + wrong..<right + wrong + skipped).map(card)),
            "configuration": .object([
                "cards": .integer(10), "directions": .string("ko-en"), "mode": .string(mode), "answering": .string(answering),
                "onlyNew": .bool(false),
            ]),
        ]
        if hasEnded { fields["endedAt"] = .string(time) }
        return [record("learning.sessions", "s", fields)]
            + (0..<right + wrong).map { number in
                record(
                    "learning.answers", "a\(number)",
                    [
                        "id": .string("a\(number)"), "session": .string("s"), "card": card(number), "turn": .integer(number),
                        "at": .string(time), "day": .string("2026-01-01"), "rating": .integer(number < right ? 3 : 1),
                        "milliseconds": .integer(1), "after": schedule,
                    ])
            }
    }

    func testATestOfFiveIsPassedWithFourAndLearningIsNoTest() throws {
        for (mode, right, wrong, outcome) in [
            ("test", 4, 1, .init(share: 800, isPassed: true)), ("test", 3, 2, .init(share: 600, isPassed: false)),
            ("learn", 4, 1, .init(share: 800)), ("test", 0, 0, .init(share: 0)),
            ("test", 1, 0, .init(share: 1000, isPassed: true)),
        ] as [(String, Int, Int, LoggedRun.Outcome)] {
            let log = try moved(session(mode, right: right, wrong: wrong))
            XCTAssertEqual(try log.runs().map(\.outcome), [outcome], "\(mode) \(right)")
        }
        XCTAssertEqual(try moved(session("test", right: 5, hasEnded: false)).runs().map(\.outcome), [nil])
    }

    func testASessionStandsBehindWhatWasAnsweredOrPassedOver() throws {
        for (right, skipped, place) in [(0, 0, 0), (2, 0, 2), (2, 1, 3), (4, 1, 5)] {
            let run = try XCTUnwrap(moved(session("learn", right: right, skipped: skipped, hasEnded: false)).runs().first)
            XCTAssertEqual(run.place, place)
            XCTAssertEqual(run.after?.rawValue, right == 0 ? nil : "a\(right - 1)")
        }
    }

    func testAnAnswerKeepsItsPlaceAndWhatItShowed() throws {
        for (mode, answering, evidence) in [
            ("test", "choose", Evidence.chosen), ("test", "type", .recalled), ("learn", "choose", .recalled),
        ] {
            let answers = try moved(session(mode, answering, right: 2)).answers(of: "s")
            XCTAssertEqual(answers.map(\.evidence), [evidence, evidence])
            XCTAssertEqual(answers.map(\.place), [0, 1])
            XCTAssertEqual(answers.map(\.next), [1, 2])
            XCTAssertEqual(answers.map(\.turn), [0, 1])
        }
    }

    /// As many misses as answers, and no more; the memory counts what was right.
    func testACardWasMissedNoMoreOftenThanAnswered() throws {
        for (misses, isSound) in [(0, true), (3, true), (4, false), (-1, false)] {
            let card = record(
                "learning.cards", "t0:ko-en",
                [
                    "card": card(0), "schedule": .object(["box": .integer(2), "due": .string("2026-01-03")]),
                    "answers": .integer(3), "misses": .integer(misses), "introduced": .string("2026-01-01"),
                    "latest": .string("x"),
                ])
            guard isSound else {
                XCTAssertThrowsError(try moved([card])) { XCTAssertEqual(($0 as? Failure)?.code, .unreadableRecord) }
                continue
            }
            let log = try moved([card] + session("learn", right: 0))
            XCTAssertEqual(try log.memories(of: .flashcards).map { [$0.state.answers, $0.state.right] }, [[3, 3 - misses]])
        }
    }
}
