import Interface
import Kernel
import Storage
import Terminal
import TerminalTesting
import Vault
import VaultCommands
import XCTest

/// The commands `lock` and `unlock` on a terminal and in a pipe.
final class CommandTests: XCTestCase {
    private let ring = MemoryRing { .earliest }
    private let (base, files) = (MemoryStore(), MemoryFiles())

    private func run(
        _ line: String, saying lines: [String] = [], terminal: Bool = true, given: String? = nil,
        files: [String: [UInt8]] = [:]
    ) throws -> (output: String, error: String, status: Int32) {
        let fixture = Fixture(base, self.files, ring: ring, given: given)
        let (options, rest) = try GlobalOptions.split(line.split(separator: " ").map(String.init))
        let plugin = VaultPlugin(fixture.vault, variable: ("PASS", given), isDryRun: options.isDryRun)
        let console = ScriptedConsole(lines: lines, terminal: terminal, columns: 200, files: files)
        let registry = try Registry([plugin])
        let shell = Shell(
            app: AppDescription(name: "grain", about: "A diary.", version: "1", credits: [], privacy: "", support: ""),
            commands: registry.all(.commands), homeCards: registry.all(.homeCards),
            today: TimeSource(calendar: .utc) { .earliest }.today)
        let status = shell.run(options, rest, on: console)
        return (console.output, console.error, status)
    }

    private func fill() throws {
        try Fixture(base, files).store.write { for number in 0..<5 { try $0.put(Page(number, Fixture.word)) } }
        files.put("Photos/a.jpg", Array(Fixture.word.utf8))
    }

    private var isClosed: Bool { get throws { try !Fixture.text(of: base).contains(Fixture.word) } }

    func testLockAsksForPassphraseTwiceAndForConfirmation() throws {
        try fill()
        let locked = try run("lock", saying: ["four words of chance", "four words of chance", "y"])
        XCTAssertEqual(locked.status, 0, locked.error)
        XCTAssertTrue(locked.output.contains("If you forget it, the diary is gone."), locked.output)
        XCTAssertTrue(locked.output.contains("Locked 5 records and 1 file."), locked.output)
        XCTAssertFalse((locked.output + locked.error).contains("four words"))
        XCTAssertTrue(try isClosed)
        XCTAssertTrue(try run("").output.contains("grain unlock"))
        XCTAssertEqual(try run("unlock", saying: ["wrong words of chance"]).status, 65)
        XCTAssertTrue(try run("unlock --for 15m", saying: ["four words of chance"]).output.contains("for 15 minutes"))
        XCTAssertFalse(try Fixture(base, files, ring: ring).vault.isClosed())
        XCTAssertTrue(try run("lock").output.contains("The diary is locked."))
        XCTAssertTrue(try Fixture(base, files, ring: ring).vault.isClosed())
    }

    func testInvalidPassphraseLocksNothing() throws {
        try fill()
        for lines in [
            ["short"], [""], ["four words of chance", "five words of chance"],
            ["four words of chance", "four words of chance", "n"],
        ] {
            XCTAssertNotEqual(try run("lock", saying: lines).status, 0, "\(lines)")
        }
        XCTAssertNotEqual(try run("lock", terminal: false).status, 0)
        XCTAssertEqual(try run("lock --change --off").status, 64)
        XCTAssertEqual(try run("lock --off --passphrase-file -", files: ["-": Array("x".utf8)]).status, 1)
        XCTAssertFalse(try Fixture(base, files).vault.hasLock())
    }

    func testPipeProvidesPassphraseWithYesOption() throws {
        try fill()
        let pipe = ["-": Array("four words of chance\n".utf8)]
        XCTAssertTrue(
            try run("lock --passphrase-file - --yes --dry-run", terminal: false, files: pipe).output.contains(
                "5 records"))
        XCTAssertFalse(try Fixture(base, files).vault.hasLock())
        XCTAssertEqual(try run("lock --passphrase-file - --yes", terminal: false, files: pipe).status, 0)
        XCTAssertTrue(try isClosed)
        let new = ["-": Array("five new words of chance\n".utf8)]
        XCTAssertEqual(
            try run("lock --change --passphrase-file -", terminal: false, given: "wrong one of all", files: new).status,
            65)
        XCTAssertEqual(
            try run("lock --change --passphrase-file -", terminal: false, given: "four words of chance", files: new)
                .status, 0)
        XCTAssertEqual(try run("lock --off --yes", terminal: false, given: "four words of chance").status, 65)
        XCTAssertTrue(try isClosed)
        XCTAssertTrue(
            try run("lock --off --yes", terminal: false, given: "five new words of chance").output.contains(
                "Opened 5 records"))
        XCTAssertFalse(try isClosed)
    }

    func testDoctorListsFilesLockedInAnotherStore() throws {
        try fill()
        _ = try Fixture(base, files).vault.lock(Fixture.passphrase)
        let outputs = try [Fixture(base, files), Fixture(MemoryStore(), files)].map { fixture in
            let registry = try Registry([VaultPlugin(fixture.vault, variable: ("PASS", nil), isDryRun: false)])
            return try registry.all(.doctorChecks).flatMap { try $0.examine() }.map(\.message)
        }
        XCTAssertEqual(outputs[0], [])
        XCTAssertEqual(outputs[1].count, 1)
        XCTAssertTrue(
            outputs[1].joined().contains("Locked in another store: 1 file, such as Photos/a.jpg"), "\(outputs[1])")
    }
}
