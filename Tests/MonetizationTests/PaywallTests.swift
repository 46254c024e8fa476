import Interface
import Kernel
import Monetization
import Storage
import TerminalTesting
import XCTest

final class PaywallTests: XCTestCase {
    func testPaywallContextsHaveTheOriginalTexts() {
        let founding = """
            general|Unlock your full potential|crown.fill
            sound|Unlock All Focus Sounds|speaker.wave.3.fill
            theme|Unlock All Themes|paintpalette.fill
            ambiance|Unlock All Ambient Backgrounds|sparkles
            preset|Create Unlimited Presets|slider.horizontal.3
            task|Unlock Unlimited Tasks|checklist
            reminder|Unlock Unlimited Reminders|bell.fill
            history|View Your Complete History|calendar
            xpLevels|Track Your Progress with XP|trophy.fill
            journey|Discover Your Focus Journey|map.fill
            widget|Unlock Interactive Widgets|square.grid.2x2.fill
            liveActivity|Focus from Dynamic Island|iphone.badge.play
            externalMusic|Connect Your Music Apps|music.note
            cloudSync|Sync Across All Devices|icloud.fill
            """
        let lines = PaywallContext.allCases.map { "\($0.rawValue)|\($0.headline.text)|\($0.headline.icon)" }
        XCTAssertEqual(lines.joined(separator: "\n"), founding)
        for context in PaywallContext.allCases {
            XCTAssertEqual(Paywall.focusFlow.headline(for: context.rawValue), context.headline)
        }
        XCTAssertEqual(Paywall.focusFlow.headline(for: "task_limit"), PaywallContext.general.headline)
    }

    func testPaywallFeaturesHaveTheOriginalTexts() {
        let founding = """
            speaker.wave.3.fill "11 Focus Sounds": "Full ambient sound library" · sparkles "14 Ambient Backgrounds": "Aurora, Rain, Ocean & more" · \
            paintpalette.fill "10 Themes": "Personalize your experience" · slider.horizontal.3 "Unlimited Presets": "Create & edit focus modes" · \
            checklist "Unlimited Tasks": "No limits on your to-do list" · calendar "Full History": "View all your past sessions" · \
            trophy.fill "XP & 50 Levels": "Track progress & achievements" · map.fill "Journey View": "Daily & weekly insights" · \
            square.grid.2x2.fill "All Widgets": "Interactive home screen controls" · iphone.badge.play "Live Activity": "Timer in Dynamic Island" · \
            music.note "Music Apps": "Spotify, Apple Music & more" · icloud.fill "Cloud Sync": "Sync across all your devices"
            """
        let lines = Paywall.focusFlow.features.map { "\($0.icon) \"\($0.title)\": \"\($0.about)\"" }
        XCTAssertEqual(lines.joined(separator: " · "), founding)
        XCTAssertEqual(
            Paywall.coin.features.map(\.title),
            ["Cloud Sync", "Unlimited Sharing", "Analytics", "Export to PDF/Word", "Team collaboration"])
        XCTAssertEqual([Paywall.coin.dismissal, Paywall.focusFlow.dismissal], ["Maybe Later", "Maybe later"])
    }

    func testTerminalPaywallShowsHeadlineFeaturesAndPrices() {
        for context in PaywallContext.allCases {
            let console = ScriptedConsole(
                keys: [.escape], terminal: true, environment: ["TERM": "xterm", "LANG": "C.UTF-8"], columns: 100,
                rows: 60)
            XCTAssertEqual(PlanApp.focusFlow().run(["locked", context.rawValue], on: console), 0)
            for text in [
                context.headline.text, "Maybe later", "$4.99 a month", "$29.99 a year", "1 week free first",
                "$79.99 once",
            ]
                + Paywall.focusFlow.features.map(\.title)
            {
                XCTAssertTrue(console.output.contains(text), "\(context): \(text)")
            }
        }
    }

    func testPaywallExplainsPaymentAndBuysNothing() throws {
        let app = PlanApp.focusFlow()
        let terminal = { (keys: [Key]) in
            ScriptedConsole(
                keys: keys, terminal: true, environment: ["TERM": "xterm", "LANG": "C.UTF-8"], columns: 100, rows: 60)
        }
        app.run(["locked", "task"], on: terminal([.character("3"), .escape, .escape]))
        XCTAssertEqual(try app.json("plan show")["plan"], .string("free"))
        let console = terminal([.character("3"), .enter])
        app.run(["locked", "task"], on: console)
        XCTAssertTrue(console.output.contains("FocusFlow Pro Monthly: $4.99 a month"), console.output)
        XCTAssertTrue(
            console.output.contains("it has no seller's key"), "this build knows no seller: \(console.output)")
        XCTAssertEqual(try app.json("plan show")["plan"], .string("free"))
    }

    func testPipedOutputContainsNoPaywall() {
        for words in [["locked", "task"], ["locked", "task", "--json"], ["locked", "task", "--plain"]] {
            let console = ScriptedConsole(lines: ["3", "", ""])
            XCTAssertEqual(PlanApp.focusFlow().run(words, on: console), 1)
            XCTAssertEqual(console.output, "")
            XCTAssertTrue(console.error.contains("plan buy"), console.error)
            XCTAssertFalse(console.error.contains("Unlock Unlimited Tasks"))
        }
        let terminal = ScriptedConsole(terminal: true, environment: ["TERM": "xterm"])
        PlanApp.focusFlow().run(["locked", "task", "--json"], on: terminal)
        XCTAssertEqual(terminal.output, "")
    }
}
