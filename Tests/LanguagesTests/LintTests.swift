import Foundation
import Kernel
import Languages
import LanguagesAdapters
import LanguagesTesting
import XCTest

/// The texts that the lint finds in sources, and its findings in packs.
final class LintTests: XCTestCase {
    private func keys(_ source: String) -> [String] {
        PhraseFinder.phrases(in: source).filter(\.isForPeople).map(\.key)
    }

    func testUserTextsAreFound() {
        XCTAssertEqual(keys(#"let a = "Added \(name) (\(id.text("x")))." // "Not this""#), ["Added {1} ({2})."])
        XCTAssertEqual(
            keys(#"Field("createdAt", title: "Created", "when it was made")"#), ["Created", "when it was made"])
        XCTAssertEqual(
            keys(
                "/* \"Not this\" */ let a = #\"Nor this\"#; \"\"\"\n    One \\\n    two.\n\n    Three four.\n    \"\"\""
            ),
            ["One two.", "Three four."])
        XCTAssertEqual(keys(#""Light Rain"; "XP & 50 Levels"; "MB KB"; "x y""#), ["Light Rain", "XP & 50 Levels"])
        XCTAssertEqual(keys(#"path("a/b") + "LANG" + "utf8" + "x_y" + "--json""#), [])
        XCTAssertEqual(PhraseFinder.phrases(in: "\n\n\"It is so.\"").map(\.line), [3])
    }

    func testGluedTextsAreFound() {
        func gluedFlags(_ source: String) -> [Bool] {
            PhraseFinder.phrases(in: source).filter(\.isForPeople).map(\.isGlued)
        }
        XCTAssertEqual(gluedFlags(#""It is " + what"#), [true])
        XCTAssertEqual(gluedFlags(#"what + "is it so""#), [true])
        XCTAssertEqual(gluedFlags(#""It \(one ? "is there" : "are there") now.""#), [true, true, true])
        XCTAssertEqual(gluedFlags(#"StyledText("It is ", .muted) + StyledText("so it is")"#), [false, false])
    }

    /// A translation cannot replace a word that a condition inserts into a sentence.
    func testConditionalWordInASentenceIsGlued() {
        func gluedKeys(_ source: String) -> [String] { PhraseFinder.phrases(in: source).filter(\.isGlued).map(\.key) }
        XCTAssertEqual(gluedKeys(#""There \(one ? "is" : "are") something here.""#), ["There {1} something here."])
        XCTAssertEqual(gluedKeys(#""Kept in \(path ?? "memory") now.""#), ["Kept in {1} now."])
        XCTAssertEqual(gluedKeys(#""It has \(counted(n, "word")) now.""#), [])
    }

    /// Commands and queries are excluded. A sentence that starts like a command is included.
    func testCommandsAndQueriesAreNotUserTexts() {
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

    /// The name of a record kind fills a placeholder of sentences, so it needs a translation.
    func testRecordNamesNeedATranslation() {
        let lint = LanguageLint([
            .init(
                path: "Modules/One/A.swift",
                text: #"RecordNaming<A>("person", listedBy: "x"); "There is no \(what) “\(name)” here.""#)
        ])
        let head = "language: es\nname: x\n\n"
        XCTAssertEqual(
            lint.missing(in: LanguagePack(Array(head.utf8))).map(\.key),
            ["word: person", "There is no {1} “{2}” here."])
        let text = "= There is no person “{1}” here.\n> No hay persona «{1}».\n\n= word: person\n> persona\n"
        XCTAssertEqual(lint.findings(in: LanguagePack(Array((head + text).utf8))), [])
        let other = "= There is no task “{1}” here.\n> No hay tarea «{1}».\n"
        XCTAssertEqual(lint.findings(in: LanguagePack(Array((head + other).utf8))).map(\.kind), ["unknownKey"])
    }

    func testListPlaceholderMustBeMarked() {
        let lint = LanguageLint([
            .init(path: "Modules/One/A.swift", text: #""There are \(listed(names)) in \(place).""#)
        ])
        func kinds(_ text: String) -> [String] {
            let pack = LanguagePack(Array("language: es\nname: x\n\n= There are {1} in {2}.\n> \(text)\n".utf8))
            return pack.findings.map { _ in "broken" } + lint.findings(in: pack).map(\.kind)
        }
        XCTAssertEqual(kinds("Hay {1&} en {2}."), [])
        XCTAssertEqual(kinds("Hay {1} en {2}."), ["list"])
    }

    func testPackIsComparedWithTheSources() {
        let lint = LanguageLint([
            .init(path: "Modules/One/Sources/A.swift", text: #"["Add a word", "Take one away", "Glue " + x]"#),
            .init(path: "Modules/Two/Sources/A.swift", text: #""Add a word""#),
        ])
        let pack = LanguagePack(
            Array(
                "language: es\nname: x\n\n= Add a word\n> Añadir\n\n= Gone now\n> Ido\n\n= Take one away\n> Take one away\n"
                    .utf8)
        )
        XCTAssertEqual(
            lint.shares(of: pack).map { "\($0.module) \($0.translated)/\($0.phrases) \($0.glued)" },
            ["One 2/3 1", "Two 1/1 0"])
        XCTAssertEqual(lint.missing(in: pack).map(\.key), ["Glue"])
        XCTAssertEqual(lint.findings(in: pack).map(\.kind), ["unknownKey", "sameAsEnglish"])
        XCTAssertEqual(lint.glued.map(\.key), ["Glue"])
    }
}

/// Checks the bundled packs against the sources of this repository. `Tools/languages` prints the
/// output of this test.
final class HouseLintTests: XCTestCase {
    private static let root = HousePacks.root

    private static let files: [LanguageLint.Source] = {
        ["Modules", "Apps"].flatMap { folder -> [LanguageLint.Source] in
            let paths = FileManager.default.subpaths(atPath: "\(root)/\(folder)") ?? []
            return paths.filter { $0.hasSuffix(".swift") && !$0.contains("/Testing/") }.sorted().compactMap { path in
                (try? String(contentsOfFile: "\(root)/\(folder)/\(path)", encoding: .utf8)).map {
                    LanguageLint.Source(path: "\(folder)/\(path)", text: $0)
                }
            }
        }
    }()

    private static let lint = LanguageLint(files, content: content, data: data.union(composed), excluded: excluded)

    /// The texts of the content and the group of each. Words have the key prefix `term: `.
    private static let content: [(key: String, place: String)] = {
        var findings: [(String, String)] = []
        func collect(_ value: Any, _ group: Group) {
            if let fields = value as? [String: Any] {
                for (name, inner) in fields.sorted(by: { $0.key < $1.key }) {
                    for text in (inner as? [String]) ?? [inner as? String].compactMap({ $0 })
                    where text.contains(where: \.isLowercase) {
                        if group.sentences.contains(name) { findings.append((text, group.name)) }
                        // A placeholder replaces the number of another movement.
                        let word = name == "otherHand" ? text.replacing(/as in [0-9]+$/, with: "as in {1}") : text
                        if group.words.contains(name) { findings.append(("term: \(word)", group.name)) }
                    }
                    let isSource = name == "sources" && !(inner is [String])
                    collect(inner, isSource ? Group(path: group.path, name: group.name, sentences: ["name"]) : group)
                }
            } else if let list = value as? [Any] {
                for inner in list { collect(inner, group) }
            }
        }
        for file in jsonFiles {
            guard let group = groups.first(where: { file.path.contains("/\($0.path)") }),
                let value = try? JSONSerialization.jsonObject(with: file.bytes)
            else { continue }
            collect(value, group)
        }
        return findings
    }()

    /// The translatable JSON fields of a folder of packs.
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
        return (FileManager.default.subpaths(atPath: folder) ?? []).filter { $0.hasSuffix(".json") }.sorted().compactMap
        { path in
            FileManager.default.contents(atPath: "\(folder)/\(path)").map { (path, $0) }
        }
    }()

    /// All texts of the content, and the keys derived from them.
    private static let data: Set<String> = {
        let texts = jsonFiles.flatMap { file in
            String(decoding: file.bytes, as: UTF8.self).split(separator: "\"").map(String.init)
        }
        return Set(texts).union(texts.map { "term: \($0)" }).union(["{1}th keup", "{1}th dan"] + categories)
    }()

    /// Texts of movements that Content composes, and diagram signs. No literal contains them.
    private static let composed: Set<String> = {
        let beginnings = ["kick with the ", "lift the ", "extend the ", "twist the ", "reach up with "].map {
            "term: \($0)"
        }
        return Set(
            packs.flatMap(\.entries).map(\.key).filter { key in
                key.hasPrefix("term: ")
                    && (beginnings.contains(where: key.hasPrefix) || key.last?.isASCII == false
                        || key.contains("ready stance "))
            })
    }()

    /// Literals that look like texts for users but are not.
    private static let excluded: Set<String> = {
        let text = (try? String(contentsOfFile: "\(root)/Modules/Languages/Data/not-said.txt", encoding: .utf8)) ?? ""
        return Set(text.split(separator: "\n").map(String.init))
    }()

    /// The subjects of terms, as in the content packs.
    private static let categories = [
        "stances", "blocks", "kicks", "punches", "strikes", "numbers", "commands", "basics", "patterns",
        "tools", "theory",
    ]

    private static let packs = HousePacks.all

    func testPacksTranslateOnlyCurrentTexts() {
        print(Self.lint.table(of: Self.packs))
        for pack in Self.packs {
            XCTAssertEqual(
                Self.lint.findings(in: pack).map { "\(pack.tag) \($0.place): \($0.sentence)" }, [],
                "correct Modules/Languages/Data")
        }
    }

    /// Each text is one literal, so a translation can replace all of it.
    func testNoUserTextIsGlued() {
        XCTAssertEqual(
            Self.lint.glued.map { "\($0.place): \($0.key)" }, [],
            "make each one literal, or name it in Data/not-said.txt")
    }

    /// An untranslated sentence is found in spite of the filters for commands, code and exceptions.
    func testUntranslatedSentenceIsFound() throws {
        let sources = Self.packs[0].entries.map(\.key).filter { !$0.hasPrefix("term: ") && !$0.hasPrefix("word: ") }
        var random = RandomSource(seed: 20)
        // Only sentences whose literal equals their key, without escapes.
        let plain = sources.filter { $0.split(separator: " ").count > 3 && !$0.contains { "\"\\".contains($0) } }
        let some = plain.shuffled(using: &random).prefix(300)
        let planted = some.map { "Zebra " + $0.prefix(1).lowercased() + $0.dropFirst() }
        let text = planted.map { "\"\($0)\"\n" }.joined()
        let lint = LanguageLint(Self.files + [.init(path: "Modules/New/A.swift", text: text)], excluded: Self.excluded)
        let missing = Set(lint.missing(in: Self.packs[0]).map(\.key))
        XCTAssertEqual(planted.filter { !missing.contains($0) }, [])
    }

    func testEveryExceptionIsNeeded() {
        XCTAssertEqual(Self.lint.unnecessaryExclusions, [], "take them out of Data/not-said.txt")
    }

    func testEveryTextIsTranslated() {
        for pack in Self.packs {
            let missing = Self.lint.missing(in: pack)
            XCTAssertEqual(
                missing.prefix(20).map { "\($0.place): \($0.key)" }, [], "\(pack.tag) misses \(missing.count)")
        }
    }

    /// Prints the output of `Tools/languages --missing` and `--glued`.
    func testLintListsForTranslators() throws {
        guard let expected = ProcessInfo.processInfo.environment["COMMONPLACE_LANGUAGES"] else { return }
        let tag = ProcessInfo.processInfo.environment["COMMONPLACE_TAG"] ?? ""
        guard let pack = Self.packs.first(where: { $0.tag == tag }) ?? Self.packs.first else { return }
        let list = expected == "glued" ? Self.lint.glued : Self.lint.missing(in: pack)
        for (key, place) in list where expected == "glued" || place.contains("/\(expected)/") {
            print("\(place)\t\(key)")
        }
    }
}
