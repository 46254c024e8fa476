import Community
import CommunityCommands
import Interface
import Kernel
import Storage
import Terminal
import TerminalTesting
import XCTest

final class HostileInputTests: XCTestCase {
    func testInvalidTextsAreRefused() throws {
        let fixture = CommunityFixture()
        let mina = fixture.person("mina")
        XCTAssertEqual(try mina.sendFeedback(.bug, String(repeating: "é", count: 4_000)).state, .sent)
        for (text, code) in [
            (String(repeating: "a", count: 4_001), "textTooLong"),
            (String(repeating: "👨‍👩‍👧", count: 4_001), "textTooLong"),
            ("e" + String(repeating: "\u{301}", count: 100_000), "textTooLong"), ("", "emptyText"),
            (" \n\t ", "emptyText"),
            ("a\u{1B}[31mb", "controlCharacters"), ("a\u{202E}b", "controlCharacters"),
            ("a\u{0}b", "controlCharacters"),
            ("a\u{9B}b", "controlCharacters"), ("a\u{2066}b", "controlCharacters"),
            ("a\u{E0041}b", "controlCharacters"),
        ] {
            assertFails(.init(code)) { try mina.sendFeedback(.bug, text) }
            assertFails(.init(code)) { try mina.suggest("title", text) }
            assertFails(.init(code)) { try fixture.developer().respond(to: "x", text) }
        }
        assertFails(.textTooLong) { try mina.suggest(String(repeating: "a", count: 121), "text") }
        assertFails(.controlCharacters) { try mina.suggest("two\nlines", "text") }
        XCTAssertEqual(try fixture.board.feedbackCount(nil), 1)
        XCTAssertEqual(try mina.outboxCount(), 1)
    }

    /// Hostile text that another program stored on the board is harmless in every output.
    func testScriptsAndEscapesAreNeutralizedInOutput() throws {
        let fixture = CommunityFixture()
        let evil = "<script>alert(1)</script>\u{1B}]0;x\u{7}\u{202E}"
        let item = RoadmapItem(
            id: "evil", title: evil, description: evil, priority: 1, estimatedRelease: evil, category: .ux, icon: evil,
            createdAt: .earliest)
        try fixture.board.add(item, by: Actor(key: CommunityFixture.identity("developer")), at: .earliest)
        let announcement = Announcement(
            id: "a", title: evil, message: evil, postedAt: .earliest, expiresAt: nil, category: .release,
            targetVersion: evil)
        try fixture.board.announce(announcement, by: Actor(key: CommunityFixture.identity("developer")), at: .earliest)
        let sides = [
            "board": try shell(HubPlugin(admin: fixture.developer())),
            "community": try shell(CommunityPlugin(client: fixture.person("mina"), product: "TKDojang")),
        ]
        for words in [
            ["board", "--html", "-"], ["roadmap", "list"], ["community", "roadmap"], ["community", "news"],
            ["roadmap", "list", "--json"],
        ] {
            let console = ScriptedConsole(environment: ["LANG": "C.UTF-8"], columns: 200)
            XCTAssertEqual((sides[words[0]] ?? sides["board"])?.run(words, on: console), 0, "\(words)\(console.error)")
            XCTAssertTrue(console.output.contains("alert"), "\(words)")
            XCTAssertFalse(
                console.output.unicodeScalars.contains { $0.value < 32 && $0 != "\n" || $0.value == 0x202E }, "\(words)"
            )
            if words[0] == "board" { XCTAssertFalse(console.output.contains("<script")) }
        }
    }

    func testBoardPageIsSelfContainedAndSupportsDarkMode() throws {
        let fixture = CommunityFixture()
        _ = try fixture.person("mina").vote(for: "video")
        _ = try fixture.developer().release("clubs")
        _ = try fixture.developer().progress("video", percent: 40)
        let console = ScriptedConsole(environment: ["LANG": "C.UTF-8"])
        XCTAssertEqual(try shell(HubPlugin(admin: fixture.developer())).run(["board"], on: console), 0)
        for word in ["prefers-color-scheme: dark", "Coming Soon", "In Development", "Recently Added", "40 %", "1 vote"]
        {
            XCTAssertTrue(console.output.contains(word), word)
        }
        XCTAssertFalse(console.output.contains("src=\"http") || console.output.contains("<link"))
    }

    func testOnlySimilarSuggestionsAreListed() throws {
        let fixture = CommunityFixture()
        let mina = fixture.person("mina")
        _ = try mina.suggest("Dark mode for the app", "A dark theme would be easier on the eyes in the evening")
        _ = try mina.suggest("Export to calendar", "Put grading days into my calendar")
        XCTAssertEqual(
            try mina.similarSuggestions(of: "A dark mode for this app", "please").map(\.suggestion.title),
            ["Dark mode for the app"])
        XCTAssertEqual(try mina.similarSuggestions(of: "Sparring timer", "with bells").count, 0)
    }

    private func shell(_ plugins: any Plugin...) throws -> Shell {
        let registry = try Registry(plugins)
        let app = AppDescription(name: "hub", about: "", version: "1", credits: [], privacy: "", support: "")
        return Shell(app: app, commands: registry.all(.commands), homeCards: [], today: { Day(ordinal: 20_000) })
    }
}

extension CommunityClient {
    func outboxCount() throws -> Int { try ownFeedback().feedback.count }
}
