import Composition
import Diary
import Focus
import Interface
import Kernel
import PicturesTesting
import Practice
import Storage
import TerminalTesting
import TestSupport
import XCTest

/// Limits the storage engine calls of frequent commands in homes with records. A call is one round
/// trip if the engine is a server; `CountingStore` defines it. Only lower these numbers.
final class EngineCallTests: XCTestCase {
    /// A user of an app over a store that counts its calls.
    private final class Person {
        let home: Home
        let store: CountingStore
        private let app: App.Entry

        init(of app: String, beside other: Person? = nil) throws {
            home = try other?.home ?? Home()
            store = other?.store ?? CountingStore(over: MemoryStore())
            self.app = try XCTUnwrap(App.all.first { $0.name == app })
        }

        /// \\ - Returns: The calls that the engine received.
        @discardableResult
        func run(
            _ line: String, _ lines: [String] = [], on day: String = "2026-11-20", files: [String: [UInt8]] = [:]
        ) -> CountingStore.CallLog {
            let console = ScriptedConsole(lines: lines, environment: ["HOME": home.path], columns: 100, files: files)
            let words = line.split(separator: " ").map(String.init) + ["--today", day, "--seed", "1"]
            let status = App.run(app.name, app.build, words, on: console) {
                $0.with(store: self.store, directory: self.home.path)
            }
            XCTAssertEqual(status, 0, "\(line): \(console.error)")
            if status != 0 { print(console.output.suffix(400)) }
            return store.takeCallLog()
        }
    }

    private func expect(_ storeCalls: CountingStore.CallLog, atMost calls: Int, _ label: String) {
        print("\(label): \(storeCalls.count) calls, \(storeCalls.records) records")
        XCTAssertLessThanOrEqual(storeCalls.count, calls, "\(label):\n\(storeCalls.calls.joined(separator: "\n"))")
    }

    private static let answering = Array(repeating: ["", "3"], count: 30).flatMap(\.self)

    func testDojangEngineCalls() throws {
        let mina = try Person(of: "dojang")
        mina.run("profile add Mina")
        expect(mina.run(""), atMost: 19, "dojang, on the first day")
        expect(mina.run(""), atMost: 9, "dojang, without records")
        var answers = 0
        for day in 11...19 {
            answers += expect(answers: mina.run("study --cards 10", Self.answering, on: "2026-11-\(day)"), atMost: 6)
        }
        XCTAssertGreaterThan(answers, 15)
        mina.run("theory read", ["", "", "q"])
        mina.run("pattern practice chon-ji", ["", "3", "q"])
        mina.run("grading mock", ["", "1", "q"])
        mina.run("grading record --result pass")
        mina.run("study --cards 10", ["", "3", "q"])
        expect(mina.run(""), atMost: 12, "dojang, after weeks of use")
        expect(mina.run("status"), atMost: 7, "dojang status")
        expect(mina.run("community vote video"), atMost: 48, "dojang, a vote")
        // The cached news are requested again: the days for the figures, and their keys for the
        // reminder, which no longer reads them.
        expect(mina.run(""), atMost: 62, "dojang, with saved community news")
        XCTAssertGreaterThan(try mina.store.undoSteps().count, UndoStep.capacity - 1, "at most the saved undo steps")
    }

    /// Each other profile on the first screen costs one query for its due cards, its work of the
    /// day and its row of days.
    func testFamilyEngineCalls() throws {
        let mina = try Person(of: "dojang")
        mina.run("profile add Mina")
        for name in ["Joon", "Sora", "Hana", "Youngja", "Cheolsu"] { mina.run("profile add \(name)") }
        for day in 11...20 {
            for name in ["Mina", "Joon", "Sora", "Hana", "Youngja", "Cheolsu"] {
                mina.run("study --cards 5 --profile \(name)", Self.answering, on: "2026-11-\(day)")
            }
        }
        mina.run("")
        expect(mina.run(""), atMost: 12 + 5, "dojang, six people")
        expect(mina.run("family"), atMost: 64, "dojang family, six people")
    }

    /// Limits the calls between two answers, which store the answer with its memory and day, record
    /// an undo step and show the next card.
    private func expect(answers storeCalls: CountingStore.CallLog, atMost calls: Int) -> Int {
        let puts = storeCalls.calls.indices.filter {
            storeCalls.calls[$0].hasPrefix("put") && storeCalls.calls[$0].contains("practice.answers")
        }
        // Leaving the page of a new word, which is not asked yet, is a separate action.
        let answers = zip(puts, puts.dropFirst()).map { storeCalls.calls[$0..<$1] }.filter {
            $0.count { $0.hasPrefix("put") } == 1
        }
        for answer in answers { XCTAssertLessThanOrEqual(answer.count, calls, answer.joined(separator: "\n")) }
        return answers.count
    }

