import Content
import ContentAdapters
import ContentCommands
import Interface
import Kernel
import Terminal
import TerminalTesting
import XCTest

/// `--open` opens attachments of a lesson, or its diagram.
final class DemonstrationTests: XCTestCase {
    private func run(_ words: [String], attached: [Demonstrations.Lesson: Demonstrations.Attachments] = [:]) throws -> (
        status: Int32, console: ScriptedConsole
    ) {
        let sources = BundledPacks.sources
        let plugin = ContentPlugin(
            library: { Library(try sources.map { try PackReading($0).validPack() }) },
            syllabus: { throw Failure(.init("none"), "Nobody asks.") },
            sources: { (sources, [:]) }, source: { throw PackSource.missing($0, in: "test") },
            draft: { name, bytes in
                guard String(decoding: bytes, as: UTF8.self).contains("<svg") else {
                    throw Failure(.init("noDrawing"), name)
                }
                return "/draft/\(name)"
            }
        ).adding(Demonstrations { attached[$0] }, to: .demonstrations)
        let shell = Shell(
            app: AppDescription(name: "app", about: "A test.", version: "1", credits: [], privacy: "", support: ""),
            commands: try Registry([plugin]).all(.commands), homeCards: [], today: { Day(ordinal: 0) })
        let console = ScriptedConsole(environment: ["LANG": "C.UTF-8"])
        return (shell.run(words, on: console), console)
    }

    func testAttachmentsAreOpened() throws {
        for (words, lesson) in [
            (["pattern", "show", "chon-ji"], Demonstrations.Lesson.pattern("chon-ji")),
            (["pattern", "show", "chon-ji", "--move", "3"], .move("chon-ji", 3)),
            (["technique", "show", "walking-stance"], .technique("walking-stance")),
            (["sparring", "show", "three-step-1"], .exchange("three-step-1")),
            (["theory", "show", "tenets"], .theory("tenets")),
        ] {
            let result = try run(words + ["--open"], attached: [lesson: .init(path: "/media/a.jpg", others: 2)])
            XCTAssertEqual(result.console.opened, ["/media/a.jpg"], "\(words)")
            XCTAssertEqual(result.status, 0)
            XCTAssertTrue(result.console.output.contains("2 more are attached"), result.console.output)
            XCTAssertEqual(
                try run(words, attached: [lesson: .init(path: "/media/a.jpg", others: 0)]).console.opened, [])
        }
    }

    func testOnlyExistingAttachmentsAreOffered() throws {
        for (words, lesson, offer) in [
            (
                ["pattern", "show", "chon-ji"], Demonstrations.Lesson.pattern("chon-ji"),
                "Watch Demonstration: pattern show chon-ji"
            ),
            (
                ["pattern", "show", "chon-ji", "--move", "3"], .move("chon-ji", 3),
                "Watch Demonstration: pattern show chon-ji --move 3"
            ),
            (
                ["sparring", "show", "three-step-1"], .exchange("three-step-1"),
                "See Example: sparring show three-step-1"
            ),
            (["theory", "show", "tenets"], .theory("tenets"), "See Explanation: theory show tenets"),
        ] {
            let output = try run(words, attached: [lesson: .init(path: "/media/a.jpg", others: 0)]).console.output
            XCTAssertTrue(output.contains("\(offer) --open"), output)
            XCTAssertFalse(try run(words).console.output.contains(offer))
            let missing = try run(words, attached: [lesson: .init(path: nil, others: 0)])
            XCTAssertFalse(missing.console.output.contains(offer))
        }
    }

    /// A name resolves to a practised lesson first, and to a theory page otherwise.
    func testLessonNamesAreResolved() throws {
        let lessons = Curriculum(BundledPacks.sources)
        for (word, lesson) in [
            ("chon-ji", Demonstrations.Lesson.pattern("chon-ji")), ("천지/3", .move("chon-ji", 3)),
            ("walking-stance", .technique("walking-stance")), ("three-step/1", .exchange("three-step-1")),
            ("tenets", .theory("tenets")), ("The five tenets", .theory("tenets")), ("belt-1d", .theory("belt-1d")),
        ] { XCTAssertEqual(try Demonstrations.Lesson.resolve(word, in: lessons).lesson, lesson, word) }
        for wrong in ["chon-ji/99", "chon-ji/03", "nothing-at-all", "", "/"] {
            XCTAssertThrowsError(try Demonstrations.Lesson.resolve(wrong, in: lessons), wrong)
        }
        XCTAssertEqual(Demonstrations.Lesson.completions("tenet", in: lessons), ["tenets"])
        XCTAssertEqual(Demonstrations.Lesson.completions("chon-ji/1", in: lessons).count, 11)
    }

    func testDiagramIsOpenedWithoutAttachment() throws {
        let nothing = try run(["pattern", "show", "chon-ji", "--move", "3", "--open"])
        XCTAssertEqual(nothing.console.opened, ["/draft/chon-ji-3.svg"])
        XCTAssertTrue(nothing.console.output.contains("Nothing is attached: the diagram is shown."))
        let missing = try run(
            ["pattern", "show", "chon-ji", "--open"], attached: [.pattern("chon-ji"): .init(path: nil, others: 0)])
        XCTAssertEqual(missing.console.opened, ["/draft/chon-ji.svg"])
        XCTAssertTrue(missing.console.output.contains("is no longer there"), missing.console.output)
        XCTAssertEqual(
            try run(["technique", "show", "walking-stance", "--open"]).console.opened, ["/draft/walking-stance.svg"])
        XCTAssertEqual(
            try run(["sparring", "show", "three-step-1", "--open"]).console.opened, ["/draft/three-step-1.svg"])
    }

    func testOpenFailsWithoutAttachmentAndDiagram() throws {
        let undrawn = try run(["technique", "show", "attention-stance", "--open"])
        XCTAssertEqual(undrawn.status, 1)
        XCTAssertEqual(undrawn.console.opened, [])
        XCTAssertTrue(undrawn.console.output.contains("Attention stance"), undrawn.console.output)
        XCTAssertTrue(undrawn.console.error.contains("there is no diagram"), undrawn.console.error)
    }
}
