import Backup
import Composition
import Foundation
import Interface
import Kernel
import Monetization
import PicturesTesting
import Storage
import Synchronization
import TerminalTesting
import TestSupport
import XCTest

/// Checks every file in a home after much work with an app: it is part of a backup, or it can be
/// recreated, or it is a secret that isn't copied.
final class LivedInHomeTests: XCTestCase {
    private final class AppWorldFixture: Sendable {
        let home: Home
        let seller = Mutex<Seller?>(nil)
        private let now = Instant("2026-11-22T12:00:00Z") ?? .earliest

        init() throws { home = try Home(isQuick: true) }

        func data(_ app: String, on machine: String) -> String { home.path("\(machine)/.local/share/\(app)") }

        @discardableResult
        func run(
            _ app: App.Entry, _ words: [String], on machine: String = "old", given: [String: [UInt8]] = [:],
            terminal: Bool = false
        ) -> (status: Int32, console: ScriptedConsole) {
            let variables = [
                "HOME": home.path(machine), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm",
                "COMMONPLACE_COMMUNITY": home.path("town"),
            ]
            let console = ScriptedConsole(
                lines: Array(repeating: "q", count: 40), keys: Array(repeating: .character("q"), count: 40),
                terminal: terminal,
                environment: variables, columns: 200, files: given)
            let status = App.run(
                app.name, app.build, words, on: console,
                adjust: { environment in
                    var copy = environment
                    copy.seller = self.seller.withLock { $0 }
                    copy.time = TimeSource(calendar: .utc, today: environment.options.today) { self.now }
                    return copy
                })
            return (status, console)
        }

        /// Every file below the app's folder, including hidden ones.
        func files(_ app: String, on machine: String) -> [String] {
            let root = data(app, on: machine)
            let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
            return names.filter { name in
                var isFolder: ObjCBool = false
                return FileManager.default.fileExists(atPath: "\(root)/\(name)", isDirectory: &isFolder)
                    && !isFolder.boolValue
            }.sorted()
        }
    }

    private func app(_ name: String) throws -> App.Entry { try XCTUnwrap(App.all.first { $0.name == name }) }

    /// Runs every example, commands with files, and commands at a terminal.
    private func live(_ world: AppWorldFixture, _ app: App.Entry) throws {
        for words in try CommunityFoundingTests.lines(of: app) where !["reset", "undo"].contains(words[0]) {
            world.run(app, words)
        }
        world.run(app, ["display", "--contrast", "high"])
        let picture = PhotoMaker.jpeg(40, 30)
        switch app.name {
        case "grain":
            for day in ["today", "yesterday", "2 days ago"] {
                XCTAssertEqual(
                    world.run(app, ["add", "p.jpg", "--date", day, "-m", "Snow"], given: ["p.jpg": picture]).status, 0)
            }
            world.run(app, ["delete", "yesterday", "--yes"])
            world.run(app, ["trash", "list"], terminal: true)
            world.run(app, ["book", "book.html"])
        case "dojang":
            try world.home.folder("old/.local/share/dojang/packs")
            try world.home.file("old/.local/share/dojang/packs/club.json", "{}")
            try world.home.file("p.png", PhotoMaker.png(30, 40))
            XCTAssertEqual(world.run(app, ["media", "add", world.home.path("p.png"), "--to", "천지/3"]).status, 0)
            world.run(app, ["media", "list"], terminal: true)
        case "coin":
            world.run(app, ["new", "--context", "Review"])
            world.run(app, ["list"], terminal: true)
        case "focusflow":
            world.run(app, ["task", "add", "Write"])
            world.run(app, ["task", "list"], terminal: true)
        default:
            XCTAssertEqual(world.run(app, ["community", "create", world.home.path("town")]).status, 0)
            world.run(app, ["roadmap", "list"], terminal: true)
        }
        // Leftovers of an editor, a search and a picture transfer.
        for folder in ["drafts/1", "kept", "work/1", "search"] {
            try world.home.folder("old/.local/share/\(app.name)/\(folder)")
            try world.home.file("old/.local/share/\(app.name)/\(folder)/left", "left")
        }
    }

    private func buy(_ world: AppWorldFixture, for app: App.Entry) throws {
        let hub = try self.app("hub")
        world.run(hub, ["licence", "key"], on: "office")
        let json = try JSONValue(Data(world.run(hub, ["licence", "key", "--json"], on: "office").console.output.utf8))
        guard case .string(let text)? = json["key"], let key = LicenseKey(text: text) else { return XCTFail("no key") }
        world.seller.withLock { $0 = Seller(keys: [key]) }
        let products = [
            "dojang": "com.tkdojang.complete", "grain": "com.grainapp.grain", "coin": "com.coin.premium.yearly",
            "focusflow": "com.focusflow.pro.lifetime",
        ]
        guard let product = products[app.name] else { return }
        let price = ["--price", "9.99"] + (app.name == "coin" ? ["--term", "P1Y"] : [])
        let issued = world.run(hub, ["licence", "issue", product, "Mina"] + price, on: "office").console
        let activated = world.run(app, ["plan", "activate", "-"], given: ["-": issued.outputBytes])
        XCTAssertEqual(activated.status, 0, issued.error + activated.console.error)
    }

