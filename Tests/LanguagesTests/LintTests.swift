import Foundation
import Languages
import LanguagesAdapters
import XCTest

/// What the lint finds in sources, and what it says of the packs of this house.
final class LintTests: XCTestCase {
    private func keys(_ source: String) -> [String] { PhraseFinder.phrases(in: source).filter(\.isForPeople).map(\.key) }

    func testTextsForPeopleAreFound() {
        XCTAssertEqual(keys(#"let a = "Added \(name) (\(id.text("x")))." // "Not this""#), ["Added {1} ({2})."])
        XCTAssertEqual(keys(#"Field("createdAt", title: "Created", "when it was made")"#), ["Created", "when it was made"])
        XCTAssertEqual(
            keys("/* \"Not this\" */ let a = #\"Nor this\"#; \"\"\"\n    One \\\n    two.\n\n    Three four.\n    \"\"\""),
            ["One two.", "Three four."])
        XCTAssertEqual(keys(#"path("a/b") + "LANG" + "utf8" + "x_y" + "--json""#), [])
        XCTAssertEqual(PhraseFinder.phrases(in: "\n\n\"It is so.\"").map(\.line), [3])
    }

    func testGluedTextsAreFound() {
        func glued(_ source: String) -> [Bool] { PhraseFinder.phrases(in: source).filter(\.isForPeople).map(\.isGlued) }
        XCTAssertEqual(glued(#""It is " + what"#), [true])
        XCTAssertEqual(glued(#"what + "is it so""#), [true])
        XCTAssertEqual(glued(#""It \(one ? "is there" : "are there") now.""#), [true, true, true])
        XCTAssertEqual(glued(#"StyledText("It is ", .muted) + StyledText("so it is")"#), [false, false])
    }

    func testAPackIsHeldAgainstTheSources() {
        let lint = LanguageLint([
            .init(path: "Modules/One/Sources/A.swift", text: #"["Add a word", "Take one away", "Glue " + x]"#),
            .init(path: "Modules/Two/Sources/A.swift", text: #""Add a word""#),
        ])
        let pack = LanguagePack(
            Array(
                "language: es\nname: x\n\n= Add a word\n> Añadir\n\n= Gone now\n> Ido\n\n= Take one away\n> Take one away\n".utf8)
        )
        XCTAssertEqual(
            lint.shares(of: pack).map { "\($0.module) \($0.said)/\($0.phrases) \($0.glued)" }, ["One 2/3 1", "Two 1/1 0"])
        XCTAssertEqual(lint.missing(in: pack).map(\.key), ["Glue"])
        XCTAssertEqual(lint.findings(in: pack).map(\.kind), ["unknownKey", "sameAsEnglish"])
        XCTAssertEqual(lint.glued.map(\.key), ["Glue"])
    }
}

/// The packs of this house against its sources. What this prints is the lint that `Tools/languages` shows.
final class HouseLintTests: XCTestCase {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    private static let lint: LanguageLint = {
        let sources = ["Modules", "Apps"].flatMap { folder -> [LanguageLint.Source] in
            let paths = FileManager.default.subpaths(atPath: "\(root)/\(folder)") ?? []
            return paths.filter { $0.hasSuffix(".swift") && !$0.contains("/Contract/") }.sorted().compactMap { path in
                (try? String(contentsOfFile: "\(root)/\(folder)/\(path)", encoding: .utf8)).map {
                    LanguageLint.Source(path: "\(folder)/\(path)", text: $0)
                }
            }
        }
        let belts = (try? String(contentsOfFile: "\(root)/Modules/Content/Data/itf/belts.json", encoding: .utf8)) ?? ""
        // Every text of the belts; `{1}th keup` stands for the names of several of them.
        let names = belts.split(separator: "\"").map(String.init)
        let folder = "\(root)/Modules/Content/Data/itf/terms"
        let terms = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).flatMap { file in
            let text = (try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)) ?? ""
            return text.split(separator: "\"").map { "term: \($0)" }
        }
        return LanguageLint(
            sources, data: Set(names).union(terms).union(["{1}th keup", "{1}th dan"] + HouseLintTests.categories))
    }()

    /// What terms are about, as the packs of content name it.
    private static let categories = [
        "stances", "blocks", "kicks", "punches", "strikes", "numbers", "commands", "basics", "patterns",
    ]

    private static let packs = BundledLanguages.tags.compactMap(Language.init).compactMap(BundledLanguages.pack).map {
        LanguagePack($0)
    }

    func testNoPackSaysWhatNobodySaysAnyMore() {
        print(Self.lint.table(of: Self.packs))
        for pack in Self.packs {
            XCTAssertEqual(
                Self.lint.findings(in: pack).map { "\(pack.tag) \($0.place): \($0.sentence)" }, [], "mend Modules/Languages/Data")
        }
    }

    /// What `Tools/languages --missing` and `--glued` print.
    func testTheListsOfTheLint() throws {
        guard let wanted = ProcessInfo.processInfo.environment["COMMONPLACE_LANGUAGES"], let pack = Self.packs.first else {
            return
        }
        let list = wanted == "glued" ? Self.lint.glued : Self.lint.missing(in: pack)
        for (key, place) in list where wanted == "glued" || place.contains("/\(wanted)/") { print("\(place)\t\(key)") }
    }
}
