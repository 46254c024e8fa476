import Composition
import Foundation
import Interface
import Kernel
import Languages
import LanguagesAdapters
import Storage
import TerminalTesting
import TestSupport
import XCTest

/// Tests the main screens of every app in every language: translated sentences, screen width and
/// unchanged JSON.
final class LanguageWalkTests: XCTestCase {
    private static let walks: [String: [[String]]] = [
        "dojang": [
            [], ["help"], ["terms", "--belt", "9k"], ["term", "low-block"], ["pattern", "list"],
            ["pattern", "show", "chon-ji"],
            ["pattern", "show", "dan-gun", "--mistakes"], ["pattern", "show", "toi-gye"], ["sparring", "list"],
            ["sparring", "show", "three-step-1"], ["linework", "show", "7k"], ["theory"], ["theory", "show", "tenets"],
            ["technique", "show", "walking-stance"], ["belts"], ["stats"], ["due"], ["language"],
            ["help", "study"],
        ],
        "grain": [[], ["help"], ["timeline"], ["calendar"], ["language"], ["help", "add"]],
        "coin": [[], ["help"], ["list"], ["language"], ["help", "new"]],
        "focusflow": [[], ["help"], ["task", "list"], ["stats"], ["language"], ["help", "start"]],
        "hub": [[], ["help"], ["language"]],
    ]

    private static func screen(_ app: App.Entry, _ words: [String], _ tag: String, over store: any Store) -> String {
        let console = ScriptedConsole(
            terminal: true,
            environment: ["LANG": "en_GB.UTF-8", "TERM": "xterm", "NO_COLOR": "1", "TZ": "Europe/London"],
            columns: 80, rows: 1000)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("walk-\(app.name)").path
        _ = App.run(
            app.name, app.build, ["--language", tag, "--seed", "1", "--today", "2026-11-20"] + words, on: console,
            adjust: { $0.with(store: store, directory: folder) })
        return console.output + console.error
    }

    /// Whether the line is an English sentence: it has four or more words in small letters.
    private static func isSentence(_ line: String) -> Bool {
        line.split(separator: " ").count { word in word.count > 1 && word.allSatisfy { $0.isLowercase && $0.isASCII } }
            > 3
    }

    /// Whether the line is the same in every language: user content, commands, or romanized Korean
    /// next to hangul.
    private static func isSame(_ line: String) -> Bool {
        line.unicodeScalars.contains { (0x3131...0xD7A3).contains($0.value) } || line.contains(" makgi")
            || line.contains("--")
            || line.contains("`")
            || line.hasPrefix("ITF ")
    }

    func testSentencesAreTranslated() {
        for app in App.all {
            let store = AppRulesTests.prepared(app)
            for words in Self.walks[app.name] ?? [] {
                let english = Set(
                    Self.screen(app, words, "en", over: store).split(separator: "\n").map {
                        $0.trimmingCharacters(in: .whitespaces)
                    })
                XCTAssertFalse(english.isEmpty, "\(app.name) \(words)")
                for tag in BundledLanguages.tags {
                    let lines = Self.screen(app, words, tag, over: store).split(separator: "\n").map {
                        $0.trimmingCharacters(in: .whitespaces)
                    }
                    let untranslated = lines.filter { english.contains($0) && Self.isSentence($0) && !Self.isSame($0) }
                    XCTAssertEqual(untranslated, [], "\(app.name) \(words) \(tag)")
                }
            }
        }
    }

    /// Each text of the language table is translated where it appears alone, in a cell or a line.
    /// The test prints the remaining texts and limits their number.
    func testExamplesUseAvailableTranslations() throws {
        var untranslated = [String: String]()
        var visited = Set<String>()
        for app in App.all {
            let store = AppRulesTests.prepared(app)
            let typed = (AppRulesTests.records[app.name] ?? []).flatMap(\.self)
            for command in try App.commands(of: app) where visited.insert(command.name).inserted {
                for words in command.examples.filter(\.isRunnable).map({ ExampleLine.words($0.line) })
                where Self.forPrograms.isDisjoint(with: words) {
                    let texts = try ["en", "es"].map { try Self.screen(app, words, $0, over: DryRunStore(over: store)) }
                    let english = Self.cells(of: texts[0]).subtracting(typed + words)
                    for cell in Self.cells(of: texts[1])
                    where cell.contains(" ") && english.contains(cell) && !Self.isSame(cell) {
                        if Self.spanish.translation(sentence: cell) != cell {
                            untranslated[cell] = "\(app.name) \(words.joined(separator: " "))"
                        }
                    }
                }
            }
        }
        for (cell, command) in untranslated.sorted(by: { $0.key < $1.key }) {
            print("not said: “\(cell)” in \(command)")
        }
        XCTAssertLessThanOrEqual(untranslated.count, Self.mostLeft)
        XCTAssertGreaterThan(visited.count, 300)
    }

    /// Only lower this number.
    private static let mostLeft = 7

    /// Options and commands whose output is for programs or files.
    private static let forPrograms: Set<String> = [
        "man", "completions", "--json", "--plain", "--html", "--markdown", "--to", "board", "unit", "--print",
    ]

    private static let spanish = Translator(
        Language("es") ?? .english, tables: { [Language("es").flatMap(BundledLanguages.table)].compactMap(\.self) },
        isMachineMade: true)

    private static func cells(of text: String) -> Set<String> {
        Set(
            text.split(separator: "\n").flatMap {
                String($0).components(separatedBy: "  ").map { $0.trimmingCharacters(in: .whitespaces) }
            })
    }

    func testNoLanguageExceedsScreenWidth() {
        for app in App.all {
            let store = AppRulesTests.prepared(app)
            // A picture is as wide as its codes.
            for words in Self.walks[app.name] ?? [] where words != ["timeline"] {
                let widest = { (tag: String) in
                    Self.screen(app, words, tag, over: store).split(separator: "\n").map {
                        DisplayWidth.columns(of: String($0))
                    }
                    .max()
                        ?? 0
                }
                let most = max(80, widest("en"))
                for tag in BundledLanguages.tags {
                    XCTAssertLessThanOrEqual(widest(tag), most, "\(app.name) \(words) \(tag)")
                }
            }
        }
    }

    func testJSONIsTheSameInEveryLanguage() {
        for app in App.all {
            let store = AppRulesTests.prepared(app)
            for words in Self.walks[app.name] ?? []
            where !words.isEmpty && words.first != "help" && words.first != "language" {
                let english = Self.screen(app, words + ["--json"], "en", over: store)
                for tag in BundledLanguages.tags {
                    XCTAssertEqual(
                        Self.screen(app, words + ["--json"], tag, over: store), english, "\(app.name) \(words) \(tag)")
                }
            }
        }
    }

    func testFirstScreenInKorean() throws {
        let dojang = try XCTUnwrap(App.all.first { $0.name == "dojang" })
        let screen = Self.screen(dojang, [], "ko", over: MemoryStore())
        if let fault = try Golden.fault("languages/dojang-ko.txt", screen) { XCTFail(fault) }
    }

    override func tearDown() {
        for app in App.all {
            try? FileManager.default.removeItem(
                at: FileManager.default.temporaryDirectory.appendingPathComponent("walk-\(app.name)"))
        }
    }
}
