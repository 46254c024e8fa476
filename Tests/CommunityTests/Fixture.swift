import Community
import CommunityAdapters
import Foundation
import Kernel
import Storage
import TestSupport
import XCTest

/// A community in memory, its developers and its participants.
struct CommunityFixture {
    let shared: any Store
    let clock = ManualClock()

    init(_ shared: any Store = MemoryStore()) { self.shared = shared }

    var board: StoredCommunityBoard { StoredCommunityBoard(shared) }

    func access(_ failure: Failure? = nil) -> BoardAccess {
        BoardAccess(name: "town", open: { _ in if let failure { throw failure } else { return board } })
    }

    func person(_ name: String, local: any Store = MemoryStore(), usage: UsageData = UsageData(), device: String = "")
        -> CommunityClient
    {
        person(name, local: local, usage: usage, device: device, access: access())
    }

    /// Returns a client. Each device numbers its submissions on its own.
    func person(
        _ name: String, local: any Store, usage: UsageData = UsageData(), device: String = "", access: BoardAccess
    ) -> CommunityClient {
        CommunityClient(
            store: local, access: access,
            identities: .memory(CommunityFixture.identity(name), randomBytes: IdentityStore.randomBytes),
            device: DeviceInfo(app: "dojang", appVersion: "1.0", system: "Linux 6", machine: "x86_64"),
            usage: { usage },
            ids: .counting(prefix: name + device), time: clock.source())
    }

    func developer(_ name: String = "developer") -> CommunityAdmin {
        CommunityAdmin(
            access: access(), keys: .memory(CommunityFixture.identity(name), randomBytes: IdentityStore.randomBytes),
            ids: .counting(prefix: "h"),
            time: clock.source())
    }

    static func identity(_ name: String) -> Identity { Identity(randomBytes: Array(name.utf8)) }
    static func author(_ name: String) -> Author { identity(name).author }

    /// Returns every payload, key and identifier in the shared store as text.
    func everything() throws -> String {
        let live = try shared.exportEverything()
        return String(decoding: try JSONValue.encoder.encode(live), as: UTF8.self)
    }
}

extension CommunityFixture {
    /// Sends feedback of a person.
    func sendFeedback(_ name: String, usage: UsageData = UsageData(), device: String = "") throws -> Identifier<
        Feedback
    > {
        guard
            case .feedback(let feedback) = try person(name, usage: usage, device: device).sendFeedback(
                .bug, "It breaks"
            )
            .submission
        else {
            throw Failure(.init("noFeedback"), name)
        }
        return feedback.id
    }

    /// Sends a suggestion of Zoe.
    func idea(_ title: String = "Round timer") throws -> Identifier<Suggestion> {
        guard case .suggestion(let idea) = try person("zoe", device: title).suggest(title, "with bells").submission
        else {
            throw Failure(.init("noIdea"), title)
        }
        return idea.id
    }

    /// Casts this number of votes for each item, by the same people.
    func vote(_ counts: KeyValuePairs<Identifier<RoadmapItem>, Int>) throws {
        for (item, count) in counts {
            for voter in 0..<count { _ = try person("v\(voter)", device: item.rawValue).vote(for: item) }
        }
    }
}

/// Queries of a board, each in its own transaction.
extension CommunityBoard {
    func items() throws -> [RoadmapItem] { try read { try $0.roadmap() } }
    func suggestions(_ status: Suggestion.Status?) throws -> [Suggestion] { try read { try $0.suggestions(status) } }
    func feedback(_ id: Identifier<Feedback>) throws -> Feedback? { try read { try $0.record(id) } }
    func feedbackCount(_ status: Feedback.Status?) throws -> Int { try read { try $0.feedbackCount(status) } }
    func feedback(by author: Author) throws -> [Feedback] { try read { try $0.feedback(by: author) } }

    func feedback(_ status: Feedback.Status?, newestFirst: Bool, limit: Int?) throws -> [Feedback] {
        try read { try $0.feedback(status, newestFirst: newestFirst, limit: limit) }
    }

    func votes(for items: [Identifier<RoadmapItem>]) throws -> [Int] {
        try read { records in try items.map { try records.voteCount(for: $0) } }
    }

    func upvotes(for suggestions: [Identifier<Suggestion>]) throws -> [Int] {
        try read { records in try suggestions.map { try records.voteCount(for: $0) } }
    }

    func voted(_ voter: Voter, among items: [Identifier<RoadmapItem>]) throws -> [Identifier<RoadmapItem>] {
        try read { try $0.voted(voter, among: items) }
    }

    func voted(_ voter: Voter, among suggestions: [Identifier<Suggestion>]) throws -> [Identifier<Suggestion>] {
        try read { try $0.voted(voter, among: suggestions) }
    }
}

extension XCTestCase {
    func assertFails<Value>(
        _ code: Failure.Code, file: StaticString = #filePath, line: UInt = #line, _ body: () throws -> Value
    ) {
        XCTAssertThrowsError(try body(), "\(code)", file: file, line: line) {
            XCTAssertEqual(($0 as? Failure)?.code, code, "\($0)", file: file, line: line)
        }
    }
}
