import Foundation
import Kernel
import Programs
import Synchronization
import TestSupport
import XCTest

/// Tests of the community's shared files: a hundred users at once, a missing or read-only
/// directory, and a user who leaves.
final class CommunityFilesJourneys: XCTestCase {
    /// Runs a hundred processes, each with its own identity.
    func testHundredProcessesCastHundredVotes() throws {
        let user = try AppUser("dojang", self)
        let hub = try HubConsole(beside: user)
        try hub.run("roadmap", "move", "video", "1")
        let home = user.home
        let fixture = hub.fixture
        let statuses = try together(100, over: user) {
            ["--data", "\(home)/p\($0)", "--community", fixture, "community", "vote", "video"]
        }
        XCTAssertEqual(statuses.filter { $0 != 0 }.count, 0)
        XCTAssertEqual(try hub.votes("video"), 100)
        let same = try together(30, over: user) { _ in
            ["--data", "\(home)/one", "--community", fixture, "community", "vote", "clubs"]
        }
        XCTAssertEqual(same.filter { $0 != 0 }.count, 0)
        XCTAssertEqual(try hub.votes("clubs"), 1)
    }

    /// With a missing folder, messages wait and arrive once, also if the folder moved. No command
    /// recreates the folder.
    func testMessagesWaitForMissingFolder() throws {
        let user = try AppUser("dojang", self)
        let hub = try HubConsole(beside: user)
        try user.run("community", "vote", "video")
        let fixture = hub.fixture
        try FileManager.default.moveItem(atPath: fixture, toPath: fixture + ".away")
        let feedback: SentShape = try user.run("community", "feedback", "Are you there?", "--yes", "--json").json()
        XCTAssertEqual(feedback.state, "queued")
        XCTAssertEqual(try user.run("community", "vote", "clubs", "--json").json(SentShape.self).state, "queued")
        let records: [OwnShape] = try user.run("community", "mine", "--json", status: 75).json()
        XCTAssertEqual(records.map(\.state), ["queued"])
        try user.run()
        try user.run("community", "insights", status: 75)
        let status = try user.run("community", "status", status: 75)
        XCTAssertTrue(status.output.contains("Away") && status.errors.contains(fixture), "\(status)")
        for words in [
            ["feedback", "list"], [], ["roadmap", "list"], ["announce", "Anybody?", "x"], ["community", "status"],
        ] {
            let result = try hub.attempt(words)
            XCTAssertEqual(result.status, 75, "hub \(words): \(result)")
            XCTAssertTrue(result.errors.contains(fixture), result.errors)
        }
        XCTAssertFalse(FileManager.default.fileExists(atPath: fixture), "the folder was recreated")
        try hub.run("community", "connect", fixture + ".away")
        try user.run("community", "send")
        XCTAssertEqual(try hub.votes("clubs"), 1)
        let list: [MessageShape] = try hub.run("feedback", "list", "--json").json()
        XCTAssertEqual(list.map(\.text), ["Are you there?"])
    }

    /// Waiting messages are sent in the background of any command, which doesn't wait for them.
    func testQueuedMessagesAreSentInBackground() throws {
        let user = try AppUser("dojang", self)
        let hub = try HubConsole(beside: user)
        try FileManager.default.moveItem(atPath: hub.fixture, toPath: hub.fixture + ".away")
        try user.run("community", "vote", "clubs")
        try FileManager.default.moveItem(atPath: hub.fixture + ".away", toPath: hub.fixture)
        try user.run("belts")
        try wait("the vote did not arrive") { try hub.votes("clubs") == 1 }
        try wait("nothing was copied") {
            try user.run("community", "status", "--json").output.contains("\"copiedAt\": \"2")
        }
        try FileManager.default.removeItem(atPath: hub.fixture)
        let result = try user.run("community", "roadmap", status: 75)
        XCTAssertTrue(result.output.contains("video") && result.output.contains("This is as of "), "\(result)")
        try user.run("community", "suggestions", status: 75)
        try user.run("reset", "--yes")
        try user.run("community", "suggestions", status: 75)
        XCTAssertFalse(
            try user.run("community", "roadmap", "--json", status: 75).output.contains("video"), "a copy outlived reset"
        )
    }