    /// Files that are no user data, by the first part of the path, with the reason.
    private static let passing = [
        "drafts": "what an editor left, for a while", "kept": "pages that are drawn again",
        "coming": "parts of files that are on their way", "sync-notes": "what syncing has come to",
        "sound.lock": "who plays", "sync.lock": "who is syncing", "sync-run.lock": "who is syncing all the time",
        "rows": "which row was which, until the next list",
        "search": "an index over the records", "work": "files of a program at work",
        "quarantine": "bytes that could not be read",
    ]
    /// The files of the records. A backup contains the records as a log.
    private static let store = ["CURRENT", "lock", "device", "log-", "index-", "restoring"]

    private func fate(of file: String, _ registry: Registry, taken: Set<String>) -> String? {
        let parts = file.split(separator: "/").map(String.init)
        if taken.contains(file) { return "taken" }
        if let why = Self.passing[parts[0]] { return why }
        if parts.count == 1, Self.store.contains(where: file.hasPrefix) { return "records" }
        if let secret = registry.all(.secretFiles).first(where: { $0.name == file }) { return "secret: \(secret.what)" }
        guard let folder = registry.all(.dataFolders).first(where: { $0.name == parts[0] }) else { return nil }
        if folder.handling == .regenerable { return "a \(folder.file) that is made again" }
        return parts.count == 2 && folder.deviceLocalFiles.contains(parts[1]) ? "of this device alone" : nil
    }

    private func inside(_ tar: [UInt8]) throws -> [String: [UInt8]] {
        var rest: [UInt8]? = tar
        var reader = TarReader { rest.take() }
        var found: [String: [UInt8]] = [:]
        while let entry = try reader.entry() {
            var bytes: [UInt8] = []
            try reader.read { bytes += $0 }
            found[String(entry.path.dropFirst("backup/".count))] = bytes
        }
        return found
    }

    func testEveryFileIsBackedUpOrClassified() throws {
        for app in App.all {
            let world = try AppWorldFixture()
            try live(world, app)
            try buy(world, for: app)
            if app.name == "hub" { world.run(app, ["licence", "key"]) }
            let registry = try App.registry(of: app)
            let backup = world.run(app, ["backup", "all.tar"])
            XCTAssertEqual(backup.status, 0, backup.console.error)
            let archived = try inside(XCTUnwrap(backup.console.fileContents["all.tar"]))
            let files = world.files(app.name, on: "old")
            XCTAssertGreaterThan(files.count, 8, app.name)
            for file in files {
                let fate = fate(of: file, registry, taken: Set(archived.keys))
                XCTAssertNotNil(fate, "\(app.name): \(file) has no classification")
                guard fate == "taken" else { continue }
                XCTAssertEqual(
                    Data(archived[file] ?? []),
                    FileManager.default.contents(atPath: world.data(app.name, on: "old") + "/" + file))
            }
            XCTAssertTrue(files.contains { fate(of: $0, registry, taken: Set(archived.keys)) == "taken" }, app.name)
            try assertRestored(world, app, backup.console.fileContents["all.tar"] ?? [], archived, registry)
        }
    }

    /// Restores on a new machine: every file of the backup exists, and the purchase counts.
    private func assertRestored(
        _ world: AppWorldFixture, _ app: App.Entry, _ tar: [UInt8], _ archived: [String: [UInt8]], _ registry: Registry
    )
        throws
    {
        world.run(app, ["display", "--lines", "off"], on: "new")
        let restore = world.run(app, ["restore", "all.tar"], on: "new", given: ["all.tar": tar])
        XCTAssertEqual(restore.status, 0, "\(app.name): \(restore.console.error)")
        for (file, bytes) in archived where file.contains("/") {
            XCTAssertEqual(
                FileManager.default.contents(atPath: world.data(app.name, on: "new") + "/" + file), Data(bytes), file)
        }
        guard app.name != "hub" else { return }
        func plan() throws -> [JSONValue?] {
            let json = try JSONValue(Data(world.run(app, ["plan", "show", "--json"], on: "new").console.output.utf8))
            return [json["state"], json["sandbox"]]
        }
        XCTAssertEqual(try plan(), [.string("subscribed"), .bool(false)], app.name)
        XCTAssertEqual(world.run(app, ["reset", "--yes"], on: "new").status, 0)
        XCTAssertEqual(
            try plan(), [.string("subscribed"), .bool(false)], "\(app.name): purchases survive a reset")
        let kinds = Dictionary(grouping: world.files(app.name, on: "new")) { $0.split(separator: "/")[0] }
        for (name, files) in kinds where !Self.store.contains(where: name.hasPrefix) {
            let care = registry.all(.dataFolders).first { $0.name == name }?.handling
            XCTAssertEqual(care, .deviceLocal, "\(app.name): a reset leaves \(files)")
        }
    }
}
