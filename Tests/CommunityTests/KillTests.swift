import Community
import CommunityAdapters
import Foundation
import Kernel
import Storage
import TestSupport
import XCTest

/// Real processes are killed at each system call of each kind of write. Acknowledged writes are
/// kept, nothing is stored twice, and the outbox is delivered once.
final class KillTests: XCTestCase {
    /// A command that the test kills, and the amount that it stores.
    private struct Case: Sendable {
        let kind: String
        let words: [String]
        /// The stored amount. After a kill and a repetition it equals `once`.
        let amount: @Sendable (KilledState) throws -> Int
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

    func testKillAtAnySystemCallLosesNoAcknowledgedWrite() throws {
        let home = try Home(isQuick: true)
        let prepared = try KilledState(home.path("prepared"))
        try prepared.prepare()
        var deaths: [String: Int] = [:]
        for test in KillTests.cases {
            for call in 1...200 {
                let state = try KilledState(home.path("\(test.kind)-\(call)"), copyOf: prepared)
                let died = try check(test, call, state)
                try FileManager.default.removeItem(atPath: state.folder)
                guard died else { break }
                deaths[test.kind, default: 0] += 1
            }
        }
        print(
            "killed at so many calls:",
            deaths.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
        for test in KillTests.cases { XCTAssertGreaterThan(deaths[test.kind] ?? 0, 3, test.kind) }
    }

    /// - Returns: Whether the process was killed; false when it ended before that call.
    private func check(_ test: Case, _ call: Int, _ state: KilledState) throws -> Bool {
        let context = "\(test.kind) killed at call \(call)"
        let process = try state.process(test.kind, test.words, call)
        let output = process.rest()
        guard process.wasKilled else {
            XCTAssertEqual(process.status, 0, "\(context): \(output)")
            XCTAssertEqual(try test.amount(state), test.once, context)
            return false
        }
        if output.hasPrefix("done") {
            XCTAssertEqual(try test.amount(state), test.once, "\(context): an acknowledged submission is lost")
        }
        // The write is complete or absent, apart from queued items.
        XCTAssertTrue([0, test.once].contains(try test.amount(state)), context)
        let waited = try state.deliver()
        XCTAssertEqual(try state.deliver(), 0, "\(context): the outbox drains once")
        XCTAssertTrue([0, test.once].contains(try test.amount(state)), context)
        if waited > 0 {
            XCTAssertEqual(try test.amount(state), test.once, "\(context): a saved submission did not arrive")
        }
        let isMissing = try test.amount(state) == 0
        if isMissing || test.kind == "forget-me" {
            let again = try state.process(test.kind, test.words, 0)
            let answer = again.rest()
            XCTAssertEqual(again.status, 0, "\(context), again: \(answer)")
        }
        XCTAssertEqual(try test.amount(state), test.once, context)
        if test.kind == "forget-me" { XCTAssertEqual(try state.remainingFiles(of: "mina"), [], context) }
        return true
    }
}

/// The files of a community and of Mina, as a killed process left them.
private struct KilledState {
    let folder: String
    let board: StoredCommunityBoard
    private let store: FileStore

    init(_ folder: String, copyOf other: KilledState? = nil) throws {
        if let other { try FileManager.default.copyItem(atPath: other.folder, toPath: folder) }
        self.folder = folder
        // Copies first: later steps reopen the directory as other processes do.
        store = try FileStore(directory: "\(folder)/town", access: .group, now: KilledState.now)
        board = StoredCommunityBoard(store, box: FileBallotBox("\(folder)/town", now: KilledState.now))
    }

    private static let now: @Sendable () -> Instant = {
        Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    }

    /// Mina has sent feedback and a vote. Zoe has sent two ideas and votes for the first.
    func prepare() throws {
        for words in [["vote", "video"], ["feedback", "MINAS question"]] {
            let status = try run(words[0], [words[1]], home: "mina")
            XCTAssertEqual(status, 0)
        }
        let zoe = Identity(randomBytes: [7])
        for (number, name) in ["idea", "other"].enumerated() {
            let suggestion = Suggestion(
                id: Identifier(name), title: name, description: name, author: zoe.author, submittedAt: KilledState.now()
            )
            let posting = Posting(
                .suggestion(suggestion), outbox: "z", number: number + 1, sentAt: KilledState.now(), month: "2026-11")
            _ = try board.receive(posting, from: Actor(identity: zoe))
        }
        let vote = Posting(
            .upvote(suggestion: "idea"), outbox: "z", number: 9, sentAt: KilledState.now(), month: "2026-11")
        _ = try board.receive(vote, from: Actor(identity: zoe))
        // Replaces the record, so that its identifier is known.
        let question = try XCTUnwrap(board.feedback(nil, newestFirst: true, limit: 1).first)
        try store.write { transaction in
            try transaction.delete(question.id)
            try transaction.put(
                Feedback(
                    id: "question", author: question.author, category: .bug, text: question.text,
                    timestamp: question.timestamp,
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

    /// Delivers the outbox.
    ///
    /// - Returns: The number of delivered items.
    func deliver() throws -> Int {
        let path = "\(folder)/mina/identity"
        let own = try FileStore(directory: "\(folder)/mina/own", now: KilledState.now)
        let person = CommunityClient(
            store: own, access: BoardAccess(name: "town") { _ in board }, identities: .file { path },
            device: DeviceInfo(app: "dojang", appVersion: "1", system: "Linux", machine: "x86_64"),
            ids: .counting(prefix: "x"), time: TimeSource(calendar: .utc, now: KilledState.now))
        return try person.deliver().sent
    }

    func feedback(_ text: String) throws -> Int {
        try board.feedback(nil, newestFirst: true, limit: nil).count { $0.text == text }
    }

    func suggestions(_ title: String) throws -> Int { try board.suggestions(nil).count { $0.title == title } }

    var answered: Int { get throws { try board.feedback("question")?.developerResponse == nil ? 0 : 1 } }

    var released: Int { get throws { try board.items().count { $0.id == "video" && $0.status == .released } } }

    /// Returns the files that still contain a person's texts or name.
    func remainingFiles(of home: String) throws -> [String] {
        FileManager.default.files(below: "\(folder)/town", mentioning: ["MINAS"])
            + FileManager.default.files(below: "\(folder)/\(home)", mentioning: ["MINAS", "secret"])
    }
}

extension FileManager {
    /// Returns the files below a folder that contain one of these words.
    func files(below folder: String, mentioning words: [String]) -> [String] {
        let names = enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return names.filter { name in
            let bytes = (try? Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))) ?? Data()
            return words.contains { bytes.range(of: Data($0.utf8)) != nil }
        }
    }
}
