import Foundation
import Kernel
import Programs
import Synchronization
import XCTest

/// The community's journeys with real processes: what people send, what `hub` answers, and many at once.
final class CommunityJourneys: XCTestCase {
    /// Feedback → stored → answered → notification → badge → read.
    func testTheRound() throws {
        let user = try Traveller("dojang", self)
        let sent: SentShape = try user.run(
            "community", "feedback", "The diagrams are hard to read", "--category", "Bug", "--yes", "--json"
        ).json()
        XCTAssertEqual(sent.state, "sent")
        let hub = try Office(beside: user)
        let list: [MessageShape] = try hub.run("feedback", "list", "--json").json()
        XCTAssertEqual(list.map(\.text), ["The diagrams are hard to read"])
        XCTAssertEqual(list.first?.app, "dojang")
        try hub.run("feedback", "respond", sent.id, "Fixed in 1.1", "--status", "Implemented", "--target", "v1.1")
        let home = try user.run().output
        XCTAssertTrue(home.contains("Developer Response: Your feedback about Bug Report has been answered."), home)
        let again = try user.run().output
        XCTAssertFalse(again.contains("Developer Response"), again)
        XCTAssertTrue(again.contains("Developer responded to your feedback: 1 unread"), again)
        let mine: [OwnShape] = try user.run("community", "mine", "--json").json()
        XCTAssertEqual(mine.map(\.response), ["Fixed in 1.1"])
        XCTAssertEqual(mine.map(\.unread), [true])
        try user.run("community", "read", "--all")
        XCTAssertFalse(try user.run().output.contains("unread"))
    }

    func testAVoteCountsOnceAndAReleasedItemTakesNone() throws {
        let user = try Traveller("dojang", self)
        let hub = try Office(beside: user)
        for _ in 0..<3 { try user.run("community", "vote", "video") }
        XCTAssertEqual(try hub.votes("video"), 1)
        try user.run("community", "unvote", "video")
        try user.run("community", "unvote", "video")
        XCTAssertEqual(try hub.votes("video"), 0)
        try hub.run("roadmap", "progress", "video", "40")
        let roadmap: [RoadmapShape] = try hub.run("roadmap", "list", "--json").json()
        XCTAssertEqual(roadmap.count, 9)
        XCTAssertEqual(roadmap.first { $0.id == "video" }?.progress, 0.4)
        let keys = try JSONValue(Data(hub.run("roadmap", "list", "--json").output.utf8))
        guard case .array(let objects) = keys, case .object(let first)? = objects.first else { return XCTFail("no list") }
        XCTAssertEqual(Set(first.keys), ["id", "title", "state", "votes", "progress", "category", "release"])
        try hub.run("roadmap", "release", "video")
        try user.run("community", "vote", "video", status: 1)
        try user.run("community", "vote", "nothing", status: 1)
    }

    func testASuggestionBecomesAnItemAndItsAuthorIsTold() throws {
        let user = try Traveller("dojang", self)
        let hub = try Office(beside: user)
        let idea: SentShape = try user.run("community", "suggest", "Round timer", "With bells", "--json").json()
        let like = try user.run("community", "suggest", "A round timer", "Please")
        XCTAssertTrue(like.output.contains(idea.id), like.output)
        try hub.run("suggestion", "review", idea.id, "--notes", "INTERNAL")
        XCTAssertFalse(try user.run("community", "suggestions", "--json").output.contains("INTERNAL"))
        try hub.run("suggestion", "promote", idea.id, "--priority", "2")
        XCTAssertTrue(try user.run().output.contains("“Round timer” is on the roadmap now."))
        let page = try hub.run("board", "--html", "-").output
        XCTAssertTrue(page.contains("Round timer") && !page.contains("INTERNAL"))
    }

    /// A hundred people, each a process with an identity of its own.
    func testAHundredProcessesAreAHundredVotes() throws {
        let user = try Traveller("dojang", self)
        let hub = try Office(beside: user)
        try hub.run("roadmap", "move", "video", "1")
        let home = user.home
        let statuses = try together(100, over: user) { ["--data", "\(home)/p\($0)", "community", "vote", "video"] }
        XCTAssertEqual(statuses.filter { $0 != 0 }.count, 0)
        XCTAssertEqual(try hub.votes("video"), 100)
        let same = try together(30, over: user) { _ in ["--data", "\(home)/one", "community", "vote", "clubs"] }
        XCTAssertEqual(same.filter { $0 != 0 }.count, 0)
        XCTAssertEqual(try hub.votes("clubs"), 1)
    }

