import Foundation
import Kernel
import TestSupport
import XCTest

/// Journeys through the community with real processes: messages of users and the answers of `hub`.
final class CommunityJourneys: XCTestCase {
    /// Feedback → stored → answered → notification → badge → read.
    func testFeedbackRoundTrip() throws {
        let user = try AppUser("dojang", self)
        let hub = try HubConsole(beside: user)
        let sent: SentShape = try user.run(
            "community", "feedback", "The diagrams are hard to read", "--category", "Bug", "--yes", "--json"
        ).json()
        XCTAssertEqual(sent.state, "sent")
        let list: [MessageShape] = try hub.run("feedback", "list", "--json").json()
        XCTAssertEqual(list.map(\.text), ["The diagrams are hard to read"])
        XCTAssertEqual(list.first?.app, "dojang")
        try hub.run("feedback", "respond", sent.id, "Fixed in 1.1", "--status", "Implemented", "--target", "v1.1")
        let home = try user.run().output
        XCTAssertTrue(home.contains("Developer Response: Your feedback about Bug Report has been answered."), home)
        let again = try user.run().output
        XCTAssertFalse(again.contains("Developer Response"), again)
        XCTAssertTrue(again.contains("Developer responded to your feedback: 1 unread"), again)
        let records: [OwnShape] = try user.run("community", "mine", "--json").json()
        XCTAssertEqual(records.map(\.response), ["Fixed in 1.1"])
        XCTAssertEqual(records.map(\.unread), [true])
        try user.run("community", "read", "--all")
        XCTAssertFalse(try user.run().output.contains("unread"))
    }

    func testVoteCountsOnceAndEndsWithRelease() throws {
        let user = try AppUser("dojang", self)
        let hub = try HubConsole(beside: user)
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
        guard case .array(let objects) = keys, case .object(let first)? = objects.first else {
            return XCTFail("no list")
        }
        XCTAssertEqual(
            Set(first.keys), ["id", "app", "title", "state", "votes", "progress", "category", "release", "closesAt"])
        try hub.run("roadmap", "release", "video", "--yes")
        try user.run("community", "vote", "video", status: 1)
        try user.run("community", "vote", "nothing", status: 1)
    }

    /// Without a timeout the command waits until Ctrl-C, as in `while hub feedback wait; do …;
    /// done`. Then the loop ends too, and no files remain.
    func testControlCEndsWaitForFeedback() throws {
        // The shell ignores the signal for background tests, and the started programs would inherit
        // this.
        signal(SIGINT, SIG_DFL)
        let user = try AppUser("dojang", self)
        let hub = try HubConsole(beside: user)
        let before = user.files(below: ".")
        let waiting = Process()
        let output = Pipe()
        waiting.executableURL = URL(fileURLWithPath: try BuiltProgram.required("hub"))
        waiting.arguments = ["feedback", "wait"]
        waiting.environment = user.environment.merging(["LLVM_PROFILE_FILE": "/dev/null"]) { $1 }
        (waiting.standardInput, waiting.standardOutput, waiting.standardError) = (FileHandle.nullDevice, output, output)
        try waiting.run()
        sleep(2)
        XCTAssertTrue(waiting.isRunning, "no change has arrived")
        let pressed = ContinuousClock.now
        kill(waiting.processIdentifier, SIGINT)
        waiting.waitUntilExit()
        XCTAssertLessThan(ContinuousClock.now - pressed, .seconds(1), "it ends before its next poll")
        XCTAssertEqual(waiting.terminationReason, .uncaughtSignal, "a shell loop only ends after a signal")
        XCTAssertEqual(waiting.terminationStatus, SIGINT)
        XCTAssertEqual(try output.fileHandleForReading.readToEnd() ?? Data(), Data())
        XCTAssertEqual(user.files(below: "."), before)
        XCTAssertTrue(try hub.run("doctor").output.contains("All is well."))
    }

