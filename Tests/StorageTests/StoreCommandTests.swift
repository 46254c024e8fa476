import FileStore
import Foundation
import Guidance
import Interface
import Kernel
import Programs
import Storage
import StorageCommands
import Terminal
import TerminalTesting
import TestSupport
import XCTest

/// Tests the commands of every app with a store: `undo` and `doctor`.
final class StoreCommandTests: XCTestCase {
    private struct Words: Plugin {
        let name = "Words"
        let doctorChecks: [DoctorCheck]

        func contribute(to registry: inout Registry) {
            registry.add(collections: [Word.collection])
            for checkup in doctorChecks { registry.add(checkup, to: .doctorChecks) }
        }
    }

    private let clock = ManualClock("2026-11-20T12:00:00Z")
    private var backgroundJob: BackgroundJob?

    private func registry(_ store: any Store, _ doctorChecks: [DoctorCheck]) throws -> Registry {
        try Registry([
            Words(doctorChecks: doctorChecks),
            StoragePlugin(store: store, time: clock.source(), backgroundJob: backgroundJob),
        ])
    }

    private func run(
        _ line: String, over store: any Store, doctorChecks: [DoctorCheck] = [], files: [String: [UInt8]] = [:]
    ) throws -> (output: String, error: String, status: Int32, files: [String: [UInt8]]) {
        let console = ScriptedConsole(columns: 200, files: files)
        let commands = try registry(store, doctorChecks).all(.commands)
        let shell = Shell(
            app: AppDescription(
                name: "test", about: "An app of tests.", version: "1", credits: [], privacy: "", support: ""),
            commands: commands, homeCards: [], today: clock.source().today)
        let (options, rest) = try GlobalOptions.split(line.split(separator: " ").map(String.init))
        let status = shell.run(options, rest, on: console)
        return (console.output, console.error, status, console.fileContents)
    }

    private func filled() throws -> MemoryStore {
        let store = MemoryStore()
        try store.write { try $0.put(contentsOf: [Word("a", "one"), Word("b", "two")]) }
        try store.scoped(to: Partition(rawValue: "p")).write { try $0.put(Word("c", "three")) }
        return store
    }

    func testCommandsChangeDataAndHelpIsGeneral() throws {
        let registry = try registry(MemoryStore(), [])
        XCTAssertEqual(registry.all(.commands).map { $0.path.joined() }, ["undo", "doctor"])
        XCTAssertEqual(registry.all(.commands).filter { !$0.changesData }.map(\.name), [])
        XCTAssertEqual(registry.all(.helpTopics).map(\.isGeneral), [true])
    }

    func testUndoListsLatestFirstAndUndoesOneStep() throws {
        let store = try filled()
        for text in ["three", "four"] { try store.write(undo: "Wrote \(text)") { try $0.put(Word("a", text)) } }
        let lines = try run("undo --list", over: store).output
        let places = ["Wrote four", "Wrote three"].map { lines.range(of: $0)?.lowerBound }
        XCTAssertLessThan(try XCTUnwrap(places[0]), try XCTUnwrap(places[1]))
        XCTAssertEqual(try store.words(), ["a=four", "b=two"], "listing undoes nothing")
        XCTAssertTrue(try run("undo", over: store).output.contains("Undone: Wrote four"))
        XCTAssertEqual(try store.words(), ["a=three", "b=two"])
        XCTAssertEqual(try run("undo", over: store).status, 0)
        XCTAssertEqual(try store.words(), ["a=one", "b=two"])
        XCTAssertTrue(try run("undo --list", over: store).output.contains("There is nothing to undo."))
        XCTAssertEqual(try run("undo", over: store).status, 1)
    }

    /// Commands that process every record report progress for the terminal.
    func testLongCommandsReportProgress() throws {
        for words in [["doctor"], ["doctor", "--export", "all.jsonl"], ["undo"]] {
            let store = MemoryStore()
            let many = (0..<9000).map { Word("w\($0)", String(repeating: "text ", count: 20)) }
            try store.write { try $0.put(contentsOf: many) }
            // Import over existing records, so that undo must restore them.
            try store.importEverything(try store.exportEverything(), collections: [Word.collection])
            let command = try XCTUnwrap(registry(store, []).all(.commands).first { $0.path == [words[0]] })
            let files = ConsoleFiles(read: { _, _ in [] }, write: { _, _, _ in })
            let output = try command.run(Array(words[1...]), in: ParsingContext(today: Day(ordinal: 0), files: files))
            guard case .work(_, let total, let proceed) = output.continuation else { return XCTFail("\(words)") }
            var counts: [Int] = []
            _ = try proceed { counts.append($0) }
            XCTAssertGreaterThan(counts.count, 2, "\(words)")
            XCTAssertEqual(counts, counts.sorted(), "\(words)")
            XCTAssertGreaterThan(counts.last ?? 0, total * 9 / 10, "\(words)")
            XCTAssertLessThanOrEqual(counts.last ?? 0, total, "\(words)")
        }
    }

