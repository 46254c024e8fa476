import Community
import CommunityCommands
import Interface
import Kernel
import Storage
import Synchronization
import TerminalTesting
import XCTest

/// Pages, home cards and forms, as users see them.
final class PageTests: XCTestCase {
    private let store = MemoryStore()
    private lazy var hub = CommunityApp("hub", over: store)
    private lazy var dojang = CommunityApp("dojang", over: store)

    private func output(_ side: CommunityApp, _ words: String...) -> String {
        let run = side.app.run(words)
        XCTAssertEqual(run.status, 0, "\(words): \(run.error)")
        return run.output
    }

    /// Asserts that the text contains these words in this order.
    private func assertOrder(_ text: String, _ words: [String], line: UInt = #line) {
        var rest = text[...]
        for word in words {
            guard let range = rest.firstRange(of: word) else {
                return XCTFail("“\(word)” is missing or out of order in \(text)", line: line)
            }
            rest = rest[range.upperBound...]
        }
    }

    func testBoardPageShowsNewsThenVotesThenRoadmap() throws {
        // What is here already takes votes again when something else of it is promised.
        for item in ["mock-gradings", "footprints"] { _ = output(hub, "roadmap", "edit", item, "--release", "v2.0") }
        for (number, item) in ["video", "clubs", "instructors", "mock-gradings", "dan-grades", "footprints"]
            .enumerated()
        {
            for voter in 0...number { try hub.vote(item, "v\(voter)") }
        }
        _ = output(hub, "announce", "Version 1.1", "It is here.")
        _ = output(hub, "roadmap", "progress", "photography", "40")
        _ = output(hub, "roadmap", "release", "learning-modes", "--yes", "--on", "2026-11-01")
        _ = output(hub, "roadmap", "release", "footprints", "--yes", "--on", "2026-11-02")
        let page = output(hub, "board")
        let title = Dictionary(uniqueKeysWithValues: try hub.board.items().map { ($0.id.rawValue, $0.title) })
        assertOrder(
            page,
            [
                "<h2>News</h2>", "<h3>Version 1.1</h3>", "It is here.", "Community, 2026-11-20", "<h2>Most Wanted</h2>",
                title["dan-grades"] ?? "", "5", title["mock-gradings"] ?? "", "4", title["instructors"] ?? "", "3",
                title["clubs"] ?? "", "2", title["video"] ?? "", "1", "<h2>In Development</h2>",
                title["photography"] ?? "",
                "no votes", "40 % done", "<h2>Coming Soon</h2>", title["video"] ?? "", "1 vote", title["clubs"] ?? "",
                "2 votes",
                "<h2>Recently Added</h2>", title["footprints"] ?? "", "Released on 2026-11-02", "6 votes",
                title["learning-modes"] ?? "", "Released on 2026-11-01", "<h2>Based on Your Feedback</h2>",
                "asked for by 6 votes",
            ])
        let expected = page.split(separator: "In Development</h2>")[0]
        XCTAssertFalse(expected.contains(title["footprints"] ?? "-"), "a released item is not listed")
        XCTAssertTrue(page.contains("<h3>\(FoundingRoadmap.items[0].icon) "))
    }

    func testMostWantedShowsTheFiveTopItems() throws {
        // What is here already takes votes again when something else of it is promised.
        for item in ["mock-gradings", "footprints"] { _ = output(hub, "roadmap", "edit", item, "--release", "v2.0") }
        for (number, item) in ["video", "clubs", "instructors", "mock-gradings", "dan-grades", "footprints"]
            .enumerated()
        {
            for voter in 0...number { try hub.vote(item, "v\(voter)") }
        }
        XCTAssertEqual(wantedRows(output(hub, "board")), 5)
        XCTAssertFalse(CommunityApp("hub").app.run(["board"]).output.contains("Most Wanted"), "there are no votes")
        let one = CommunityApp("hub")
        try one.vote("video", "v")
        XCTAssertEqual(wantedRows(one.app.run(["board"]).output), 1)
    }

    private func wantedRows(_ page: String) -> Int {
        let rest = page.split(separator: "Most Wanted")[1].split(separator: "</table>")[0]
        return rest.split(separator: "<tr").count - 2
    }

