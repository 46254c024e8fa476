import Interface
import Kernel
import Storage
import TestSupport
import XCTest

/// Tests the command `reset`, and the commands of the plugin.
final class ResetTests: XCTestCase {
    private func run(_ line: String, over store: any Store, files: [String: [UInt8]] = [:]) throws -> CommandResult {
        try BackupPlace.run(
            line.split(separator: " ").map(String.init), of: BackupPlace.commands(over: store), files: files)
    }

    private func filled() throws -> MemoryStore {
        let store = MemoryStore()
        try store.write { try $0.put(contentsOf: [Word("a", "one"), Word("b", "two")]) }
        try store.scoped(to: Partition(rawValue: "p")).write { try $0.put(Word("c", "three")) }
        return store
    }

    func testCommandOrderAndDataChanges() throws {
        let commands = try BackupPlace.commands(over: MemoryStore())
        XCTAssertEqual(commands.map { $0.path.joined() }, ["undo", "doctor", "backup", "restore", "reset"])
        XCTAssertEqual(commands.filter { !$0.changesData }.map(\.name), ["backup"])
    }

    func testBackupReportsProgress() throws {
        let store = MemoryStore()
        try store.write {
            try $0.put(contentsOf: (0..<9000).map { Word("w\($0)", String(repeating: "text ", count: 20)) })
        }
        let command = try XCTUnwrap(BackupPlace.commands(over: store).first { $0.path == ["backup"] })
        let files = ConsoleFiles(read: { _, _ in [] }, write: { _, _, _ in })
        let output = try command.run(["all.tar"], in: ParsingContext(today: Day(ordinal: 0), files: files))
        guard case .work(_, let total, let proceed) = output.continuation else { return XCTFail("no work") }
        var counts: [Int] = []
        _ = try proceed { counts.append($0) }
        XCTAssertGreaterThan(counts.count, 2)
        XCTAssertEqual(counts, counts.sorted())
        XCTAssertGreaterThan(counts.last ?? 0, total * 9 / 10)
        XCTAssertLessThanOrEqual(counts.last ?? 0, total)
    }

    func testResetRequiresConfirmationAndKeepsARequestedCopy() throws {
        let store = try filled()
        try store.write(undo: "Wrote four") { try $0.put(Word("d", "four")) }
        XCTAssertNotEqual(try run("reset", over: store).status, 0, "not confirmed")
        XCTAssertEqual(try store.words().count, 3)
        let output = try run("reset --yes", over: store)
        XCTAssertTrue(output.text.contains("Erased 5 records and photos. Nothing of it is left here."), output.text)
        XCTAssertEqual(output.files, [:])
        XCTAssertEqual(try store.exportEverything(), [])
        XCTAssertEqual(try store.undoSteps().count, 0)

        let other = try filled()
        let export = try run("doctor --export -", over: other).text
        let kept = try run("reset --yes --keep-copy all.tar", over: other)
        XCTAssertTrue(kept.text.contains("The backup is all.tar."), kept.text)
        XCTAssertEqual(try other.exportEverything(), [])
        XCTAssertEqual(try run("restore all.tar", over: other, files: kept.files).status, 0)
        XCTAssertEqual(try run("doctor --export -", over: other).text, export)
    }

    func testFailedCopyAndDryRunEraseNothing() throws {
        let store = try filled()
        XCTAssertEqual(try run("reset --yes --keep-copy taken", over: store, files: ["taken": [1]]).status, 73)
        XCTAssertEqual(try run("reset --yes --keep-copy -", over: store).status, 64)
        XCTAssertEqual(try store.exportEverything().count, 3)
        let dryRun = try DryRunStore(over: store)
        XCTAssertEqual(try run("reset --yes", over: dryRun).status, 0)
        XCTAssertEqual(try dryRun.exportEverything(), [])
        XCTAssertEqual(try store.exportEverything().count, 3)
    }
}
