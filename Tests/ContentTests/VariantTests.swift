import Content
import ContentAdapters
import ContentCommands
import Foundation
import Interface
import Kernel
import Korean
import Synchronization
import Terminal
import TerminalTesting
import TestSupport
import XCTest

/// A variant applies only to the profile that chose it.
final class VariantTests: XCTestCase {
    private static let club = PackSource.memory(
        "club",
        files: [
            "pack.json": Array(
                #"{"format":"commonplace-pack","version":1,"id":"club","name":"Our club","school":"Club","variant":true,"patterns":[{"id":"chon-ji","romanization":"cheonji","moves":[{"n":1,"stance":{"name":"low stance","side":"left","toward":"B"}},{"n":2,"stance":{"name":"flying stance"}}]}],"sparring":[{"id":"three-step-1","note":"Begin with the left foot."}]}"#
                    .utf8)
        ])
    private let sources = BundledPacks.sources + [VariantTests.club]

    func testVariantAppliesOnlyWhenChosen() throws {
        let standard = Curriculum(sources)
        let club = Curriculum(sources, variant: "club")
        XCTAssertEqual(try standard.pattern("chon-ji").value, try PatternLawTests.pattern("chon-ji"))
        XCTAssertEqual(try club.pattern("chon-ji").value.move(1)?.ending?.stance, .low)
        XCTAssertEqual(try club.pattern("chon-ji").value.heading.romanization, "cheonji")
        XCTAssertEqual(club.sparring().value.first?.note, "Begin with the left foot.")
        XCTAssertNotEqual(standard.sparring().value.first?.note, "Begin with the left foot.")
    }

    func testTheBundledVariantKicksToTheMiddle() throws {
        let middle = Curriculum(BundledPacks.sources, variant: "yul-gok-middle")
        for number in [8, 12] {
            XCTAssertEqual(try PatternLawTests.pattern("yul-gok").move(number)?.actions.first?.section, "low")
            let move = try XCTUnwrap(try middle.pattern("yul-gok").value.move(number))
            XCTAssertEqual(move.actions.first?.section, "middle")
            XCTAssertTrue(
                RomanizationCheck.agrees(hangul: try XCTUnwrap(move.hangul), romanization: try XCTUnwrap(move.korean)))
        }
        XCTAssertEqual(CurriculumInspection(middle, morphemes: LessonLawTests.morphemes).findings.map(\.place), [])
    }

    func testBrokenVariantEntryIsReportedAndSkipped() throws {
        let reading = try Curriculum(sources, variant: "club").pattern("chon-ji")
        XCTAssertEqual(reading.findings.map { "\($0.entry): \($0.field)" }, ["chon-ji 2: stance name"])
        XCTAssertEqual(reading.value.moves.map(\.number), [1] + Array(3...19))
    }

    func testMissingVariantIsReportedAndTheStandardApplies() throws {
        let missing = Curriculum(BundledPacks.sources, variant: "gone")
        XCTAssertEqual(try missing.pattern("chon-ji").value, try PatternLawTests.pattern("chon-ji"))
        XCTAssertEqual(missing.patterns().findings.map(\.file), ["gone"])
        XCTAssertEqual(Curriculum(BundledPacks.sources).variants().value.map(\.id), ["yul-gok-middle"])
    }

    func testVariantTermsApplyToTheLibrary() throws {
        let home = try Home()
        let pack =
            #"{"format":"commonplace-pack","version":1,"id":"spelt","name":"Spelt otherwise","variant":true,"terms":[[{"id":"walking-stance","grade":"10k","category":"stances","english":"walking stance","hangul":"걷는 서기","romanization":"geonneun seogi"}]]}"#
        try home.file("spelt.json", pack)
        let packs = DevicePacks(folder: home.path)
        XCTAssertEqual(try packs.library().term("walking-stance")?.romanization, "gunnun sogi")
        XCTAssertEqual(try packs.library(variant: "spelt").term("walking-stance")?.romanization, "geonneun seogi")
    }

    // MARK: - On the command line

    /// The chosen variant of each profile.
    private final class Choices: Sendable {
        let chosen = Mutex<[String: String]>([:])
    }

    private func run(_ profile: String, _ choices: Choices, _ words: String...) throws -> (
        status: Int32, console: ScriptedConsole
    ) {
        let sources = sources
        let plugin = ContentPlugin(
            library: { Library([]) }, syllabus: { throw Failure(.init("none"), "Nobody asks.") },
            sources: { (sources, [:]) },
            source: { throw PackSource.missing($0, in: "test") },
            choice: VariantChoice(
                current: { choices.chosen.withLock { $0[profile] } },
                choose: { id in choices.chosen.withLock { $0[profile] = id } },
                profileName: { profile }),
            draft: { name, _ in name })
        let app = AppDescription(name: "app", about: "A test.", version: "1", credits: [], privacy: "", support: "")
        let commands = try Registry([plugin]).all(.commands)
        let console = ScriptedConsole()
        return (
            Shell(app: app, commands: commands, homeCards: [], today: { Day(ordinal: 0) }).run(words, on: console),
            console
        )
    }

    func testVariantChoiceIsPerProfile() throws {
        let choices = Choices()
        XCTAssertEqual(try run("Mina", choices, "variant", "use", "yul-gok-middle").status, 0)
        let mina = try run("Mina", choices, "pattern", "show", "yul-gok", "--move", "8").console.output
        let jun = try run("Jun", choices, "pattern", "show", "yul-gok", "--move", "8").console.output
        XCTAssertTrue(mina.contains("left middle front snap kick"), mina)
        XCTAssertTrue(jun.contains("left low front snap kick"), jun)
        XCTAssertEqual(try run("Mina", choices, "variant", "use", "standard").status, 0)
        XCTAssertTrue(
            try run("Mina", choices, "pattern", "show", "yul-gok", "--move", "8").console.output.contains(
                "left low front snap kick"))
    }

    func testUnknownVariantSuggestsTheNearest() throws {
        let choices = Choices()
        let wrong = try run("Mina", choices, "variant", "use", "yul-gok-midle")
        XCTAssertEqual(wrong.status, 64)
        XCTAssertTrue(wrong.console.error.contains("yul-gok-middle"), wrong.console.error)
        XCTAssertEqual(choices.chosen.withLock { $0 }, [:])
    }
}