    /// A directory that has vanished: what is sent waits, and arrives once. It is not made anew.
    func testADirectoryThatIsAway() throws {
        let user = try Traveller("dojang", self)
        let hub = try Office(beside: user)
        try user.run("community", "vote", "video")
        let town = user.home + "/.local/share/commonplace-community"
        try FileManager.default.moveItem(atPath: town, toPath: town + ".away")
        let kept: SentShape = try user.run("community", "feedback", "Are you there?", "--yes", "--json").json()
        XCTAssertEqual(kept.state, "queued")
        XCTAssertEqual(try user.run("community", "vote", "clubs", "--json").json(SentShape.self).state, "queued")
        XCTAssertFalse(FileManager.default.fileExists(atPath: town), "it was made anew")
        let mine: [OwnShape] = try user.run("community", "mine", "--json").json()
        XCTAssertEqual(mine.map(\.state), ["queued"])
        try user.run()
        try user.run("community", "roadmap", status: 75)
        try FileManager.default.moveItem(atPath: town + ".away", toPath: town)
        try user.run("community", "vote", "clubs")
        XCTAssertEqual(try hub.votes("clubs"), 1)
        let list: [MessageShape] = try hub.run("feedback", "list", "--json").json()
        XCTAssertEqual(list.map(\.text), ["Are you there?"])
    }

    /// A directory that can be read and not written, seen by somebody who is not root: one reads on, and what one sends waits.
    func testADirectoryThatCanOnlyBeRead() throws {
        let user = try Traveller("dojang", self)
        let town = user.home + "/town"
        try user.run("community", "vote", "video", "--community", town)
        func set(_ folder: Int, _ file: Int) throws {
            for name in try FileManager.default.contentsOfDirectory(atPath: town) {
                try FileManager.default.setAttributes([.posixPermissions: file], ofItemAtPath: "\(town)/\(name)")
            }
            try FileManager.default.setAttributes([.posixPermissions: folder], ofItemAtPath: town)
        }
        try set(0o555, 0o444)
        let reader = try Reader(of: town, self)
        XCTAssertTrue(try reader.run("community", "roadmap", "--json").output.contains("video"))
        let kept = try reader.run("community", "vote", "clubs", "--json")
        XCTAssertTrue(kept.output.contains("queued"), "\(kept.output) \(kept.errors)")
        XCTAssertEqual(try reader.run("community", "forget-me", "--yes").status, 73, "nothing can be forgotten there now")
        try set(0o777, 0o660)
        try FileManager.default.setAttributes([.posixPermissions: 0o2770], ofItemAtPath: town)
        let roadmap = try user.run("community", "roadmap", "--json", "--community", town).json([RoadmapShape].self)
        XCTAssertEqual(roadmap.filter { $0.votes > 0 }.map(\.id), ["video"])
    }

    /// The identity's file decides who one is, and cannot be talked into being another.
    func testTheIdentityFileCannotBeForged() throws {
        let user = try Traveller("dojang", self)
        try user.run("community", "vote", "video")
        let path = user.home + "/.local/share/commonplace/identity"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let words = text.split(whereSeparator: \.isWhitespace)
        let forged = text.replacing(words[1], with: String(repeating: "0", count: 26))
        try Data(forged.utf8).write(to: URL(fileURLWithPath: path))
        try user.run("community", "vote", "clubs", status: 65)
        let hub = try Office(beside: user)
        XCTAssertEqual(try hub.votes("clubs"), 0)
        for line in ["role developer\n", "developer true\n"] {
            try Data((text + line).utf8).write(to: URL(fileURLWithPath: path))
            try user.run("community", "vote", "clubs", status: 65)
        }
        let imitator = try Traveller("hub", self)
        try hub.run("roadmap", "move", "video", "1")
        try imitator.run(
            ["--community", user.home + "/.local/share/commonplace-community", "roadmap", "move", "video", "2"], status: 1)
    }

