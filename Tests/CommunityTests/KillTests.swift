import Community
import CommunityAdapters
import Foundation
import Kernel
import Storage
import TestBench
import XCTest

/// Real processes that die of SIGKILL at each system call of each kind of write, a write half done. What was acknowledged is there, nothing
/// is there twice, and the outbox drains once.
final class KillTests: XCTestCase {
    private struct Case: Sendable {
        let kind: String
        let words: [String]
        /// How much of it there is on the board; doing it once more after a death must bring this to `once`.
        let amount: @Sendable (Ruin) throws -> Int
        let once: Int
    }

    private static let cases = [
        Case(kind: "feedback", words: ["KILLED words"], amount: { try $0.feedback("KILLED words") }, once: 1),
        Case(kind: "vote", words: ["clubs"], amount: { try $0.board.votes(for: ["clubs"])[0] }, once: 1),
        Case(kind: "unvote", words: ["video"], amount: { try 1 - $0.board.votes(for: ["video"])[0] }, once: 1),
        Case(kind: "suggest", words: ["KILLED idea"], amount: { try $0.suggestions("KILLED idea") }, once: 1),
        Case(kind: "upvote", words: ["idea"], amount: { try $0.board.upvotes(for: ["idea"])[0] - 1 }, once: 1),
        Case(kind: "respond", words: ["question", "an answer"], amount: { try $0.answered }, once: 1),
        Case(kind: "merge", words: ["idea", "other"], amount: { try $0.board.upvotes(for: ["other"])[0] }, once: 1),
        Case(kind: "release", words: ["video"], amount: { try $0.released }, once: 1),
        Case(kind: "forget-me", words: [], amount: { try 1 - $0.board.votes(for: ["video"])[0] }, once: 1),
    ]

    func testAKillAtEachCallOfEachKindOfWrite() throws {
        let home = try Home(isQuick: true)
        let prepared = try Ruin(home.path("prepared"))
        try prepared.prepare()
        var deaths: [String: Int] = [:]
        for test in KillTests.cases {
            for call in 1...200 {
                let ruin = try Ruin(home.path("\(test.kind)-\(call)"), copyOf: prepared)
                let died = try check(test, call, ruin)
                try FileManager.default.removeItem(atPath: ruin.folder)
                guard died else { break }
                deaths[test.kind, default: 0] += 1
            }
        }
        print(
            "killed at so many calls:", deaths.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
        for test in KillTests.cases { XCTAssertGreaterThan(deaths[test.kind] ?? 0, 3, test.kind) }
    }

    /// - Returns: whether the process died; false when it was done before that call.
    private func check(_ test: Case, _ call: Int, _ ruin: Ruin) throws -> Bool {
        let place = "\(test.kind) killed at call \(call)"
        let process = try ruin.process(test.kind, test.words, call)
        let said = process.rest()
        guard process.wasKilled else {
            XCTAssertEqual(process.status, 0, "\(place): \(said)")
            XCTAssertEqual(try test.amount(ruin), test.once, place)
            return false
        }
        if said.hasPrefix("done") { XCTAssertEqual(try test.amount(ruin), test.once, "\(place): acknowledged and lost") }
        // Whole or absent, whatever waits in the outbox.
        XCTAssertTrue([0, test.once].contains(try test.amount(ruin)), place)
        let waited = try ruin.deliver()
        XCTAssertEqual(try ruin.deliver(), 0, "\(place): the outbox drains once")
        XCTAssertTrue([0, test.once].contains(try test.amount(ruin)), place)
        if waited > 0 { XCTAssertEqual(try test.amount(ruin), test.once, "\(place): it was kept and did not arrive") }
        let isMissing = try test.amount(ruin) == 0
        if isMissing || test.kind == "forget-me" {
            let again = try ruin.process(test.kind, test.words, 0)
            let answer = again.rest()
            XCTAssertEqual(again.status, 0, "\(place), again: \(answer)")
        }
        XCTAssertEqual(try test.amount(ruin), test.once, place)
        if test.kind == "forget-me" { XCTAssertEqual(try ruin.left(of: "mina"), [], place) }
        return true
    }
}

/// A community in files, and Mina's own, between a death and what comes after.
private struct Ruin {
    let folder: String
    let board: StoredCommunityBoard
    private let store: FileStore