    func testPromotedSuggestionNotifiesAuthor() throws {
        let user = try AppUser("dojang", self)
        let hub = try HubConsole(beside: user)
        let idea: SentShape = try user.run("community", "suggest", "Round timer", "With bells", "--json").json()
        let like = try user.run("community", "suggest", "A round timer", "Please", status: 64)
        XCTAssertTrue((like.output + like.errors).contains("It looks like “Round timer”"), like.output + like.errors)
        try hub.run("suggestion", "review", idea.id, "--notes", "INTERNAL")
        XCTAssertFalse(try user.run("community", "suggestions", "--json").output.contains("INTERNAL"))
        try hub.run("suggestion", "promote", idea.id, "--priority", "2")
        XCTAssertTrue(try user.run().output.contains("“Round timer” is on the roadmap now."))
        let page = try hub.run("board", "--html", "-").output
        XCTAssertTrue(page.contains("Round timer") && !page.contains("INTERNAL"))
    }

    /// The identity file is protected against forgery.
    func testForgedIdentityFileIsRefused() throws {
        let user = try AppUser("dojang", self)
        let hub = try HubConsole(beside: user)
        try user.run("community", "vote", "video")
        let path = user.home + "/.local/share/commonplace/identity"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let words = text.split(whereSeparator: \.isWhitespace)
        let forged = text.replacing(words[1], with: String(repeating: "0", count: 26))
        try Data(forged.utf8).write(to: URL(fileURLWithPath: path))
        try user.run("community", "vote", "clubs", status: 65)
        XCTAssertEqual(try hub.votes("clubs"), 0)
        for line in ["role developer\n", "developer true\n"] {
            try Data((text + line).utf8).write(to: URL(fileURLWithPath: path))
            try user.run("community", "vote", "clubs", status: 65)
        }
        let imitator = try AppUser("hub", self)
        try hub.run("roadmap", "move", "video", "1")
        try imitator.run(
            ["--community", hub.fixture, "roadmap", "move", "video", "2"], status: 1)
    }

    /// All apps send to the same community with the same identity and their app name; each has its
    /// own roadmap.
    func testAllAppsShareCommunity() throws {
        let home = try AppUser("dojang", self)
        let hub = try HubConsole(beside: home)
        for app in ["coin", "dojang", "focusflow", "grain"] {
            let user = try AppUser(app, self, home: home.home)
            let sent: SentShape = try user.run("community", "feedback", "From \(app)", "--yes", "--json").json()
            XCTAssertEqual(sent.state, "sent", app)
            try user.run("community", "vote", "video")
            XCTAssertTrue(try user.run("help", "community").output.contains("Community Hub"), app)
            XCTAssertTrue(try user.run("help").output.contains("Found a problem? \(app) community feedback TEXT"), app)
            XCTAssertTrue(
                try user.run("about", "--json").output.contains(
                    "Only what you send to the community yourself leaves it"), app)
        }
        let list: [MessageShape] = try hub.run("feedback", "list", "--json").json()
        XCTAssertEqual(list.map(\.app).sorted(), ["coin", "dojang", "focusflow", "grain"])
        XCTAssertEqual(try hub.votes("video"), 1)
    }

    /// The release of an item with votes is shown as news once.
    func testReleaseOfVotedItemIsNewsOnce() throws {
        let user = try AppUser("dojang", self)
        let hub = try HubConsole(beside: user)
        try user.run()
        try user.run("community", "vote", "video")
        XCTAssertFalse(try user.run("news").output.contains("Based on Your Feedback"))
        try hub.run("roadmap", "release", "video", "--yes")
        let news = try user.run("news").output
        for words in ["Based on Your Feedback", "Video Integration, asked for by 1 vote", "Thank you!", "Next up: "] {
            XCTAssertTrue(news.contains(words), news)
        }
        XCTAssertFalse(try user.run("news").output.contains("Video Integration"))
    }

    /// Off a terminal the confirmation fails and names its option; nothing is sent.
    func testFeedbackNeedsConfirmation() throws {
        let user = try AppUser("dojang", self)
        let hub = try HubConsole(beside: user)
        let refused = try user.run("community", "feedback", "Unasked", status: 64)
        XCTAssertTrue(refused.output.isEmpty && refused.errors.contains("--yes"), refused.errors)
        try user.run("community", "feedback", String(repeating: "a", count: 4_001), "--yes", status: 65)
        try user.run("community", "feedback", "turned \u{202E}around", "--yes", status: 65)
        try user.run("community", "feedback", "red \u{1B}[31m", "--yes", status: 65)
        XCTAssertEqual(try hub.run("feedback", "list", "--json").json([MessageShape].self).count, 0)
        try user.run("community", "feedback", String(repeating: "é", count: 4_000), "--yes")
    }

}