    func testEngineCallsWithHundredThousandAnswers() throws {
        let mina = try Person(of: "dojang")
        mina.run("profile add Mina")
        mina.run("study --cards 10", Self.answering, on: "2026-11-11")
        let records = try mina.store.allRecords()
        let partition = try XCTUnwrap(records.first { $0.address.collection == "practice.answers" }?.address.partition)
        func cloned<Record: Storable>(_ type: Record.Type, _ count: Int, _ change: (Int, inout JSONValue) -> Void)
            throws
        {
            let of = records.filter { $0.address.collection == Record.collection.name && $0.isLive }
            let payloads = try of.compactMap(\.payload).map { try JSONValue($0) }
            try mina.store.scoped(to: partition).write { transaction in
                try transaction.put(
                    contentsOf: (0..<count).map { number in
                        var payload = payloads[number % payloads.count]
                        change(number, &payload)
                        return try payload.decoded(Record.self)
                    })
            }
        }
        func day(_ number: Int) -> Day { Day(ordinal: (Day("2026-11-10")?.ordinal ?? 0) - number) }
        try cloned(LoggedRun.self, 1_000) { number, fields in
            fields["id"] = .string("run\(number)")
            fields["startedAt"] = .string("\(day(number))T12:00:00.000Z")
            fields["endedAt"] = fields["startedAt"]
        }
        try cloned(Answer.self, 100_000) { number, fields in
            (fields["id"], fields["run"]) = (.string("answer\(number)"), .string("run\(number / 100)"))
        }
        try cloned(PracticeDay.self, 1_000) { number, fields in
            (fields["run"], fields["day"]) = (.string("run\(number)"), .string(day(number).description))
        }
        mina.run("")
        let home = mina.run("")
        expect(home, atMost: 15, "dojang with 100,000 answers")
        // A record per day and run is read for the figures, and few others.
        XCTAssertLessThanOrEqual(home.records, 1_100)
        XCTAssertGreaterThan(home.records, 1_000)
    }

    func testFocusFlowEngineCalls() throws {
        let mina = try Person(of: "focusflow")
        expect(mina.run(""), atMost: 23, "focusflow, on the first day")
        for number in 0..<3 { mina.run("task add Task\(number)", on: "2026-11-10") }
        mina.run("start --task 1")
        mina.run("stop")
        expect(mina.run(""), atMost: 16, "focusflow, after weeks of use")
        expect(mina.run("task done 1"), atMost: 15, "focusflow, task done")
        expect(mina.run("start --task 1"), atMost: 25, "focusflow, start")
        expect(mina.run("status"), atMost: 4, "focusflow, status")
        // Two of the calls ask whether achievements may be announced.
        expect(mina.run("stop"), atMost: 13, "focusflow, stop")
        try mina.store.scoped(to: .common).write { transaction in
            try transaction.put(
                contentsOf: (0..<20_000).map {
                    FocusTask(id: Identifier("t\($0)"), TaskDraft(title: "Task \($0)"), createdAt: .earliest)
                })
        }
        _ = mina.store.takeCallLog()
        let home = mina.run("")
        expect(home, atMost: 17, "focusflow with 20,000 tasks")
        XCTAssertLessThanOrEqual(home.records, 60)
        for (words, most) in [("task list", 12), ("task today", 27), ("task next", 30)] {
            let output = mina.run(words)
            expect(output, atMost: most, "focusflow with 20,000 tasks, \(words)")
            XCTAssertLessThanOrEqual(output.records, 200, words)
        }
    }

    func testGrainEngineCalls() throws {
        let mina = try Person(of: "grain")
        let picture = PhotoMaker.jpeg(40, 30)
        // Each transaction also asks whether the diary is locked.
        expect(mina.run(""), atMost: 26, "grain, on the first day")
        mina.run("add p.jpg --date 2026-11-18 -m Snow", files: ["p.jpg": picture])
        expect(mina.run("add p.jpg -m Snow", files: ["p.jpg": picture]), atMost: 26, "grain, a photo")
        expect(mina.run(""), atMost: 17, "grain, after weeks of use")
        let photo = try XCTUnwrap(mina.store.scoped(to: .common).read { try $0.first(Selection<Entry>.all) }?.photo)
        let last = Day("2026-11-01")?.ordinal ?? 0
        try mina.store.scoped(to: .common).write { transaction in
            try transaction.put(
                contentsOf: (0..<10_000).map {
                    Entry(day: Day(ordinal: last - $0), note: "Note", photo: photo, createdAt: .earliest)
                })
        }
        _ = mina.store.takeCallLog()
        let home = mina.run("")
        expect(home, atMost: 16, "grain with 10,000 photos")
        XCTAssertLessThanOrEqual(home.records, 60)
    }

    func testCoinAndHubEngineCalls() throws {
        let mina = try Person(of: "coin")
        expect(mina.run(""), atMost: 16, "coin, on the first day")
        expect(mina.run("new --context Review"), atMost: 5, "coin, a feedback")
        mina.run("new --context Meeting")
        expect(mina.run(""), atMost: 9, "coin, after weeks of use")
        expect(mina.run("edit 1 --impact Less"), atMost: 10, "coin, a change, and whether advice is wanted on it")
        expect(mina.run("community feedback Thanks --yes"), atMost: 32, "coin, feedback to the developers")
        expect(mina.run(""), atMost: 51, "coin, with saved community news")
        mina.run("community send")
        let jo = try Person(of: "hub", beside: mina)
        // One of the calls asks which news have been seen.
        expect(jo.run(""), atMost: 11, "hub")
        expect(jo.run("feedback respond 1 Welcome"), atMost: 28, "hub, an answer")
    }
}