    func testRoadmapIsGroupedByStatusAndFiltered() throws {
        for (item, day) in [("video", 1), ("clubs", 2), ("footprints", 3), ("dan-grades", 4)] {
            _ = output(hub, "roadmap", "release", item, "--yes", "--on", "2026-11-0\(day)")
        }
        _ = output(hub, "roadmap", "progress", "photography", "40")
        let text = output(dojang, "community", "roadmap")
        assertOrder(
            text,
            ["In Development", "photography", "40 %", "Coming Soon", "learning-modes", "Recently Added", "footprints"])
        XCTAssertFalse(text.contains("video "), "only the last three releases are recent")
        XCTAssertFalse(text.contains("State"))
        XCTAssertEqual(text.split(separator: " New").count - 1, 3, text)
        let content = output(dojang, "community", "roadmap", "--category", "Content")
        XCTAssertTrue(content.contains("photography") && !content.contains("learning-modes"))
        XCTAssertEqual(output(dojang, "community", "roadmap", "--plain").split(separator: "\n").count, 9)
        XCTAssertTrue(output(hub, "roadmap", "list").contains("Done"))
    }

    /// An answer is shown in full once, then as a number until it is read.
    func testHomeScreenAnnouncesAnAnswerOnceThenCounts() throws {
        XCTAssertFalse(output(dojang).contains("unread"))
        XCTAssertTrue(output(dojang, "community", "feedback", "Hello", "--yes").contains("Feedback Sent"))
        let id = try XCTUnwrap(hub.board.feedback(nil, newestFirst: true, limit: 1).first).id
        _ = output(hub, "feedback", "respond", id.rawValue, "Fixed")
        let unread = output(dojang, "community", "read")
        XCTAssertTrue(unread.contains("Fixed") && unread.contains("community read --all"), unread)
        let first = output(dojang)
        assertOrder(first, ["Developer Response: Your feedback", "1 unread from the community"])
        XCTAssertFalse(first.contains("Developer responded"))
        XCTAssertTrue(output(dojang).contains("Developer responded to your feedback: 1 unread from the community"))
        let run = dojang.app.run(["community", "read", "--all"])
        XCTAssertTrue((run.output + run.error).contains("Marked \(id) as read."), run.output + run.error)
        XCTAssertTrue(run.output.contains("2026-11-20 ") || run.output.contains("2026-11-20\n"), run.output)
        XCTAssertFalse(output(dojang).contains("unread"))
        let nothing = output(dojang, "community", "read")
        XCTAssertTrue(nothing.contains("Nothing is unread.") && nothing.contains("community mine"), nothing)
        let again = dojang.app.run(["community", "read", "--all"])
        XCTAssertFalse((again.output + again.error).contains("Marked"))
    }

    func testPromotionIsNotShownAsAnAnswer() throws {
        XCTAssertTrue(output(dojang, "community", "suggest", "Bells").contains("Suggested “Bells”"))
        let idea = try XCTUnwrap(hub.board.suggestions(nil).first).id
        _ = output(hub, "suggestion", "promote", idea.rawValue)
        assertOrder(
            output(dojang), ["Added to the Roadmap: “Bells” is on the roadmap now.", "1 unread from the community"])
        let second = output(dojang)
        XCTAssertTrue(second.contains("1 unread") && !second.contains("Developer responded"), second)
        XCTAssertTrue(output(dojang, "community", "read", idea.rawValue).contains("Vote for it"))
    }

    func testDeveloperHomeScreenShowsWaitingWork() throws {
        let empty = output(hub)
        assertOrder(
            empty, ["What is waiting", "0", "0", "Everything is answered.", "Most wanted", "Nobody has voted yet."])
        try hub.keep("f", text: "It breaks\nbadly")
        try hub.vote("video", "v")
        assertOrder(
            output(hub),
            [
                "Now: hub feedback show f  has waited longest", "Unanswered", "1", "New suggestions", "0", "a ", "1",
                "Longest: a, Bug Report of 1970-01-01", "It breaks…", "Video Integration", "1 vote",
                "Next: hub feedback list",
            ])
    }

