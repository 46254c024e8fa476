import Composition
import Foundation
import Kernel
import Storage
import Terminal
import XCTest

/// The twenty rules of the command line over every command of every app.
final class AppRulesTests: XCTestCase {
    func testEveryCommandOfEveryAppKeepsTheRules() throws {
        XCTAssertFalse(App.all.isEmpty)
        for app in App.all {
            let commands = try App.commands(of: app)
            XCTAssertGreaterThan(commands.count, 10, app.name)
            for broken in try CommandRules(app: app.name, commands: commands, fresh: { Self.subject(app) }).brokenRules() {
                XCTFail("\(app.name): \(broken)")
            }
        }
    }

    override func tearDown() {
        for app in App.all {
            try? FileManager.default.removeItem(
                at: FileManager.default.temporaryDirectory.appendingPathComponent("rules-\(app.name)"))
        }
    }

    func testEveryRuleThatIsCheckedElsewhereSaysWhere() {
        XCTAssertEqual(CommandRules.rules.map(\.number), Array(0...20))
        for rule in CommandRules.rules { XCTAssertNotEqual(rule.checkedElsewhere, "") }
    }

    /// An app over one memory store, with what the examples name: a profile called Student, and its export as a file.
    private static func subject(_ app: App.Entry) -> CommandRules.Subject {
        let store = MemoryStore()
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("rules-\(app.name)").path
        let adjust: @Sendable (Environment) -> Environment = { $0.with(store: store, directory: folder) }
        _ = App.run(app.name, app.build, [], on: ScriptedConsole(environment: variables), adjust: adjust)
        return CommandRules.Subject(
            run: { arguments, console in App.run(app.name, app.build, arguments, on: console, adjust: adjust) },
            fingerprint: { String(decoding: try JSONValue.encoder.encode(store.exportEverything()), as: UTF8.self) })
    }

    static let variables = ["HOME": "/nowhere", "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]
}