    func testForgettingAndTakingAlong() throws {
        let user = try Traveller("dojang", self)
        let hub = try Office(beside: user)
        try user.run("community", "feedback", "MARKED words", "--yes")
        try user.run("community", "vote", "video")
        XCTAssertTrue(try user.run("community", "export-mine").output.contains("MARKED words"))
        try user.run("community", "forget-me", status: 64)
        try user.run("community", "forget-me", "--yes")
        try user.run("community", "forget-me", "--yes")
        XCTAssertEqual(try hub.votes("video"), 0)
        XCTAssertFalse(try hub.run("feedback", "export").output.contains("MARKED"))
    }

    /// Every byte of the shared directory and of the person's own, after everything that leaves traces: refusals, merges, moderation, an
    /// import that could be undone.
    func testNoFileKnowsWhoWasForgotten() throws {
        let user = try Traveller("dojang", self)
        let hub = try Office(beside: user)
        try user.run("community", "feedback", "MARKED words", "--yes")
        let idea: SentShape = try user.run("community", "suggest", "MARKED idea", "MARKED in full", "--json").json()
        let other: SentShape = try user.run("community", "suggest", "Something else", "MARKED too", "--json").json()
        try user.run("community", "vote", "video")
        try user.run("community", "upvote", idea.id)
        try user.run()
        try hub.run("feedback", "respond", hub.run("feedback", "list", "--json").json([MessageShape].self)[0].id, "Thank you")
        try hub.run("suggestion", "merge", other.id, idea.id)
        try hub.run("suggestion", "promote", idea.id)
        try hub.run("moderate", "hide", other.id, "Not now")
        try user.run("community", "read", "--all")
        let copy = user.home + "/copy.json"
        try user.run("doctor", "--export", copy)
        try user.run("doctor", "--import", copy, "--yes")
        try FileManager.default.removeItem(atPath: copy)
        let identity = try String(contentsOfFile: user.home + "/.local/share/commonplace/identity", encoding: .utf8)
        let names = identity.split(whereSeparator: \.isWhitespace).map(String.init).filter { $0.count > 20 }
        XCTAssertEqual(names.count, 2, "author and secret")
        let words = names + ["MARKED"]
        XCTAssertGreaterThan(user.files(mentioning: words).count, 2, "a search must be able to find something")
        let gone = try user.run("community", "forget-me", "--yes", "--json")
        XCTAssertTrue(
            gone.output.contains("\"leavesOldBytes\":false") || gone.output.contains("\"leavesOldBytes\": false"), gone.output)
        XCTAssertEqual(user.files(mentioning: words), [])
        XCTAssertEqual(try hub.votes("video"), 0)
        XCTAssertTrue(try hub.run("roadmap", "list", "--json").output.contains("An idea of the community"))
        try user.run("community", "vote", "video")
        XCTAssertEqual(try hub.votes("video"), 1, "somebody new may vote")
    }

    /// Grain, COIN and FocusFlow send to the same board, under the same name, with what they are.
    func testEveryAppTakesPart() throws {
        let home = try Traveller("dojang", self)
        let hub = try Office(beside: home)
        for app in ["coin", "dojang", "focusflow", "grain"] {
            let user = try Traveller(app, self, home: home.home)
            let sent: SentShape = try user.run("community", "feedback", "From \(app)", "--yes", "--json").json()
            XCTAssertEqual(sent.state, "sent", app)
            try user.run("community", "vote", "video")
            XCTAssertTrue(try user.run("help", "community").output.contains("Community Hub"), app)
            XCTAssertTrue(try user.run("help").output.contains("Found a problem? \(app) community feedback TEXT"), app)
            XCTAssertTrue(
                try user.run("about", "--json").output.contains("Only what you send to the community yourself leaves it"), app)
        }
        let list: [MessageShape] = try hub.run("feedback", "list", "--json").json()
        XCTAssertEqual(list.map(\.app).sorted(), ["coin", "dojang", "focusflow", "grain"])
        XCTAssertEqual(try hub.votes("video"), 1)
    }

    /// A release of what people voted for is news, once.
    func testWhatWasReleasedIsNews() throws {
        let user = try Traveller("dojang", self)
        let hub = try Office(beside: user)
        try user.run()
        try user.run("community", "vote", "video")
        XCTAssertFalse(try user.run("news").output.contains("Based on Your Feedback"))
        try hub.run("roadmap", "release", "video")
        let news = try user.run("news").output
        for words in ["Based on Your Feedback", "Video Integration, asked for by 1 vote", "Thank you!", "Next up: "] {
            XCTAssertTrue(news.contains(words), news)
        }
        XCTAssertFalse(try user.run("news").output.contains("Video Integration"))
    }

