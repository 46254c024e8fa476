import Content
import ContentAdapters
import ContentCommands
import Foundation
import Interface
import Kernel
import Programs
import Storage
import Terminal
import TerminalTesting
import TestSupport
import XCTest

/// A learner with the bundled pack and own words.
struct OwnWordsFixture {
    let root: any Store
    let words: OwnWords
    static let packs = Library(BundledPacks.sources.prefix(1).compactMap { try? PackReading($0).pack })

    init(_ partition: String = "mina", over root: any Store = MemoryStore()) {
        self.root = root
        words = OwnWords(root.scoped(to: Partition(rawValue: partition))) { OwnWordsFixture.packs }
    }

    static var grade: Grade {
        get throws { try XCTUnwrap(Grade(id: "9k")) }
    }

    static let programs = ProgramPath(path: ProcessInfo.processInfo.environment["PATH"] ?? "")
    static let packages = AnkiPackages.programs(programs) { Instant(milliseconds: 1_763_800_000_000) }

    static func golden(_ name: String) throws -> [UInt8] {
        let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "../Golden/anki/\(name)")
        return [UInt8](try Data(contentsOf: url))
    }

    func read(_ bytes: [UInt8], columns: [WordColumn]? = nil) throws -> WordFile {
        try WordFile(bytes, columns: columns, belts: OwnWordsFixture.packs.belts(), packages: OwnWordsFixture.packages)
    }

    @discardableResult
    func importFile(
        _ bytes: [UInt8], columns: [WordColumn]? = nil, set: String? = nil, skipsFaultyRows: Bool = false
    ) throws -> WordImportResult {
        try words.importRows(
            read(bytes, columns: columns).rows,
            WordImportOptions(grade: OwnWordsFixture.grade, set: set, skipsFaultyRows: skipsFaultyRows)
        )
    }

    @discardableResult
    func importFile(_ text: String, columns: [WordColumn]? = nil, set: String? = nil, skipsFaultyRows: Bool = false)
        throws
        -> WordImportResult
    {
        try importFile(Array(text.utf8), columns: columns, set: set, skipsFaultyRows: skipsFaultyRows)
    }

    /// Returns the own words as "english|hangul|romanization|grade|category|note", sorted.
    func wordRows() throws -> [String] {
        try words.words().map {
            [$0.english, $0.hangul, $0.romanization, $0.grade.id, $0.category.rawValue, $0.note].joined(separator: "|")
        }.sorted()
    }

    func run(
        _ words: String..., files: [String: [UInt8]] = [:], columns: Int = 100,
        programs: ProgramPath = OwnWordsFixture.programs
    ) throws -> (status: Int32, output: String, error: String, files: [String: [UInt8]]) {
        try run(words, files: files, columns: columns, programs: programs)
    }

    func run(
        _ words: [String], files: [String: [UInt8]] = [:], columns: Int = 100,
        programs: ProgramPath = OwnWordsFixture.programs
    ) throws -> (status: Int32, output: String, error: String, files: [String: [UInt8]]) {
        let own = self.words
        let plugin = ContentPlugin(
            library: { try own.library() },
            syllabus: { Syllabus(grade: try OwnWordsFixture.grade, mode: .progression) },
            sources: { (BundledPacks.sources, [:]) }, source: { throw PackSource.missing($0, in: "test") },
            ownWords: OwnWordServices(
                words: { own }, packages: .programs(programs) { Instant(milliseconds: 1_763_800_000_000) }),
            draft: { name, _ in name })
        let console = ScriptedConsole(
            environment: ["LANG": "C.UTF-8", "NO_COLOR": "1"], columns: columns, files: files)
        let app = AppDescription(name: "app", about: "A test.", version: "1", credits: [], privacy: "", support: "")
        let shell = Shell(
            app: app, commands: try Registry([plugin]).all(.commands), homeCards: [], today: { Day(ordinal: 0) })
        return (shell.run(words, on: console), console.output, console.error, console.fileContents)
    }
}