    /// Without a community messages wait, and the app says that they aren't sent yet.
    func testMessagesWaitWithoutCommunity() throws {
        let user = try AppUser("dojang", self)
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
        XCTAssertEqual(Set(share), ["commonplace", "dojang"], "a community was created")
        let other = try AppUser("dojang", self)
        let hub = try HubConsole(beside: other)
        let joined = try user.run("community", "connect", hub.fixture)
        XCTAssertTrue(
            joined.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                .contains("Sent what was waiting: 1 feedback, 1 vote."), joined.output)
        XCTAssertEqual(try hub.votes("video"), 1)
    }

    /// A different community at the known path is reported and joined only after confirmation.
    func testReplacedCommunityNeedsConfirmation() throws {
        let user = try AppUser("dojang", self)
        let other = try AppUser("dojang", self)
        let hub = try HubConsole(beside: user)
        let stranger = try HubConsole(beside: other)
        try user.run("community", "vote", "video")
        try FileManager.default.moveItem(atPath: hub.fixture, toPath: hub.fixture + ".kept")
        try FileManager.default.moveItem(atPath: stranger.fixture, toPath: hub.fixture)
        XCTAssertTrue(try user.run("community", "insights", status: 75).errors.contains("holds a different community"))
        XCTAssertEqual(try hub.attempt(["feedback", "list"]).status, 75)
        try user.run("community", "connect", hub.fixture, status: 64)
        try user.run("community", "connect", hub.fixture, "--yes")
        XCTAssertEqual(try hub.votes("video"), 0)
        try user.run("community", "connect", hub.fixture + ".kept", "--yes")
        XCTAssertEqual(try hub.votes("video"), 1)
    }

    private func wait(_ what: String, until isSo: () throws -> Bool) throws {
        for _ in 0..<200 {
            if try isSo() { return }
            usleep(50_000)
        }
        XCTFail(what)
    }

