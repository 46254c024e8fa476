import Foundation
import Guidance
import Kernel
import Storage
import StorageCommands
import Terminal
import TerminalContract
import TestBench
import XCTest

/// The commands that every app with a store has: `undo`, `doctor` and `reset`.
final class DeskTests: XCTestCase {
    private struct Words: Plugin {
        let name = "Words"
        let checkups: [Checkup]

        func contribute(to registry: inout Registry) {
            registry.add(collections: [Word.collection])
            for checkup in checkups { registry.add(checkup, to: .checkups) }
        }
    }

    private let clock = HandClock("2026-11-20T12:00:00Z")

    private func registry(_ store: any Store, _ checkups: [Checkup]) throws -> Registry {
        let place = StorePlace(app: "test", directory: nil)
        return try Registry([Words(checkups: checkups), StoragePlugin(store: store, place: place, time: clock.source())])
    }

    private func run(
        _ line: String, over store: any Store, checkups: [Checkup] = [], files: [String: [UInt8]] = [:]
    ) throws -> (output: String, error: String, status: Int32, files: [String: [UInt8]]) {
        let console = ScriptedConsole(columns: 200, files: files)
        let commands = try registry(store, checkups).all(.commands)
        let shell = Shell(
            app: AppDescription(name: "test", about: "An app of tests.", version: "1", credits: [], privacy: "", support: ""),
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

    func testWhatChangesSomethingSaysSoAndTheHelpIsGeneral() throws {
        let registry = try registry(MemoryStore(), [])
        XCTAssertEqual(registry.all(.commands).map { $0.path.joined() }, ["undo", "doctor", "backup", "restore", "reset"])
        XCTAssertEqual(registry.all(.commands).filter { !$0.changes }.map(\.name), ["backup"])
        XCTAssertEqual(registry.all(.helpTopics).map(\.isGeneral), [true])
    }

    func testStepsAreListedLatestFirstAndTakenBackOneACall() throws {
        let store = try filled()
        for text in ["three", "four"] { try store.write(undo: "Wrote \(text)") { try $0.put(Word("a", text)) } }
        let lines = try run("undo --list", over: store).output
        let places = ["Wrote four", "Wrote three"].map { lines.range(of: $0)?.lowerBound }
        XCTAssertLessThan(try XCTUnwrap(places[0]), try XCTUnwrap(places[1]))
        XCTAssertEqual(try store.words(), ["a=four", "b=two"], "a list undoes nothing")
        XCTAssertTrue(try run("undo", over: store).output.contains("Undone: Wrote four"))
        XCTAssertEqual(try store.words(), ["a=three", "b=two"])
        XCTAssertEqual(try run("undo", over: store).status, 0)
        XCTAssertEqual(try store.words(), ["a=one", "b=two"])
        XCTAssertTrue(try run("undo --list", over: store).output.contains("There is nothing to undo."))
        XCTAssertEqual(try run("undo", over: store).status, 1)
    }

    /// What touches every record says how far it is: a terminal shows that.
    func testHowFarLongWorkIsIsTold() throws {
        for words in [["doctor"], ["doctor", "--export", "all.jsonl"], ["backup", "all.tar"], ["undo"]] {
            let store = MemoryStore()
            let many = (0..<9000).map { Word("w\($0)", String(repeating: "text ", count: 20)) }
            try store.write { try $0.put(contentsOf: many) }
            // Over what is there, so that it must come back.
            try store.importEverything(try store.exportEverything(), collections: [Word.collection])
            let command = try XCTUnwrap(registry(store, []).all(.commands).first { $0.path == [words[0]] })
            let files = ConsoleFiles(read: { _, _ in [] }, write: { _, _, _ in })
            let output = try command.run(Array(words[1...]), in: ParsingContext(today: Day(ordinal: 0), files: files))
            guard case .work(_, let total, let proceed) = output.continuation else { return XCTFail("\(words)") }
            var told: [Int] = []
            _ = try proceed { told.append($0) }
            XCTAssertGreaterThan(told.count, 2, "\(words)")
            XCTAssertEqual(told, told.sorted(), "\(words)")
            XCTAssertGreaterThan(told.last ?? 0, total * 9 / 10, "\(words)")
            XCTAssertLessThanOrEqual(told.last ?? 0, total, "\(words)")
        }
    }

    func testDoctorOfAnAppWithoutAccountsAsksNobody() throws {
        let asked = try run("doctor --devices", over: filled())
        XCTAssertEqual(asked.status, 64)
        XCTAssertTrue(asked.error.contains("nothing that several devices share"), asked.error)
    }

    func testDoctorCountsWhatItReadAndNamesWhatItFinds() throws {
        let store = try filled()
        let sound = try run("doctor", over: store)
        XCTAssertEqual(sound.status, 0)
        XCTAssertTrue(sound.output.contains("All is well."), sound.output)
        let notice = Checkup("photos") { [.init(.notice, "one is missing")] }
        let noticed = try run("doctor", over: store, checkups: [notice])
        XCTAssertEqual(noticed.status, 0)
        XCTAssertTrue(noticed.output.contains("Notice: photos: one is missing"), noticed.output)
        XCTAssertFalse(noticed.output.contains("All is well."))

        let odd = StoredRecord(
            address: RecordAddress(partition: .common, collection: "words", id: "odd"),
            stamp: Stamp(generation: 0, deleted: false, time: HybridTime(milliseconds: 1, counter: 0), device: "d"),
            payloadVersion: 1, entries: [], payload: Data("{\"id\":7}".utf8))
        try store.engine.write { try $0.put(odd) { $0.entries } }
        let damaged = try run("doctor", over: store, checkups: [notice])
        XCTAssertEqual(damaged.status, 65)
        XCTAssertTrue(damaged.output.contains("Damage: words “odd”: "), damaged.output)
        XCTAssertTrue(damaged.output.contains("Notice: photos: one is missing"), damaged.output)
        let seen = try JSONValue(Data(run("doctor --json", over: store).output.utf8))
        XCTAssertTrue("\(seen)".contains("readable"), "\(seen)")
        let facts = damaged.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        XCTAssertTrue(facts.contains(["Records", "4"]) && facts.contains(["Readable", "3"]), damaged.output)
    }

    func testSpaceIsATableOfWhatTakesRoomAndHowItGoes() throws {
        let directory = try TemporaryDirectory()
        let time = try XCTUnwrap(Instant("2026-10-20T12:00:00Z"))
        let store = try FileStore(directory: "\(directory.path)/store", random: RandomSource(seed: 1)) { time }
        for text in ["one", "two"] { try store.write(undo: "Wrote") { try $0.put(Word("a", text)) } }
        try store.scoped(to: Partition(rawValue: "p")).write { try $0.put(contentsOf: (0..<30).map { Word("w\($0)", "t") }) }
        try store.scoped(to: Partition(rawValue: "p")).write { _ = try $0.delete(Identifier<Word>("w1")) }
        try directory.make(Data("what".utf8), as: "aside-1-log-2.jsonl")
        let said = try run("doctor --space", over: store).output
        let rows = said.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        func isThere(_ words: String...) -> Bool { rows.contains { row in words.allSatisfy(row.contains) } }
        XCTAssertTrue(isThere("words", "p", "29", "31", "days"), said)
        XCTAssertTrue(isThere("p,", "deleted", "1", "doctor", "--compact"), said)
        XCTAssertFalse(said.contains("in 30 days") || said.contains("All is well"), said)
        XCTAssertTrue(isThere("undo", "2", "--forget"), said)
        XCTAssertTrue(isThere("files", "way", "bytes", "undo", "--forget"), said)
        let seen = try JSONValue(Data(run("doctor --space --json", over: store).output.utf8))
        guard case .array(let spaces)? = seen["space"] else { return XCTFail("\(seen)") }
        XCTAssertEqual(spaces.count, try store.engine.space().count)
        for case .object(let members) in spaces {
            XCTAssertEqual(members.keys.sorted(), ["bytes", "command", "count", "kind", "name", "partition", "since"])
        }
        XCTAssertEqual(try JSONValue(Data(run("doctor --json", over: store).output.utf8))["space"], .array([]))
        // Of many kinds the largest are shown.
        for number in 0..<40 { try store.scoped(to: Partition(rawValue: "q\(number)")).write { try $0.put(Word("a", "t")) } }
        let many = try run("doctor --space", over: store).output
        XCTAssertTrue(many.contains("26 other kinds"), many)
        XCTAssertTrue(try run("doctor --space", over: MemoryStore()).output.contains("Nothing is kept in files."))
    }

    func testFilesAreRewrittenOrRepairedWhenAskedFor() throws {
        let directory = try TemporaryDirectory()
        let store = try directory.store()
        for number in 1...9 { try store.write { try $0.put(Word("a", "t\(number)")) } }
        XCTAssertTrue(try run("doctor --repair", over: store).output.contains("Nothing needs repair."))
        XCTAssertEqual(directory.log, "log-1.jsonl")
        let said = try run("doctor --compact", over: store)
        XCTAssertTrue(said.output.contains("The log had "), said.output)
        XCTAssertEqual(directory.log, "log-2.jsonl")
        XCTAssertEqual(try store.words(), ["a=t9"])
    }

    func testWhatIsExportedIsALineARecordBetweenAHeadAndACount() throws {
        let store = try filled()
        try store.write(undo: "Wrote four") { try $0.put(Word("d", "four")) }
        let lines = try run("doctor --export -", over: store).output.split(separator: "\n", omittingEmptySubsequences: false)
        XCTAssertEqual(lines.count, 7, "steps of undo are no part of it, and the last line ends")
        XCTAssertEqual(lines.first, "{\"format\":\"commonplace-export\",\"version\":1}")
        XCTAssertEqual(lines.suffix(2), ["{\"records\":4}", ""])
        let other = MemoryStore()
        let file = ["in": Array(lines.joined(separator: "\n").utf8)]
        XCTAssertTrue(try run("doctor --import in", over: other, files: file).output.contains("Imported 4 records from in."))
        func words(_ store: any Store) throws -> [ExportedRecord] {
            try store.exportEverything().filter { $0.record.collection == "words" }
        }
        XCTAssertEqual(try words(other), try words(store))
        XCTAssertEqual(try run("doctor --export all", over: other).files["all"], file["in"])
    }

    func testAnExportThatLacksALineIsRefusedWhole() throws {
        let lines = try run("doctor --export -", over: filled()).output.split(separator: "\n").map(String.init)
        for missing in lines.indices {
            let store = MemoryStore()
            let rest = lines.enumerated().filter { $0.offset != missing }.map(\.element).joined(separator: "\n")
            let seen = try run("doctor --import in", over: store, files: ["in": Array(rest.utf8)])
            XCTAssertEqual(seen.status, 65, "without line \(missing)")
            XCTAssertTrue(seen.error.contains(missing == 0 ? "is not an export" : "is cut short"), seen.error)
            XCTAssertEqual(try store.exportEverything(), [])
        }
        for broken in 1...3 {
            var bytes = lines
            bytes[broken] = "{}"
            let store = MemoryStore()
            let seen = try run("doctor --import in", over: store, files: ["in": Array(bytes.joined(separator: "\n").utf8)])
            XCTAssertEqual(seen.status, 65)
            XCTAssertTrue(seen.error.contains("Line \(broken + 1) of in is damaged"), seen.error)
            XCTAssertEqual(try store.exportEverything(), [])
        }
    }

    func testResetAsksFirstAndKeepsNothingUnlessAFileIsNamed() throws {
        let store = try filled()
        try store.write(undo: "Wrote four") { try $0.put(Word("d", "four")) }
        XCTAssertNotEqual(try run("reset", over: store).status, 0, "nobody said yes")
        XCTAssertEqual(try store.words().count, 3)
        let seen = try run("reset --yes", over: store)
        XCTAssertTrue(seen.output.contains("Erased 5 records. Nothing of it is left here."), seen.output + seen.error)
        XCTAssertEqual(seen.files, [:])
        XCTAssertEqual(try store.exportEverything(), [])
        XCTAssertEqual(try store.undoSteps().count, 0)

        let other = try filled()
        let export = try run("doctor --export -", over: other).output
        let kept = try run("reset --yes --keep-copy all.tar", over: other)
        XCTAssertTrue(kept.output.contains("The backup is all.tar."), kept.output + kept.error)
        XCTAssertEqual(try other.exportEverything(), [])
        XCTAssertEqual(try run("restore all.tar", over: other, files: kept.files).status, 0)
        XCTAssertEqual(try run("doctor --export -", over: other).output, export)
    }

    func testWithoutItsCopyNothingIsErasedAndARehearsalErasesNothing() throws {
        let store = try filled()
        XCTAssertEqual(try run("reset --yes --keep-copy taken", over: store, files: ["taken": [1]]).status, 73)
        XCTAssertEqual(try run("reset --yes --keep-copy -", over: store).status, 64)
        XCTAssertEqual(try store.exportEverything().count, 3)
        let rehearsal = try DryRunStore(over: store)
        XCTAssertEqual(try run("reset --yes", over: rehearsal).status, 0)
        XCTAssertEqual(try rehearsal.exportEverything(), [])
        XCTAssertEqual(try store.exportEverything().count, 3)
    }

    func testWhatCouldBeUndoneIsForgottenWhenAskedFor() throws {
        let store = try filled()
        for text in ["three", "four"] { try store.write(undo: "Wrote \(text)") { try $0.put(Word("a", text)) } }
        XCTAssertNotEqual(try run("undo --forget", over: store).status, 0, "nobody said yes")
        XCTAssertEqual(try store.undoSteps().count, 2)
        XCTAssertEqual(try run("undo --forget --yes", over: store).status, 0)
        XCTAssertEqual(try store.undoSteps().count, 0)
        XCTAssertEqual(try store.words(), ["a=four", "b=two"])
    }
}