    func testFeedbackShowsItsAttachmentAndRemembersTheSetting() throws {
        let on = "Share usage data to help prioritize features: on (--share-usage off turns it off)"
        let off = "Share usage data to help prioritize features: off (--share-usage on turns it on)"
        for (words, expected, line) in [
            ([], "Sent with it: dojang 1 · Linux · x86_64", on),
            (["--share-usage", "off"], "x86_64 · no usage data", off),
            ([], "x86_64 · no usage data", off), (["--share-usage", "on"], "dojang 1 · Linux · x86_64", on),
        ] {
            let terminal = ScriptedConsole(lines: ["y"], terminal: true, environment: ["TERM": "dumb"], columns: 200)
            XCTAssertEqual(dojang.app.run(["community", "feedback", "Hello"] + words, on: terminal), 0, terminal.error)
            let output = terminal.output + terminal.error
            XCTAssertTrue(output.contains(expected) && output.contains(line), output)
        }
        let form = Recorded()
        let editing = ScriptedConsole(terminal: true, environment: ["TERM": "dumb", "EDITOR": "ed"], columns: 200) {
            text in
            form.keep(text)
            return "Written here  \n" + text
        }
        XCTAssertEqual(dojang.app.run(["community", "feedback", "--category", "Bug"], on: editing), 0, editing.error)
        assertOrder(form.text, ["What is below is sent too", "Category: Bug Report", "dojang 1\nLinux\nx86_64\n", on])
        XCTAssertTrue(
            try hub.board.feedback(.pending, newestFirst: true, limit: nil).contains { $0.text == "Written here" })
    }

    func testQueuedVotesShowTheReasonAndForgetCountsRecords() throws {
        let fixture = CommunityFixture()
        let away = fixture.person(
            "mina", local: MemoryStore(), access: fixture.access(Failure.communityUnreachable("x")))
        let app = AppFixture("dojang", over: MemoryStore(), time: fixture.clock.source()) {
            [CommunityPlugin(client: away, product: "TKDojang")]
        }
        let run = app.run(["community", "vote", "video"])
        XCTAssertTrue(
            (run.output + run.error).contains(
                "Voted for video. It waits on this device: x cannot be reached"))
        let feedback = app.run(["community", "feedback", "Hello", "--yes"])
        XCTAssertTrue((feedback.output + feedback.error).contains("Feedback saved"), feedback.output + feedback.error)
        for words in [["feedback", "Hello", "--yes"], ["suggest", "Bells"], ["vote", "video"], ["vote", "clubs"]] {
            _ = output(dojang, ["community"] + words)
        }
        let idea = try XCTUnwrap(hub.board.suggestions(nil).first).id
        _ = output(dojang, "community", "upvote", idea.rawValue)
        let terminal = ScriptedConsole(lines: ["y"], terminal: true, environment: ["TERM": "dumb"], columns: 200)
        XCTAssertEqual(dojang.app.run(["community", "forget-me"], on: terminal), 0)
        let output = terminal.output + terminal.error
        for words in [
            "Remove 5 pieces of feedback, suggestions and votes", "Nothing of yours is left: 6 records removed.",
        ] {
            XCTAssertTrue(output.contains(words), output)
        }
    }

    func testReviewCommandReportsTheReview() {
        XCTAssertTrue(output(dojang, "community", "review", "--json").contains("\"reviewed\": true"))
    }

    private func output(_ side: CommunityApp, _ words: [String]) -> String {
        let run = side.app.run(words)
        XCTAssertEqual(run.status, 0, "\(words): \(run.error)")
        return run.output
    }
}

extension CommunityApp {
    /// Casts a vote of a person.
    func vote(_ item: String, _ name: String) throws {
        let posting = Posting(.vote(item: Identifier(item)), outbox: item, number: 1, sentAt: .earliest, month: "m")
        _ = try board.receive(posting, from: Actor(identity: CommunityFixture.identity(name)))
    }
}

/// The text that the editor opened.
private final class Recorded: Sendable {
    private let kept = Mutex("")
    var text: String { kept.withLock { $0 } }
    func keep(_ text: String) { kept.withLock { $0 = text } }
}