    /// In a directory that is read-only for this user, reading works and sent messages wait.
    func testReadOnlyDirectoryQueuesMessages() throws {
        let user = try AppUser("dojang", self)
        let fixture = try HubConsole(beside: user).fixture
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: user.home)
        try user.run("community", "vote", "video", "--community", fixture)
        // Opening the folder corrects the modes of its files.
        try wait("nothing was copied") {
            try user.run("community", "status", "--json").output.contains("\"copiedAt\": \"2")
        }
        func set(_ folder: Int, _ file: Int) throws {
            for name in try FileManager.default.contentsOfDirectory(atPath: fixture) {
                try FileManager.default.setAttributes([.posixPermissions: file], ofItemAtPath: "\(fixture)/\(name)")
            }
            try FileManager.default.setAttributes([.posixPermissions: folder], ofItemAtPath: fixture)
        }
        try set(0o555, 0o444)
        let reader = try Reader(of: fixture, self)
        XCTAssertTrue(try reader.run("community", "roadmap", "--json").output.contains("video"))
        let kept = try reader.run("community", "vote", "clubs", "--json")
        XCTAssertTrue(kept.output.contains("queued"), "\(kept.output) \(kept.errors)")
        var refused = try reader.run("community", "forget-me", "--yes")
        // A background process may still be sending the vote.
        for _ in 0..<50 where refused.status == 75 {
            usleep(100_000)
            refused = try reader.run("community", "forget-me", "--yes")
        }
        XCTAssertEqual(refused.status, 73, "forget-me fails without the place: \(refused.errors)")
        try set(0o777, 0o660)
        try FileManager.default.setAttributes([.posixPermissions: 0o2770], ofItemAtPath: fixture)
        let roadmap = try user.run("community", "roadmap", "--json", "--community", fixture).json([RoadmapShape].self)
        XCTAssertEqual(roadmap.filter { $0.votes > 0 }.map(\.id), ["video"])
    }

    func testExportMineAndForgetMe() throws {
        let user = try AppUser("dojang", self)
        let hub = try HubConsole(beside: user)
        try user.run("community", "feedback", "MARKED words", "--yes")
        try user.run("community", "vote", "video")
        XCTAssertTrue(try user.run("community", "export-mine").output.contains("MARKED words"))
        try user.run("community", "forget-me", status: 64)
        try user.run("community", "forget-me", "--yes")
        try user.run("community", "forget-me", "--yes")
        XCTAssertEqual(try hub.votes("video"), 0)
        XCTAssertFalse(try hub.run("feedback", "export").output.contains("MARKED"))
    }

    /// Searches every byte of the shared directory and of the user's own home after all actions
    /// that leave traces: refusals, merges, moderation, an undoable import.
    func testForgottenUserLeavesNoTraceInFiles() throws {
        let user = try AppUser("dojang", self)
        let hub = try HubConsole(beside: user)
        try user.run("community", "feedback", "MARKED words", "--yes")
        let idea: SentShape = try user.run("community", "suggest", "MARKED idea", "MARKED in full", "--json").json()
        let other: SentShape = try user.run("community", "suggest", "Something else", "MARKED too", "--json").json()
        try user.run("community", "vote", "video")
        try user.run("community", "upvote", idea.id)
        try user.run()
        try hub.run(
            "feedback", "respond", hub.run("feedback", "list", "--json").json([MessageShape].self)[0].id, "Thank you")
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
        XCTAssertEqual(names.count, 2, "the files of author and secret")
        let words = names + ["MARKED"]
        XCTAssertGreaterThan(user.files(mentioning: words).count, 2, "a search must be able to find something")
        let result = try user.run("community", "forget-me", "--yes", "--json")
        XCTAssertTrue(
            result.output.contains("\"leavesOldBytes\":false") || result.output.contains("\"leavesOldBytes\": false"),
            result.output)
        XCTAssertEqual(user.files(mentioning: words), [])
        XCTAssertEqual(try hub.votes("video"), 0)
        XCTAssertTrue(try hub.run("roadmap", "list", "--json").output.contains("An idea of the community"))
        try user.run("community", "vote", "video")
        XCTAssertEqual(try hub.votes("video"), 1, "a new person may vote")
    }

    /// Runs many processes, eight at a time.
    private func together(_ count: Int, over user: AppUser, _ words: @Sendable (Int) -> [String]) throws -> [Int32] {
        let program = try BuiltProgram.required("dojang")
        let environment = user.environment
        let home = user.home
        let statuses = Mutex<[Int32]>([])
        DispatchQueue.concurrentPerform(iterations: count) { number in
            let call = ProgramCall(
                program, words(number), deadline: AppUser.deadline, environment: environment, workingDirectory: home)
            let status = (try? call.run().ending.shellStatus) ?? -1
            statuses.withLock { $0.append(status) }
        }
        return statuses.withLock { $0 }
    }
}

extension AppUser {
    /// The files of the home that contain one of these words.
    fileprivate func files(mentioning words: [String]) -> [String] {
        let names = FileManager.default.enumerator(atPath: home)?.compactMap { $0 as? String } ?? []
        return names.filter { name in
            let bytes = (try? Data(contentsOf: URL(fileURLWithPath: "\(home)/\(name)"))) ?? Data()
            return words.contains { bytes.range(of: Data($0.utf8)) != nil }
        }
    }
}

/// A user who isn't root, even if root runs the tests.
private struct Reader {
    let home: String
    private let words: [String]
    private let fixture: String

    init(of fixture: String, _ test: XCTestCase) throws {
        self.fixture = fixture
        let own = try Home()
        home = own.path
        test.addTeardownBlock { _ = own }
        guard geteuid() == 0 else {
            words = [try BuiltProgram.required("dojang")]
            return
        }
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv") else {
            throw XCTSkip("root, and no setpriv")
        }
        _ = chown(home, 65_534, 65_534)
        words = [
            "/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", try BuiltProgram.required("dojang"),
        ]
        // Another user can't run programs that were built below a private folder.
        guard try ProgramCall(words[0], Array(words[1...]) + ["--version"]).run().ending.shellStatus == 0 else {
            throw XCTSkip("nobody else may run the apps here")
        }
    }

    func run(_ arguments: String...) throws -> AppUser.RunResult {
        let call = ProgramCall(
            words[0], Array(words[1...]) + arguments + ["--community", fixture], deadline: AppUser.deadline,
            environment: ["HOME": home, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"], workingDirectory: "/")
        return AppUser.RunResult(try call.run())
    }
}
