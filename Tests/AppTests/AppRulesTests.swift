import Composition
import Dispatch
import Foundation
import Interface
import Kernel
import Storage
import Synchronization
import TerminalTesting
import XCTest

/// Checks the twenty command-line rules for every command of every app.
final class AppRulesTests: XCTestCase {
    func testAllCommandsFollowCommandRules() throws {
        XCTAssertFalse(App.all.isEmpty)
        let violations = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: App.all.count) { place in
            let app = App.all[place]
            do {
                let broken = try Self.broken(in: app).map { "\(app.name): \($0)" }
                violations.withLock { $0 += broken }
            } catch {
                violations.withLock { $0.append("\(app.name): \(error)") }
            }
        }
        for broken in violations.withLock({ $0.sorted() }) { XCTFail(broken) }
    }

    private static func broken(in app: App.Entry) throws -> [String] {
        let commands = try App.commands(of: app)
        let store = prepared(app)
        let rules = CommandRules(app: app.name, commands: commands, fresh: { try subject(app, over: store) })
        return try rules.brokenRules().map(\.description)
            + (commands.count > 10 ? [] : ["has \(commands.count) commands only"])
    }

    override func tearDown() {
        for app in App.all { try? FileManager.default.removeItem(atPath: Self.folder(of: app)) }
    }

    /// Includes the process identifier, because two test processes may run at the same time.
    private static func folder(of app: App.Entry) -> String {
        FileManager.default.temporaryDirectory.appendingPathComponent(
            "rules-\(app.name)-\(ProcessInfo.processInfo.processIdentifier)"
        ).path
    }

    func testRulesCheckedElsewhereNameTheirCheck() {
        XCTAssertEqual(CommandRules.rules.map(\.number), Array(0...20))
        for rule in CommandRules.rules { XCTAssertNotEqual(rule.checkedElsewhere, "") }
    }

    /// An app over its own store with the records that its examples name. The store is prepared
    /// once; each run rehearses over it.
    private static func subject(_ app: App.Entry, over prepared: MemoryStore) throws -> CommandRules.Subject {
        let store = try DryRunStore(over: prepared)
        return CommandRules.Subject(
            run: { arguments, console in
                // A fixed seed makes the outputs comparable.
                App.run(app.name, app.build, ["--seed", "1"] + arguments, on: console, adjust: adjust(app, store))
            },
            fingerprint: { String(decoding: try JSONValue.encoder.encode(store.exportEverything()), as: UTF8.self) })
    }

    static func prepared(_ app: App.Entry) -> MemoryStore {
        let store = MemoryStore()
        for words in records[app.name] ?? [[]] {
            let files = [
                "-": words.first == "rules"
                    ? Array(#"{"like": "itf", "id": "club"}"#.utf8) : [UInt8](Data(base64Encoded: photo) ?? Data())
            ]
            _ = App.run(
                app.name, app.build, words, on: ScriptedConsole(environment: variables, files: files),
                adjust: adjust(app, store))
        }
        return store
    }

    private static func adjust(_ app: App.Entry, _ store: any Store) -> @Sendable (Environment) -> Environment {
        let folder = folder(of: app)
        return { $0.with(store: store, directory: folder) }
    }

    /// The commands that prepare each app before its examples run. An app without an entry is
    /// started once.
    static let records = [
        "coin": [
            ["template", "add", "mine", "--context", "In the retro of [day]"],
            ["new", "--context", "The handover", "--to", "Sam"], ["person", "set", "Sam", "--team", "Web"],
            ["new", "--context", "The release meeting", "--observation", "The list was ready", "--tag", "team"],
        ],
        "dojang": [
            ["grading", "record", "--result", "fail"], ["match", "start"], ["rules", "add", "-"],
            ["media", "add", "-", "--to", "chon-ji/3"],
            ["term", "add", "knee guard", "--hangul", "무릎 막기"], ["set", "new", "Grading", "walking-stance"],
            ["club", "create", "Tigers"],
        ],
        "focusflow": [
            ["plan", "sandbox", "buy", "com.focusflow.pro.monthly", "--yes"],
            ["task", "add", "Write report #work 30m"],
            ["preset", "add", "Essay"], ["session", "add", "2 days ago 9:00 to 9:50"],
            ["start", "--detach"],
        ],
        "grain": ["today", "yesterday", "2 days ago"].map { ["add", "-", "--date", $0, "-m", "First frost"] },
    ]

    /// A PNG of two by two pixels.
    static let photo =
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGO41GUDRAwQCgAvBgZh81EzFwAAAABJRU5ErkJggg=="

    /// The `PATH` contains no program. Other tests cover the external programs, which would run
    /// some hundred times here.
    static let variables = ["HOME": "/nowhere", "PATH": "/nowhere/bin", "LANG": "C.UTF-8"]
}
