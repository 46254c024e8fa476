import Foundation
import Kernel
import Programs
import Synchronization
import TestBench
import XCTest

/// What the community's shared files go through: a hundred people at once, a directory that is away or closed, and somebody who leaves.
final class CommunityFilesJourneys: XCTestCase {
    /// A hundred people, each a process with an identity of its own.
    func testAHundredProcessesAreAHundredVotes() throws {
        let user = try Traveller("dojang", self)
        let hub = try Office(beside: user)
        try hub.run("roadmap", "move", "video", "1")
        let (home, town) = (user.home, hub.town)
        let statuses = try together(100, over: user) {
            ["--data", "\(home)/p\($0)", "--community", town, "community", "vote", "video"]
        }
        XCTAssertEqual(statuses.filter { $0 != 0 }.count, 0)
        XCTAssertEqual(try hub.votes("video"), 100)
        let same = try together(30, over: user) { _ in
            ["--data", "\(home)/one", "--community", town, "community", "vote", "clubs"]
        }
        XCTAssertEqual(same.filter { $0 != 0 }.count, 0)
        XCTAssertEqual(try hub.votes("clubs"), 1)
    }

    /// A folder that has vanished: what is sent waits, and arrives once, also from its new place. It is not made anew.
    func testAFolderThatIsAway() throws {
        let user = try Traveller("dojang", self)
        let hub = try Office(beside: user)
        try user.run("community", "vote", "video")
        let town = hub.town
        try FileManager.default.moveItem(atPath: town, toPath: town + ".away")
        let kept: SentShape = try user.run("community", "feedback", "Are you there?", "--yes", "--json").json()
        XCTAssertEqual(kept.state, "queued")
        XCTAssertEqual(try user.run("community", "vote", "clubs", "--json").json(SentShape.self).state, "queued")
        let mine: [OwnShape] = try user.run("community", "mine", "--json", status: 75).json()
        XCTAssertEqual(mine.map(\.state), ["queued"])
        try user.run()
        try user.run("community", "insights", status: 75)
        let status = try user.run("community", "status", status: 75)
        XCTAssertTrue(status.output.contains("Away") && status.errors.contains(town), "\(status)")
        for words in [["feedback", "list"], [], ["roadmap", "list"], ["announce", "Anybody?", "x"], ["community", "status"]] {
            let seen = try hub.attempt(words)
            XCTAssertEqual(seen.status, 75, "hub \(words): \(seen)")
            XCTAssertTrue(seen.errors.contains(town), seen.errors)
        }
        XCTAssertFalse(FileManager.default.fileExists(atPath: town), "it was made anew")
        try hub.run("community", "connect", town + ".away")
        try user.run("community", "send")
        XCTAssertEqual(try hub.votes("clubs"), 1)
        let list: [MessageShape] = try hub.run("feedback", "list", "--json").json()
        XCTAssertEqual(list.map(\.text), ["Are you there?"])
    }

    /// What waits goes out in the background of any command, and the command does not wait for it.
    func testWhatWaitsIsSentInTheBackgroundOfAnyCommand() throws {
        let user = try Traveller("dojang", self)
        let hub = try Office(beside: user)
        try FileManager.default.moveItem(atPath: hub.town, toPath: hub.town + ".away")
        try user.run("community", "vote", "clubs")
        try FileManager.default.moveItem(atPath: hub.town + ".away", toPath: hub.town)
        try user.run("belts")
        try wait("the vote did not arrive") { try hub.votes("clubs") == 1 }
        try wait("nothing was copied") { try user.run("community", "status", "--json").output.contains("\"copiedAt\": \"2") }
        try FileManager.default.removeItem(atPath: hub.town)
        let seen = try user.run("community", "roadmap", status: 75)
        XCTAssertTrue(seen.output.contains("video") && seen.output.contains("As of "), "\(seen)")
        try user.run("community", "suggestions", status: 75)
        try user.run("reset", "--yes")
        try user.run("community", "suggestions", status: 75)
        XCTAssertFalse(
            try user.run("community", "roadmap", "--json", status: 75).output.contains("video"), "a copy outlived reset")
    }

