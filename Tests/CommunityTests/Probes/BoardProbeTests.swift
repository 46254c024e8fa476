import Community
import CommunityAdapters
import Kernel
import Storage
import TestSupport
import XCTest

/// The attacks of `PolicyProbes` on boards without a database: in memory and in a shared folder.
/// The program refuses them there, but a person with write access to the folder needs no program.
final class BoardProbeTests: XCTestCase {
    /// The result of an attack: the program refuses it, or it has no target there.
    private enum Defense {
        case refused((any CommunityBoard) throws -> Void)
        case cannotBeTried(String)
    }

    private static let mina = Actor(identity: CommunityFixture.identity("mina"))
    private static let zoe = Actor(identity: CommunityFixture.identity("zoe"))
    private static let developer = Actor(key: CommunityFixture.identity("developer"))
    private static let forger = Actor(key: CommunityFixture.identity("zoe"))

    private static var attacks: [(aim: String, defense: Defense, byEditor: String?)] {
        [
            ("read others' feedback", .refused(readOthersFeedback), "the records lie open in the log"),
            ("read notes", .refused { _ = try $0.blocks(for: zoe) }, "the records lie open in the log"),
            ("forge an answer", .refused { board in try forge(board) }, "a record is changed"),
            (
                "vote for another", .cannotBeTried("a vote bears a name that only its secret makes"),
                "a name is added to the ballots"
            ),
            ("vote twice", .refused { board in try voteTwice(board) }, "an identity is made anew for each vote"),
            ("raise a count", .cannotBeTried("no count is kept: names are counted"), "a name is added to the ballots"),
            (
                "edit a released item", .refused { _ = try $0.remove("old", by: forger, at: .earliest) },
                "a record is changed"
            ),
            ("see voters", .cannotBeTried("names that nobody can tell (AttackerTests)"), nil),
            (
                "escalate by SET ROLE",
                .refused { _ = try $0.block(CommunityFixture.author("mina"), because: "x", by: forger, at: .earliest) },
                "the developers' mark is exchanged"
            ),
            ("escalate by search_path", .cannotBeTried("there is no SQL"), nil),
            ("escalate by a function", .cannotBeTried("there is no SQL"), nil),
            ("escalate by a view", .cannotBeTried("there is no SQL"), nil),
            ("through COPY and files", .cannotBeTried("the folder is the files"), "the whole folder can be copied"),
            ("through error texts", .refused { board in try takeOver(board) }, nil),
            (
                "by timing stamps", .cannotBeTried("ballots have the day alone"),
                "who watches the folder sees who writes"
            ),
            ("enrol a hundred times", .cannotBeTried("nobody is enrolled"), "an identity is made anew a hundred times"),
            ("drop a policy", .cannotBeTried("the policy is in the program"), "another program has none"),
        ]
    }

    func testProgramRefusesAttacksButFolderEditorCanForge() throws {
        let home = try Home()
        let store = try FileStore(directory: home.path("town"), access: .group, now: { .earliest })
        let boards: [(name: String, board: any CommunityBoard)] = [
            ("memory", StoredCommunityBoard(MemoryStore())),
            ("folder", StoredCommunityBoard(store, box: FileBallotBox(home.path("town"), now: { .earliest }))),
        ]
        print(
            "#  what is tried             in memory and in a folder, by the program             in a folder, by an editor"
        )
        for (name, board) in boards {
            try BoardProbeTests.addContent(board)
            for (number, row) in BoardProbeTests.attacks.enumerated() {
                let before = try BoardProbeTests.state(of: board)
                var result = ""
                switch row.defense {
                case .cannotBeTried(let why): result = "nothing to try: \(why)"
                case .refused(let attempt):
                    do {
                        try attempt(board)
                        result = "let through, and nothing came of it"
                    } catch let failure as Failure { result = "\(failure.code.text): \(failure.message)" }
                }
                XCTAssertEqual(try BoardProbeTests.state(of: board), before, "\(name), \(row.aim): \(result)")
                if name == "folder" { print("\(number + 1)  \(row.aim) | \(result) | \(row.byEditor ?? "not either")") }
            }
        }
        // A person with write access to the folder reads Mina's feedback and answers as a
        // developer.
        try store.write { transaction in
            guard var feedback = try transaction.record(CommunityFixture.minasFeedback.id) else {
                return XCTFail("the content is readable")
            }
            XCTAssertEqual(feedback.text, "Mina's words")
            feedback.developerResponse = "forged"
            try transaction.put(feedback)
        }
        XCTAssertEqual(
            try boards[1].board.personalData(of: BoardProbeTests.mina).feedback.first?.developerResponse, "forged")
        try store.close()
    }

    private static func addContent(_ board: any CommunityBoard) throws {
        let item = RoadmapItem(
            id: "old", title: "Old", description: "What it brings", priority: 1, estimatedRelease: "v1", category: .ux,
            createdAt: .earliest)
        try board.add(item, by: developer, at: .earliest)
        _ = try board.receive(posting(.feedback(CommunityFixture.minasFeedback), 1), from: mina)
        _ = try board.receive(posting(.vote(item: "video"), 2), from: mina)
        _ = try board.change("old", .roadmapItem, by: developer, at: .earliest) { (item: inout RoadmapItem) in
            item.release(on: Day(ordinal: 20_000))
        }
    }

    private static func state(of board: any CommunityBoard) throws -> String {
        try board.read { records in
            let votes = try records.voteCount(for: Identifier<RoadmapItem>("video"))
            return try
                "\(records.items()) \(records.feedback(nil, newestFirst: true, limit: nil)) \(records.blocks()) \(votes)"
        }
    }

    private static func readOthersFeedback(_ board: any CommunityBoard) throws {
        let feedback = try board.personalData(of: zoe).feedback
        guard feedback.isEmpty else { throw Failure(.init("open"), "\(feedback)") }
    }

    private static func forge(_ board: any CommunityBoard) throws {
        _ = try board.change(CommunityFixture.minasFeedback.id, .feedbackAnswer, by: forger, at: .earliest) {
            (feedback: inout Feedback) in
            feedback.developerResponse = "forged"
        }
    }

    private static func voteTwice(_ board: any CommunityBoard) throws {
        for number in 3..<103 { _ = try board.receive(posting(.vote(item: "video"), number), from: mina) }
    }

    private static func takeOver(_ board: any CommunityBoard) throws {
        let feedback = Feedback(
            id: CommunityFixture.minasFeedback.id, author: CommunityFixture.author("zoe"), category: .bug,
            text: "mine now",
            timestamp: .earliest,
            device: CommunityFixture.minasFeedback.device, usage: nil)
        _ = try board.receive(posting(.feedback(feedback), 1), from: zoe)
    }

    private static func posting(_ submission: Submission, _ number: Int) -> Posting {
        Posting(submission, outbox: "box", number: number, sentAt: .earliest, month: "2026-11")
    }
}

extension CommunityFixture {
    fileprivate static let minasFeedback = Feedback(
        id: "f-mina", author: CommunityFixture.author("mina"), category: .bug, text: "Mina's words",
        timestamp: .earliest,
        device: DeviceInfo(app: "dojang", appVersion: "1", system: "Linux", machine: "x86_64"), usage: nil)
}