    func testDoctorDevicesWithoutSyncIsAUsageError() throws {
        let result = try run("doctor --devices", over: filled())
        XCTAssertEqual(result.status, 64)
        XCTAssertTrue(result.error.contains("nothing that several devices share"), result.error)
    }

    func testDoctorCountsRecordsAndReportsFindings() throws {
        let store = try filled()
        let sound = try run("doctor", over: store)
        XCTAssertEqual(sound.status, 0)
        XCTAssertTrue(sound.output.contains("All is well."), sound.output)
        let notice = DoctorCheck("photos") { [.init(.notice, "one is missing")] }
        let noticed = try run("doctor", over: store, doctorChecks: [notice])
        XCTAssertEqual(noticed.status, 0)
        XCTAssertTrue(noticed.output.contains("Notice: photos: one is missing"), noticed.output)
        XCTAssertFalse(noticed.output.contains("All is well."))

        let odd = StoredRecord(
            address: RecordAddress(partition: .common, collection: "words", id: "odd"),
            stamp: Stamp(generation: 0, deleted: false, time: HybridTime(milliseconds: 1, counter: 0), device: "d"),
            payloadVersion: 1, entries: [], payload: Data("{\"id\":7}".utf8))
        try store.engine.write { try $0.put(odd) { $0.entries } }
        let damaged = try run("doctor", over: store, doctorChecks: [notice])
        XCTAssertEqual(damaged.status, 65)
        XCTAssertTrue(damaged.output.contains("Damage: words “odd”: "), damaged.output)
        XCTAssertTrue(damaged.output.contains("Notice: photos: one is missing"), damaged.output)
        let json = try JSONValue(Data(run("doctor --json", over: store).output.utf8))
        XCTAssertTrue("\(json)".contains("readable"), "\(json)")
        let facts = damaged.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        XCTAssertTrue(facts.contains(["Records", "4"]) && facts.contains(["Readable", "3"]), damaged.output)
    }

    func testDoctorSpaceListsSizesAndCommands() throws {
        let home = try Home()
        let time = try XCTUnwrap(Instant("2026-10-20T12:00:00Z"))
        let store = try FileStore(directory: home.path("store"), random: RandomSource(seed: 1)) { time }
        for text in ["one", "two"] { try store.write(undo: "Wrote") { try $0.put(Word("a", text)) } }
        try store.scoped(to: Partition(rawValue: "p")).write {
            try $0.put(contentsOf: (0..<30).map { Word("w\($0)", "t") })
        }
        try store.scoped(to: Partition(rawValue: "p")).write { _ = try $0.delete(Identifier<Word>("w1")) }
        try home.file("store/aside-1-log-2.jsonl", "what")
        let output = try run("doctor --space", over: store).output
        let rows = output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        func isThere(_ words: String...) -> Bool { rows.contains { row in words.allSatisfy(row.contains) } }
        XCTAssertTrue(isThere("words", "p", "29", "31", "days"), output)
        XCTAssertTrue(isThere("p,", "deleted", "1", "doctor", "--compact"), output)
        XCTAssertFalse(output.contains("in 30 days") || output.contains("All is well"), output)
        XCTAssertTrue(isThere("undo", "2", "--forget"), output)
        XCTAssertTrue(isThere("displaced", "files", "bytes", "undo", "--forget"), output)
        let json = try JSONValue(Data(run("doctor --space --json", over: store).output.utf8))
        guard case .array(let spaces)? = json["space"] else { return XCTFail("\(json)") }
        XCTAssertEqual(spaces.count, try store.engine.space().count)
        for case .object(let members) in spaces {
            XCTAssertEqual(members.keys.sorted(), ["bytes", "command", "count", "kind", "name", "partition", "since"])
        }
        XCTAssertEqual(try JSONValue(Data(run("doctor --json", over: store).output.utf8))["space"], .array([]))
        // The table shows the largest kinds only.
        for number in 0..<40 {
            try store.scoped(to: Partition(rawValue: "q\(number)")).write { try $0.put(Word("a", "t")) }
        }
        let many = try run("doctor --space", over: store).output
        XCTAssertTrue(many.contains("26 other kinds"), many)
        XCTAssertTrue(try run("doctor --space", over: MemoryStore()).output.contains("Nothing is kept in files."))
    }