    /// Before there is a community: what is sent waits, and the app says plainly that nobody reads it.
    func testBeforeThereIsACommunityTheAppSaysSo() throws {
        let user = try Traveller("dojang", self)
        let kept = try user.run("community", "feedback", "Hello", "--yes")
        XCTAssertFalse(kept.output.contains("Feedback Sent") || kept.output.contains("Thank you"), kept.output)
        for part in ["It has not been sent yet", "not connected to a community yet", "community connect DIR"] {
            XCTAssertTrue(kept.output.contains(part), kept.output)
        }
        try user.run("community", "vote", "video")
        XCTAssertTrue(try user.run().output.contains("2 messages to the developers are waiting here"))
        XCTAssertTrue(try user.run("community", "roadmap").output.contains("Not connected yet"))
        XCTAssertTrue(try user.run("community", "status").output.contains("Not connected yet"))
        try user.run("community", "suggestions", status: 75)
        let share = try FileManager.default.contentsOfDirectory(atPath: user.home + "/.local/share")
        XCTAssertEqual(Set(share), ["commonplace", "dojang"], "something was founded")
        let other = try Traveller("dojang", self)
        let hub = try Office(beside: other)
        let joined = try user.run("community", "connect", hub.town)
        XCTAssertTrue(
            joined.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                .contains("Sent what was waiting: 1 feedback, 1 vote."), joined.output)
        XCTAssertEqual(try hub.votes("video"), 1)
    }

    /// A community that an older version made unasked goes on, is known by its id from the first sight on, and moves with its folder.
    func testACommunityOfBeforeGoesOn() throws {
        let user = try Traveller("dojang", self)
        let hub = try Office(beside: user)
        let former = user.home + "/.local/share/commonplace-community"
        try FileManager.default.moveItem(atPath: hub.town, toPath: former)
        try FileManager.default.removeItem(atPath: user.home + "/.local/share/commonplace/community")
        XCTAssertEqual(try user.run("community", "vote", "video", "--json").json(SentShape.self).state, "sent")
        try FileManager.default.moveItem(atPath: former, toPath: hub.town)
        XCTAssertEqual(try hub.attempt(["feedback", "list"]).status, 75)
        try user.run("community", "connect", hub.town)
        XCTAssertEqual(try hub.votes("video"), 1)
    }

    /// Another community in the place of one's own is said, and joined only when somebody says so.
    func testAnotherCommunityInItsPlaceIsSaid() throws {
        let (user, other) = (try Traveller("dojang", self), try Traveller("dojang", self))
        let (hub, stranger) = (try Office(beside: user), try Office(beside: other))
        try user.run("community", "vote", "video")
        try FileManager.default.moveItem(atPath: hub.town, toPath: hub.town + ".kept")
        try FileManager.default.moveItem(atPath: stranger.town, toPath: hub.town)
        XCTAssertTrue(try user.run("community", "insights", status: 75).errors.contains("holds a different community"))
        XCTAssertEqual(try hub.attempt(["feedback", "list"]).status, 75)
        try user.run("community", "connect", hub.town, status: 64)
        try user.run("community", "connect", hub.town, "--yes")
        XCTAssertEqual(try hub.votes("video"), 0)
        try user.run("community", "connect", hub.town + ".kept", "--yes")
        XCTAssertEqual(try hub.votes("video"), 1)
    }

    private func wait(_ what: String, until isSo: () throws -> Bool) throws {
        for _ in 0..<200 {
            if try isSo() { return }
            usleep(50_000)
        }
        XCTFail(what)
    }

    /// A directory that can be read and not written, seen by somebody who is not root: one reads on, and what one sends waits.
    func testADirectoryThatCanOnlyBeRead() throws {
        let user = try Traveller("dojang", self)
        let town = try Office(beside: user).town
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: user.home)
        try user.run("community", "vote", "video", "--community", town)
        // Whoever opens the folder puts the modes of its files right.
        try wait("nothing was copied") { try user.run("community", "status", "--json").output.contains("\"copiedAt\": \"2") }
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
        var refused = try reader.run("community", "forget-me", "--yes")
        // Whoever was left to send the vote may be at it still.
        for _ in 0..<50 where refused.status == 75 {
            usleep(100_000)
            refused = try reader.run("community", "forget-me", "--yes")
        }
        XCTAssertEqual(refused.status, 73, "nothing can be forgotten there now: \(refused.errors)")
        try set(0o777, 0o660)
        try FileManager.default.setAttributes([.posixPermissions: 0o2770], ofItemAtPath: town)
        let roadmap = try user.run("community", "roadmap", "--json", "--community", town).json([RoadmapShape].self)
        XCTAssertEqual(roadmap.filter { $0.votes > 0 }.map(\.id), ["video"])
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

    /// Runs many processes, eight at a time.
    private func together(_ count: Int, over user: Traveller, _ words: @Sendable (Int) -> [String]) throws -> [Int32] {
        let (program, environment, home) = (try BuiltProgram.required("dojang"), user.environment, user.home)
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
        let own = try Home()
        home = own.path
        test.addTeardownBlock { _ = own }
        guard geteuid() == 0 else {
            words = [try BuiltProgram.required("dojang")]
            return
        }
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv") else { throw XCTSkip("root, and no setpriv") }
        _ = chown(home, 65_534, 65_534)
        words = ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", try BuiltProgram.required("dojang")]
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