    init(_ folder: String, copyOf other: Ruin? = nil) throws {
        if let other { try FileManager.default.copyItem(atPath: other.folder, toPath: folder) }
        self.folder = folder
        // A copy: everything that follows opens the directory anew, as other processes do.
        store = try FileStore(directory: "\(folder)/town", access: .group, now: Ruin.now)
        board = StoredCommunityBoard(store, box: FileBallotBox("\(folder)/town", now: Ruin.now))
    }

    private static let now: @Sendable () -> Instant = { Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }

    /// Mina asked something and voted; Zoe had two ideas, and Mina is for the first.
    func prepare() throws {
        for words in [["vote", "video"], ["feedback", "MINAS question"]] {
            let status = try run(words[0], [words[1]], home: "mina")
            XCTAssertEqual(status, 0)
        }
        let zoe = Identity(chance: [7])
        for (number, name) in ["idea", "other"].enumerated() {
            let suggestion = Suggestion(
                id: Identifier(name), title: name, description: name, author: zoe.author, submittedAt: Ruin.now())
            let posting = Posting(.suggestion(suggestion), outbox: "z", number: number + 1, sentAt: Ruin.now(), month: "2026-11")
            _ = try board.take(posting, from: Actor(identity: zoe))
        }
        let vote = Posting(.upvote(suggestion: "idea"), outbox: "z", number: 9, sentAt: Ruin.now(), month: "2026-11")
        _ = try board.take(vote, from: Actor(identity: zoe))
        // Identifiers that the test knows.
        let question = try XCTUnwrap(board.feedback(nil, newestFirst: true, limit: 1).first)
        try store.write { transaction in
            try transaction.delete(question.id)
            try transaction.put(
                Feedback(
                    id: "question", author: question.author, category: .bug, text: question.text, timestamp: question.timestamp,
                    device: question.device, usage: nil))
        }
        XCTAssertEqual(try run("release", ["dan-grades"], home: "mina"), 0, "founds the community")
    }

    private func run(_ kind: String, _ words: [String], home: String) throws -> Int32 {
        let process = try RealProcess(["--community-act", "\(folder)/\(home)", "\(folder)/town", "0", kind] + words)
        _ = process.rest()
        return process.status
    }

    func process(_ kind: String, _ words: [String], _ call: Int) throws -> RealProcess {
        try RealProcess(["--community-act", "\(folder)/mina", "\(folder)/town", "\(call)", kind] + words)
    }

    /// Sends what waits; how much that was.
    func deliver() throws -> Int {
        let path = "\(folder)/mina/identity"
        let own = try FileStore(directory: "\(folder)/mina/own", now: Ruin.now)
        let person = Participation(
            store: own, access: BoardAccess(name: "town") { _ in board }, identities: .file { path },
            device: DeviceInfo(app: "dojang", appVersion: "1", system: "Linux", machine: "x86_64"),
            ids: .counting(prefix: "x"), time: TimeSource(calendar: .utc, now: Ruin.now))
        return try person.deliver().sent
    }

    func feedback(_ text: String) throws -> Int {
        try board.feedback(nil, newestFirst: true, limit: nil).count { $0.text == text }
    }

    func suggestions(_ title: String) throws -> Int { try board.suggestions(nil).count { $0.title == title } }

    var answered: Int { get throws { try board.feedback("question")?.developerResponse == nil ? 0 : 1 } }

    var released: Int { get throws { try board.items().count { $0.id == "video" && $0.status == .released } } }

    /// The files that still know somebody's words or name.
    func left(of home: String) throws -> [String] {
        FileManager.default.files(below: "\(folder)/town", mentioning: ["MINAS"])
            + FileManager.default.files(below: "\(folder)/\(home)", mentioning: ["MINAS", "secret"])
    }
}

extension FileManager {
    /// The files below a folder that hold one of these words.
    func files(below folder: String, mentioning words: [String]) -> [String] {
        let names = enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return names.filter { name in
            let bytes = (try? Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))) ?? Data()
            return words.contains { bytes.range(of: Data($0.utf8)) != nil }
        }
    }
}