    func testDoctorRepairsAndCompacts() throws {
        let home = try Home()
        let store = try FileStore(directory: home.path("store")) { Instant(milliseconds: 1_763_661_909_120) }
        func isNamed(_ log: String) -> Bool { home.text("store/CURRENT").contains("\"\(log)\"") }
        for number in 1...9 { try store.write { try $0.put(Word("a", "t\(number)")) } }
        XCTAssertTrue(try run("doctor --repair", over: store).output.contains("Nothing needs repair."))
        XCTAssertTrue(isNamed("log-1.jsonl"))
        let result = try run("doctor --compact", over: store)
        XCTAssertTrue(result.output.contains("The log had "), result.output)
        XCTAssertTrue(isNamed("log-2.jsonl"))
        XCTAssertEqual(try store.words(), ["a=t9"])
    }

    /// `doctor --compact` exits in a background job while another one runs, but not for a user.
    func testBackgroundCompactionYieldsToARunningOne() throws {
        let home = try Home(isQuick: true)
        let store = try FileStore(directory: home.path("data")) { Instant(milliseconds: 1_763_661_909_120) }
        let lock = open(home.path("data/upkeep.lock"), O_RDWR | O_CREAT, 0o600)
        defer { close(lock) }
        XCTAssertEqual(flock(lock, LOCK_EX | LOCK_NB), 0)
        func compact(_ variables: [String: String]) throws -> (text: String, status: Int32) {
            backgroundJob = BackgroundJob(
                "upkeep", "/nowhere/test", of: "test", [], in: home.path("data"), atMost: 1, variables: variables)
            let result = try run("doctor --compact", over: store)
            return (result.output + result.error, result.status)
        }
        let late = try compact(["COMMONPLACE_WORKER": "upkeep"])
        XCTAssertEqual(late.status, 0)
        XCTAssertEqual(late.text, "")
        for variables in [[:], ["COMMONPLACE_WORKER": "courier"]] {
            XCTAssertTrue(try compact(variables).text.contains("The log had"))
        }
    }

    func testExportHasHeaderRecordsAndCount() throws {
        let store = try filled()
        try store.write(undo: "Wrote four") { try $0.put(Word("d", "four")) }
        let lines = try run("doctor --export -", over: store).output.split(
            separator: "\n", omittingEmptySubsequences: false)
        XCTAssertEqual(lines.count, 7, "without undo steps, and with a final newline")
        XCTAssertEqual(lines.first, "{\"format\":\"commonplace-export\",\"version\":1}")
        XCTAssertEqual(lines.suffix(2), ["{\"records\":4}", ""])
        let other = MemoryStore()
        let file = ["in": Array(lines.joined(separator: "\n").utf8)]
        XCTAssertTrue(
            try run("doctor --import in", over: other, files: file).output.contains("Imported 4 records from in."))
        func words(_ store: any Store) throws -> [ExportedRecord] {
            try store.exportEverything().filter { $0.record.collection == "words" }
        }
        XCTAssertEqual(try words(other), try words(store))
        XCTAssertEqual(try run("doctor --export all", over: other).files["all"], file["in"])
    }

    func testIncompleteExportIsRefused() throws {
        let lines = try run("doctor --export -", over: filled()).output.split(separator: "\n").map(String.init)
        for missing in lines.indices {
            let store = MemoryStore()
            let rest = lines.enumerated().filter { $0.offset != missing }.map(\.element).joined(separator: "\n")
            let result = try run("doctor --import in", over: store, files: ["in": Array(rest.utf8)])
            XCTAssertEqual(result.status, 65, "without line \(missing)")
            XCTAssertTrue(result.error.contains(missing == 0 ? "is not an export" : "is cut short"), result.error)
            XCTAssertEqual(try store.exportEverything(), [])
        }
        for broken in 1...3 {
            var bytes = lines
            bytes[broken] = "{}"
            let store = MemoryStore()
            let result = try run(
                "doctor --import in", over: store, files: ["in": Array(bytes.joined(separator: "\n").utf8)])
            XCTAssertEqual(result.status, 65)
            XCTAssertTrue(result.error.contains("Line \(broken + 1) of in is damaged"), result.error)
            XCTAssertEqual(try store.exportEverything(), [])
        }
    }

    func testUndoForgetRequiresConfirmation() throws {
        let store = try filled()
        for text in ["three", "four"] { try store.write(undo: "Wrote \(text)") { try $0.put(Word("a", text)) } }
        XCTAssertNotEqual(try run("undo --forget", over: store).status, 0, "not confirmed")
        XCTAssertEqual(try store.undoSteps().count, 2)
        XCTAssertEqual(try run("undo --forget --yes", over: store).status, 0)
        XCTAssertEqual(try store.undoSteps().count, 0)
        XCTAssertEqual(try store.words(), ["a=four", "b=two"])
    }
}
