import BackupCommands
import FileStore
import Foundation
import Interface
import Kernel
import Storage
import StorageCommands
import Terminal
import TerminalTesting
import TestSupport

/// A feature with words, photos and papers.
struct Words: Plugin {
    let name = "Words"
    let doctorChecks: [DoctorCheck]

    func contribute(to registry: inout Registry) {
        registry.add(collections: [Word.collection])
        registry.add(DataFolder("Photos", of: "photo"), to: .dataFolders)
        registry.add(DataFolder("Small", of: "small picture", .regenerable), to: .dataFolders)
        registry.add(DataFolder("Papers", of: "paper", .deviceLocal, deviceLocalFiles: ["notes"]), to: .dataFolders)
        registry.add(SecretFile("key", "the key"), to: .secretFiles)
        registry.add(all: doctorChecks, to: .doctorChecks)
    }
}

/// An app with its own data directory.
final class BackupPlace {
    let home: Home
    let store: FileStore
    var doctorChecks: [DoctorCheck] = []
    var app = "test"
    private static let clock = ManualClock("2026-11-20T12:00:00Z")

    init() throws {
        home = try Home(isQuick: true)
        store = try FileStore(directory: home.path("data"), sidecarFolders: .app) {
            Instant(milliseconds: 1_763_661_909_120)
        }
    }

    func run(_ words: String..., files: [String: [UInt8]] = [:], dryRunCopy: Bool = false) throws -> CommandResult {
        let place = StorePlace(app: app, directory: home.path("data"), isDryRun: dryRunCopy)
        let commands = try BackupPlace.commands(
            over: dryRunCopy ? DryRunStore(over: store) : store, place, doctorChecks: doctorChecks)
        return try BackupPlace.run(words + (dryRunCopy ? ["--dry-run"] : []), of: commands, app: app, files: files)
    }

    /// Returns the commands of an app that stores words.
    static func commands(
        over store: any Store, _ place: StorePlace = StorePlace(app: "test", directory: nil),
        doctorChecks: [DoctorCheck] = []
    ) throws -> [Command] {
        let time = clock.source()
        let storage = StoragePlugin(store: store, time: time) {
            Backups(of: $0, store, place: place, time: time).commands
        }
        return try Registry([Words(doctorChecks: doctorChecks), storage]).all(.commands)
    }

    static func run(
        _ words: [String], of commands: [Command], app: String = "test", files: [String: [UInt8]] = [:]
    ) throws -> CommandResult {
        let console = ScriptedConsole(columns: 200, files: files)
        let shell = Shell(
            app: AppDescription(
                name: app, about: "An app of tests.", version: "1", credits: [], privacy: "", support: ""),
            commands: commands, homeCards: [], today: clock.source().today)
        let (options, rest) = try GlobalOptions.split(words)
        let status = shell.run(options, rest, on: console)
        return CommandResult(
            status: status, text: console.output + console.error, bytes: console.outputBytes,
            files: console.fileContents)
    }

    func put(_ path: String, _ bytes: some Sequence<UInt8>) throws {
        let folder = URL(fileURLWithPath: home.path("data/\(path)")).deletingLastPathComponent().path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try home.file("data/\(path)", bytes)
    }

    /// Returns a text of all words and photos, for comparison with another app.
    func state() throws -> String {
        let records = try store.engine.allRecords().filter { $0.address.collection == "words" }
        let lines = records.map {
            "\($0.address) \($0.stamp) \($0.entries) \($0.payload.map { String(decoding: $0, as: UTF8.self) } ?? "-")"
        }
        let photos =
            FileManager.default.enumerator(atPath: home.path("data/Photos"))?.compactMap { $0 as? String } ?? []
        let files = try photos.sorted().filter { $0.contains(".") }.map {
            "\($0) \(try home.bytes("data/Photos/\($0)").count) \(CRC32C.text(of: try home.bytes("data/Photos/\($0)")))"
        }
        return (lines + files).joined(separator: "\n")
    }

    func leftovers() throws -> [String] {
        let all = FileManager.default.enumerator(atPath: home.path("data"))?.compactMap { $0 as? String } ?? []
        return all.filter { $0.contains(".restore") || $0.contains("restoring") }
    }

    static func filled(_ seed: UInt64 = 1) throws -> BackupPlace {
        var random = RandomSource(seed: seed)
        let place = try BackupPlace()
        for number in 0..<Int.random(in: 1...30, using: &random) {
            let text = ["plain", "é 한글 \"q\" \\ / 🥋", "tab\tnewline\n", ""].randomElement(using: &random) ?? ""
            try place.store.scoped(to: Partition(rawValue: ["", "p"].randomElement(using: &random) ?? "")).write(
                undo: "Wrote"
            ) {
                try $0.put(Word("w\(number % 12)", "\(text)\(number)"))
            }
            if number % 5 == 0 { try place.store.write { _ = try $0.delete(Identifier<Word>("w\(number % 12)")) } }
        }
        for number in 0..<Int.random(in: 0...9, using: &random) {
            let bytes = (0..<Int.random(in: 0...3000, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            try place.put("Photos/2026/\(number % 3)/photo-\(number).jpg", bytes)
        }
        try place.put("Small/1.jpg", [1])
        return place
    }
}

/// The result of a command.
struct CommandResult {
    let status: Int32
    let text: String
    let bytes: [UInt8]
    let files: [String: [UInt8]]
}
