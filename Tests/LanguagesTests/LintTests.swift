import Foundation
import Kernel
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
        XCTAssertEqual(keys(#""Light Rain"; "XP & 50 Levels"; "MB KB"; "x y""#), ["Light Rain", "XP & 50 Levels"])
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

    /// A word that a condition chooses within a sentence has no other language.
    func testAChosenWordIsGlued() {
        func glued(_ source: String) -> [String] { PhraseFinder.phrases(in: source).filter(\.isGlued).map(\.key) }
        XCTAssertEqual(glued(#""There \(one ? "is" : "are") something here.""#), ["There {1} something here."])
        XCTAssertEqual(glued(#""Kept in \(path ?? "memory") now.""#), ["Kept in {1} now."])
        XCTAssertEqual(glued(#""It has \(counted(n, "word")) now.""#), [])
    }

    /// What is typed or read by programs is none; a sentence that begins like a command is one.
    func testCommandsAndQueriesAreNoTexts() {
        let source = #"""
            Command("task add", "Add a task"); Command("task", "All tasks"); "task add 'Write report' --at {x}"; "task add TITLE"
            "`task list-all --by month`"; "task --top"; "APP task add photo.jpg"; "dojang task"; "sudo apt install curl"; "--to report.html"
            "SELECT a FROM b"; "e.name = $1"; "r.entries, r.version"; "section = ? AND gone"; "you|he|she they* all*"; "text/html; charset=utf-8"
            "task adds up nicely"; "add your task"; "Select a task from below"; "one or two, three"; "Write --to FILE first"
            """#
        let lint = LanguageLint([.init(path: "Apps/dojang/A.swift", text: source)])
        let pack = LanguagePack(Array("language: es\nname: x\n".utf8))
        XCTAssertEqual(
            lint.missing(in: pack).map(\.key),
            [
                "Add a task", "All tasks", "`task list-all --by month`", "task adds up nicely", "add your task",
                "Select a task from below", "one or two, three", "Write --to FILE first",
            ])
    }

    /// What a list of records calls one of them is filled into sentences, and must be said.
    func testNamesOfRecordsMustBeSaid() {
        let lint = LanguageLint([
            .init(
                path: "Modules/One/A.swift", text: #"Naming<A>("person", listedBy: "x"); "There is no \(what) “\(name)” here.""#)
        ])
        let head = "language: es\nname: x\n\n"
        XCTAssertEqual(
            lint.missing(in: LanguagePack(Array(head.utf8))).map(\.key), ["word: person", "There is no {1} “{2}” here."])
        let whole = "= There is no person “{1}” here.\n> No hay persona «{1}».\n\n= word: person\n> persona\n"
        XCTAssertEqual(lint.findings(in: LanguagePack(Array((head + whole).utf8))), [])
        let other = "= There is no task “{1}” here.\n> No hay tarea «{1}».\n"
        XCTAssertEqual(lint.findings(in: LanguagePack(Array((head + other).utf8))).map(\.kind), ["unknownKey"])
    }

    func testAListMustBeMarked() {
        let lint = LanguageLint([.init(path: "Modules/One/A.swift", text: #""There are \(listed(names)) in \(place).""#)])
        func kinds(_ said: String) -> [String] {
            let pack = LanguagePack(Array("language: es\nname: x\n\n= There are {1} in {2}.\n> \(said)\n".utf8))
            return pack.findings.map { _ in "broken" } + lint.findings(in: pack).map(\.kind)
        }
        XCTAssertEqual(kinds("Hay {1&} en {2}."), [])
        XCTAssertEqual(kinds("Hay {1} en {2}."), ["list"])
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
    private static let root = HousePacks.root

    private static let files: [LanguageLint.Source] = {
        ["Modules", "Apps"].flatMap { folder -> [LanguageLint.Source] in
            let paths = FileManager.default.subpaths(atPath: "\(root)/\(folder)") ?? []
            return paths.filter { $0.hasSuffix(".swift") && !$0.contains("/Contract/") }.sorted().compactMap { path in
                (try? String(contentsOfFile: "\(root)/\(folder)/\(path)", encoding: .utf8)).map {
                    LanguageLint.Source(path: "\(folder)/\(path)", text: $0)
                }
            }
        }
    }()

    private static let lint = LanguageLint(files, content: content, data: data.union(composed), notSaid: notSaid)

    /// What is taught, with the group of content that it belongs to: words under `term: `, sentences under themselves.
    private static let content: [(key: String, place: String)] = {
        var found: [(String, String)] = []
        func look(_ value: Any, _ group: Group) {
            if let fields = value as? [String: Any] {
                for (name, inner) in fields.sorted(by: { $0.key < $1.key }) {
                    for text in (inner as? [String]) ?? [inner as? String].compactMap({ $0 })
                    where text.contains(where: \.isLowercase) {
                        if group.sentences.contains(name) { found.append((text, group.name)) }
                        // The number of another movement stands in a place.
                        let word = name == "otherHand" ? text.replacing(/as in [0-9]+$/, with: "as in {1}") : text
                        if group.words.contains(name) { found.append(("term: \(word)", group.name)) }
                    }
                    let isSource = name == "sources" && !(inner is [String])
                    look(inner, isSource ? Group(path: group.path, name: group.name, sentences: ["name"]) : group)
                }
            } else if let list = value as? [Any] {
                for inner in list { look(inner, group) }
            }
        }
        for file in jsonFiles {
            guard let group = groups.first(where: { file.path.contains("/\($0.path)") }),
                let value = try? JSONSerialization.jsonObject(with: file.bytes)
            else { continue }
            look(value, group)
        }
        return found
    }()

    private struct Group {
        let path: String
        let name: String
        let sentences: Set<String>
        var words: Set<String> = []
    }

    private static let groups = [
        Group(path: "terms/", name: "ContentTerms", sentences: ["meaning", "note"], words: ["english"]),
        Group(
            path: "techniques/", name: "ContentTechniques", sentences: ["description", "purpose", "mistakes", "doubt"],
            words: ["english"]),
        Group(path: "theory/", name: "ContentTheory", sentences: ["ask", "answer", "wrong", "title", "text", "doubt"]),
        Group(
            path: "patterns/", name: "ContentPatterns",
            sentences: ["meaning", "why", "doubt", "note", "teaching", "mistakes", "noAction"],
            words: ["ready", "action", "otherHand"]),
        Group(
            path: "sparring/", name: "ContentSparring", sentences: ["doubt", "note", "corrected", "words"],
            words: ["action", "way"]),
        Group(path: "linework/", name: "ContentLineWork", sentences: ["parts", "doubt"], words: ["way"]),
        Group(path: "belts.json", name: "ContentBelts", sentences: ["name", "meaning"]),
        Group(path: "morphemes.json", name: "ContentMorphemes", sentences: [], words: ["meaning"]),
    ]

    private static let jsonFiles: [(path: String, bytes: Data)] = {
        let folder = "\(root)/Modules/Content/Data"
        return (FileManager.default.subpaths(atPath: folder) ?? []).filter { $0.hasSuffix(".json") }.sorted().compactMap { path in
            FileManager.default.contents(atPath: "\(folder)/\(path)").map { (path, $0) }
        }
    }()

    /// Every text of content, and what is made from its words.
    private static let data: Set<String> = {
        let texts = jsonFiles.flatMap { file in
            String(decoding: file.bytes, as: UTF8.self).split(separator: "\"").map(String.init)
        }
        return Set(texts).union(texts.map { "term: \($0)" }).union(["{1}th keup", "{1}th dan"] + categories)
    }()

    /// What the sources of Content put together of movements, and diagrams with their signs: no literal has it whole.
    private static let composed: Set<String> = {
        let beginnings = ["kick with the ", "lift the ", "extend the ", "twist the ", "reach up with "].map { "term: \($0)" }
        return Set(
            packs.flatMap(\.entries).map(\.key).filter { key in
                key.hasPrefix("term: ")
                    && (beginnings.contains(where: key.hasPrefix) || key.last?.isASCII == false || key.contains("ready stance "))
            })
    }()

    /// What looks like a text for people and is none.
    private static let notSaid: Set<String> = {
        let text = (try? String(contentsOfFile: "\(root)/Modules/Languages/Data/not-said.txt", encoding: .utf8)) ?? ""
        return Set(text.split(separator: "\n").map(String.init))
    }()

    /// What terms are about, as the packs of content name it.
    private static let categories = [
        "stances", "blocks", "kicks", "punches", "strikes", "numbers", "commands", "basics", "patterns",
        "tools", "theory",
    ]

    private static let packs = HousePacks.all

    func testNoPackSaysWhatNobodySaysAnyMore() {
        print(Self.lint.table(of: Self.packs))
        for pack in Self.packs {
            XCTAssertEqual(
                Self.lint.findings(in: pack).map { "\(pack.tag) \($0.place): \($0.sentence)" }, [], "mend Modules/Languages/Data")
        }
    }

    /// What people read is one literal each, so that a language can say it as a whole.
    func testNothingThatPeopleReadIsGlued() {
        XCTAssertEqual(
            Self.lint.glued.map { "\($0.place): \($0.key)" }, [], "make each one literal, or name it in Data/not-said.txt")
    }

    /// A sentence that nobody has translated yet is found, whatever is taken for commands, code and exceptions.
    func testANewSentenceIsFound() throws {
        let sources = Self.packs[0].entries.map(\.key).filter { !$0.hasPrefix("term: ") && !$0.hasPrefix("word: ") }
        var random = RandomSource(seed: 20)
        // As they stand in a literal, without what would have to be written otherwise there.
        let plain = sources.filter { $0.split(separator: " ").count > 3 && !$0.contains { "\"\\".contains($0) } }
        let some = plain.shuffled(using: &random).prefix(300)
        let planted = some.map { "Zebra " + $0.prefix(1).lowercased() + $0.dropFirst() }
        let text = planted.map { "\"\($0)\"\n" }.joined()
        let lint = LanguageLint(Self.files + [.init(path: "Modules/New/A.swift", text: text)], notSaid: Self.notSaid)
        let missing = Set(lint.missing(in: Self.packs[0]).map(\.key))
        XCTAssertEqual(planted.filter { !missing.contains($0) }, [])
    }

    /// The exceptions are needed, each of them.
    func testEveryExceptionIsNeeded() {
        XCTAssertEqual(Self.lint.unneeded, [], "take them out of Data/not-said.txt")
    }

    /// Every text for people is said in every language of the house.
    func testEverythingIsSaid() {
        for pack in Self.packs {
            let missing = Self.lint.missing(in: pack)
            XCTAssertEqual(missing.prefix(20).map { "\($0.place): \($0.key)" }, [], "\(pack.tag) misses \(missing.count)")
        }
    }

    /// What `Tools/languages --missing` and `--glued` print.
    func testTheListsOfTheLint() throws {
        guard let wanted = ProcessInfo.processInfo.environment["COMMONPLACE_LANGUAGES"] else { return }
        let tag = ProcessInfo.processInfo.environment["COMMONPLACE_TAG"] ?? ""
        guard let pack = Self.packs.first(where: { $0.tag == tag }) ?? Self.packs.first else { return }
        let list = wanted == "glued" ? Self.lint.glued : Self.lint.missing(in: pack)
        for (key, place) in list where wanted == "glued" || place.contains("/\(wanted)/") { print("\(place)\t\(key)") }
    }
}
