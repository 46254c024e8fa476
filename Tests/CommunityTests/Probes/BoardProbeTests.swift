import Community
import CommunityAdapters
import Kernel
import Storage
import TestBench
import XCTest

/// What `PolicyProbes` tries with SQL, tried at the boards that no database guards: in memory, and in a folder that people share. There the program says
/// no; and whoever may write the folder needs no program.
final class BoardProbeTests: XCTestCase {
    /// How a board holds against an aim: the program refuses it, there is nothing of the kind, or an editor does it all the same.
    private enum Wall {
        case refused((any CommunityBoard) throws -> Void)
        case cannotBeTried(String)
    }

    private static let mina = Actor(identity: Town.identity("mina"))
    private static let zoe = Actor(identity: Town.identity("zoe"))
    private static let developer = Actor(key: Town.identity("developer"))
    private static let forger = Actor(key: Town.identity("zoe"))

    private static var walls: [(aim: String, wall: Wall, byEditor: String?)] {
        [
            ("read others' feedback", .refused(nothingOf), "the records lie open in the log"),
            ("read notes", .refused { _ = try $0.blocks(for: zoe) }, "the records lie open in the log"),
            ("forge an answer", .refused { board in try forge(board) }, "a record is changed"),
            (
                "vote for another", .cannotBeTried("a vote bears a name that only its secret makes"),
                "a name is added to the ballots"
            ),
            ("vote twice", .refused { board in try twice(board) }, "an identity is made anew for each vote"),
            ("raise a count", .cannotBeTried("no count is kept: names are counted"), "a name is added to the ballots"),
            ("edit a released item", .refused { _ = try $0.remove("old", by: forger, at: .earliest) }, "a record is changed"),
            ("see voters", .cannotBeTried("names that nobody can tell (AttackerTests)"), nil),
            (
                "escalate by SET ROLE",
                .refused { _ = try $0.block(Town.author("mina"), because: "x", by: forger, at: .earliest) },
                "the developers' mark is exchanged"
            ),
            ("escalate by search_path", .cannotBeTried("there is no SQL"), nil),
            ("escalate by a function", .cannotBeTried("there is no SQL"), nil),
            ("escalate by a view", .cannotBeTried("there is no SQL"), nil),
            ("through COPY and files", .cannotBeTried("the folder is the files"), "the whole folder can be copied"),
            ("through error texts", .refused { board in try takeOver(board) }, nil),
            ("by timing stamps", .cannotBeTried("ballots have the day alone"), "who watches the folder sees who writes"),
            ("enrol a hundred times", .cannotBeTried("nobody is enrolled"), "an identity is made anew a hundred times"),
            ("drop a policy", .cannotBeTried("the policy is in the program"), "another program has none"),
        ]
    }

    func testWhatTheProgramRefusesAndWhatAnEditorDoes() throws {
        let home = try Home()
        let store = try FileStore(directory: home.path("town"), access: .group, now: { .earliest })
        let boards: [(name: String, board: any CommunityBoard)] = [
            ("memory", StoredCommunityBoard(MemoryStore())),
            ("folder", StoredCommunityBoard(store, box: FileBallotBox(home.path("town"), now: { .earliest }))),
        ]
        print("#  what is tried             in memory and in a folder, by the program             in a folder, by an editor")
        for (name, board) in boards {
            try BoardProbeTests.furnish(board)
            for (number, row) in BoardProbeTests.walls.enumerated() {
                let before = try BoardProbeTests.state(of: board)
                var said = ""
                switch row.wall {
                case .cannotBeTried(let why): said = "nothing to try: \(why)"
                case .refused(let deed):
                    do {
                        try deed(board)
                        said = "let through, and nothing came of it"
                    } catch let failure as Failure { said = "\(failure.code.text): \(failure.message)" }
                }
                XCTAssertEqual(try BoardProbeTests.state(of: board), before, "\(name), \(row.aim): \(said)")
                if name == "folder" { print("\(number + 1)  \(row.aim) | \(said) | \(row.byEditor ?? "not either")") }
            }
        }
        // Shown, not said: who may write the folder reads what Mina wrote, and answers in a developer's name.
        try store.write { transaction in
            guard var feedback = try transaction.record(Town.theirs.id) else { return XCTFail("it lies open") }
            XCTAssertEqual(feedback.text, "Mina's words")
            feedback.developerResponse = "forged"
            try transaction.put(feedback)
        }
        XCTAssertEqual(try boards[1].board.belongings(of: BoardProbeTests.mina).feedback.first?.developerResponse, "forged")
        try store.close()
    }

    private static func furnish(_ board: any CommunityBoard) throws {
        let item = RoadmapItem(
            id: "old", title: "Old", description: "What it brings", priority: 1, estimatedRelease: "v1", category: .ux,
            createdAt: .earliest)
        try board.add(item, by: developer, at: .earliest)
        _ = try board.take(posting(.feedback(Town.theirs), 1), from: mina)
        _ = try board.take(posting(.vote(item: "video"), 2), from: mina)
        _ = try board.change("old", .roadmapItem, by: developer, at: .earliest) { (item: inout RoadmapItem) in
            item.release(on: Day(ordinal: 20_000))
        }
    }

    private static func state(of board: any CommunityBoard) throws -> String {
        try board.read { records in
            let votes = try records.voteCount(for: Identifier<RoadmapItem>("video"))
            return try "\(records.items()) \(records.feedback(nil, newestFirst: true, limit: nil)) \(records.blocks()) \(votes)"
        }
    }

    private static func nothingOf(_ board: any CommunityBoard) throws {
        let seen = try board.belongings(of: zoe).feedback
        guard seen.isEmpty else { throw Failure(.init("open"), "\(seen)") }
    }

    private static func forge(_ board: any CommunityBoard) throws {
        _ = try board.change(Town.theirs.id, .feedbackAnswer, by: forger, at: .earliest) { (feedback: inout Feedback) in
            feedback.developerResponse = "forged"
        }
    }

    private static func twice(_ board: any CommunityBoard) throws {
        for number in 3..<103 { _ = try board.take(posting(.vote(item: "video"), number), from: mina) }
    }

    private static func takeOver(_ board: any CommunityBoard) throws {
        let mine = Feedback(
            id: Town.theirs.id, author: Town.author("zoe"), category: .bug, text: "mine now", timestamp: .earliest,
            device: Town.theirs.device, usage: nil)
        _ = try board.take(posting(.feedback(mine), 1), from: zoe)
    }

    private static func posting(_ parcel: Parcel, _ number: Int) -> Posting {
        Posting(parcel, outbox: "box", number: number, sentAt: .earliest, month: "2026-11")
    }
}

extension Town {
    fileprivate static let theirs = Feedback(
        id: "f-mina", author: Town.author("mina"), category: .bug, text: "Mina's words", timestamp: .earliest,
        device: DeviceInfo(app: "dojang", appVersion: "1", system: "Linux", machine: "x86_64"), usage: nil)
}