    /// Off a terminal the question before sending fails and names its answer; nothing is sent then.
    func testFeedbackIsNotSentUnasked() throws {
        let user = try Traveller("dojang", self)
        let hub = try Office(beside: user)
        let refused = try user.run("community", "feedback", "Unasked", status: 64)
        XCTAssertTrue(refused.output.isEmpty && refused.errors.contains("--yes"), refused.errors)
        try user.run("community", "feedback", String(repeating: "a", count: 4_001), "--yes", status: 65)
        try user.run("community", "feedback", "turned \u{202E}around", "--yes", status: 65)
        try user.run("community", "feedback", "red \u{1B}[31m", "--yes", status: 65)
        XCTAssertEqual(try hub.run("feedback", "list", "--json").json([MessageShape].self).count, 0)
        try user.run("community", "feedback", String(repeating: "é", count: 4_000), "--yes")
    }

    /// Runs many processes, eight at a time.
    private func together(_ count: Int, over user: Traveller, _ words: @Sendable (Int) -> [String]) throws -> [Int32] {
        let (program, environment, home) = (try Traveller.program("dojang"), user.environment, user.home)
        let statuses = Mutex<[Int32]>([])
        DispatchQueue.concurrentPerform(iterations: count) { number in
            let call = ProgramCall(
                program, words(number), deadline: .seconds(60), environment: environment, workingDirectory: home)
            let status = (try? call.run().ending.shellStatus) ?? -1
            statuses.withLock { $0.append(status) }
        }
        return statuses.withLock { $0 }
    }
}

extension Traveller {
    /// The files of the home that hold one of these words.
    fileprivate func files(mentioning words: [String]) -> [String] {
        let names = FileManager.default.enumerator(atPath: home)?.compactMap { $0 as? String } ?? []
        return names.filter { name in
            let bytes = (try? Data(contentsOf: URL(fileURLWithPath: "\(home)/\(name)"))) ?? Data()
            return words.contains { bytes.range(of: Data($0.utf8)) != nil }
        }
    }
}

/// Somebody who is not root, whoever runs the tests.
private struct Reader {
    let home: String
    private let words: [String]
    private let town: String

    init(of town: String, _ test: XCTestCase) throws {
        self.town = town
        home = FileManager.default.temporaryDirectory.appendingPathComponent("reader-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        test.addTeardownBlock { [home] in try? FileManager.default.removeItem(atPath: home) }
        guard geteuid() == 0 else {
            words = [try Traveller.program("dojang")]
            return
        }
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv") else { throw XCTSkip("root, and no setpriv") }
        _ = chown(home, 65_534, 65_534)
        words = ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", try Traveller.program("dojang")]
        // Whoever builds below a folder that is closed to others cannot run what was built as somebody else.
        guard try ProgramCall(words[0], Array(words[1...]) + ["--version"]).run().ending.shellStatus == 0 else {
            throw XCTSkip("nobody else may run the apps here")
        }
    }

    func run(_ arguments: String...) throws -> Traveller.Seen {
        let call = ProgramCall(
            words[0], Array(words[1...]) + arguments + ["--community", town], deadline: .seconds(25),
            environment: ["HOME": home, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"], workingDirectory: "/")
        return Traveller.Seen(try call.run())
    }
}

/// `hub` in the home of somebody else.
private struct Office {
    private let user: Traveller
    private let program: String

    init(beside user: Traveller) throws { (self.user, program) = (user, try Traveller.program("hub")) }

    @discardableResult
    func run(_ words: String...) throws -> Traveller.Seen {
        let result = try ProgramCall(
            program, words, deadline: .seconds(25), environment: user.environment, workingDirectory: user.home
        ).run()
        let seen = Traveller.Seen(result)
        XCTAssertEqual(seen.status, 0, "hub \(words): \(seen.errors)")
        return seen
    }

    func votes(_ item: String) throws -> Int? {
        try run("roadmap", "list", "--json").json([RoadmapShape].self).first { $0.id == item }?.votes
    }
}

private struct SentShape: Decodable { let id, kind, state: String, changed: Bool }
private struct RoadmapShape: Decodable { let id, title, state, category, release: String, votes: Int, progress: Double? }
private struct MessageShape: Decodable { let id, text, status, app: String }
private struct OwnShape: Decodable { let id, state, status: String, response: String?, unread: Bool }
