import Interface
import Kernel
import Languages
import LanguagesAdapters
import LanguagesCommands
import TestSupport
import XCTest

final class TranslatorTests: XCTestCase {
    private func translator(_ tag: String, _ lines: String) throws -> Translator {
        let pack = LanguagePack(Array("language: \(tag)\nname: x\nstate: machine\n\n\(lines)\n".utf8))
        XCTAssertEqual(pack.findings, [])
        return Translator(try XCTUnwrap(Language(tag)), isMachineMade: true) { [pack.bytes] }
    }

    func testLiteralIsItsOwnKey() {
        let name = "Kim {1}"
        let id = 7
        let phrase: LocalizableText = " Added \(name) (\(id)). "
        XCTAssertEqual(phrase.english, " Added Kim {1} (7). ")
        XCTAssertEqual(phrase.key, "Added {1} ({2}).")
        XCTAssertEqual(phrase, " Added Kim {1} (7). ")
        let plain: LocalizableText = "Added"
        XCTAssertEqual(plain.key, "Added")
        XCTAssertTrue(LocalizableText(own: "Added").isOwn)
    }

    func testPlaceholdersCanBeReorderedAndKeepUserText() throws {
        let es = try translator(
            "es",
            "= {1} of {2}\n> {2} tiene {1}\n\n= Done\n> Hecho\n\n= Now:\n> Ahora:\n\n= Took “{1}” ({2}).\n> Tomó «{1}» ({2}).\n\n= {1} words\n>one {1} palabra\n>other {1} palabras"
        )
        let a = "Done"
        let b = "{1}"
        XCTAssertEqual(es.translation("\(a) of \(b)"), "{1} tiene Done")
        XCTAssertEqual(es.translation(LocalizableText(own: "Done")), "Done")
        XCTAssertEqual(es.translation("Now: "), "Ahora: ")
        let task = "3 words"
        let count = "3 words"
        XCTAssertEqual(es.translation("Took “\(task)” (\(count))."), "Tomó «3 words» (3 palabras).")
        XCTAssertEqual(es.translation(sentence: "Took “1 words” (1 words)."), "Tomó «1 words» (1 palabra).")
        XCTAssertEqual(es.translation(sentence: "Took nothing."), "Took nothing.")
        XCTAssertEqual(es.translation(sentence: "a song of ice and fire"), "a song of ice and fire")
    }

    /// Each key matches the sentence that is made from it.
    func testSentencesMatchTheirKeys() throws {
        for tag in BundledLanguages.tags {
            let language = try XCTUnwrap(Language(tag))
            let translator = Translator(language, userPacks: UserLanguagePacks(folder: ""))
            for entry in LanguagePack(files: HousePacks.files(tag)).entries
            where entry.key.utf8.count > 24 && !entry.key.contains("}{") && !entry.key.hasPrefix("term: ")
                && !entry.key.contains("{ ") && !entry.key.contains("{\"") && !entry.key.contains("{}")
                && !entry.key.contains("{+")
                && entry.key.utf8.count < 1900
            {
                let english = (1...9).reduce(entry.key) { $0.replacing("{\($1)}", with: "x\($1)") }
                let translated = translator.translation(sentence: english)
                XCTAssertFalse(translated.contains("{"), translated)
                if !entry.isSame { XCTAssertNotEqual(translated, english) }
                for place in 1...9 where entry.key.contains("{\(place)}") {
                    XCTAssertEqual(translated.ranges(of: "x\(place)").count, 1, "\(english): \(translated)")
                }
            }
        }
    }

    /// Unicode CLDR 46, supplemental/plurals.xml: the samples of whole numbers.
    func testPluralsFollowCLDR() {
        let samples: [(String, PluralForm, [Int])] = [
            ("en", .one, [1]), ("en", .other, [0, 2, 16, 100, 1000, 1_000_000]),
            ("es", .one, [1]), ("es", .many, [1_000_000, 2_000_000]), ("es", .other, [0, 2, 16, 100, 1000, 100_000]),
            ("fr", .one, [0, 1]), ("fr", .many, [1_000_000, 3_000_000]), ("fr", .other, [2, 17, 100, 1000, 100_000]),
            ("ko", .other, [0, 1, 2, 15, 100, 1000, 1_000_000]),
        ]
        for (tag, form, numbers) in samples {
            for number in numbers { XCTAssertEqual(PluralRule(of: tag).form(of: number), form, "\(tag) \(number)") }
        }
        for tag in ["en", "es", "fr", "ko"] {
            let rule = PluralRule(of: tag)
            for number in 0...1000 {
                XCTAssertTrue(rule.requiredForms.contains(rule.form(of: number)), "\(tag) \(number)")
            }
        }
    }

    func testDatesFollowTheLanguage() throws {
        let day = "Friday, 20 November 2026"
        for (tag, expected, month) in [
            ("es", "viernes, 20 de noviembre de 2026", "noviembre de 2026"),
            ("fr", "vendredi 20 novembre 2026", "novembre 2026"),
            ("ko", "2026년 11월 20일 금요일", "2026년 11월"),
        ] {
            let translator = try translator(tag, "= Now:\n> x:\n\n= It was on {1}.\n> y {1}.")
            XCTAssertEqual(translator.translation(LocalizableText(own: day)), expected)
            XCTAssertEqual(translator.translation(LocalizableText(own: "November 2026")), month)
            XCTAssertEqual(translator.translation(sentence: "It was on \(day)."), "y \(expected).")
            // These are no valid dates, so they are text of the user.
            for other in [
                "Friday, 21 November 2026", "friday 20 November 2026", "Friday, 20 November 2026 ", "May 12345",
            ] {
                XCTAssertEqual(translator.translation(LocalizableText(own: other)), other)
            }
        }
    }

    func testLanguageComesFromTheEnvironment() {
        XCTAssertEqual(Language(variables: ["LANG": "ko_KR.UTF-8"]).tag, "ko")
        XCTAssertEqual(Language(variables: ["LANG": "ko_KR.UTF-8", "LC_MESSAGES": "fr_CA@euro"]).tag, "fr")
        XCTAssertEqual(Language(variables: ["LANG": "ko", "LC_ALL": "C.UTF-8", "LC_MESSAGES": "fr"]), .english)
        XCTAssertEqual(Language(variables: ["LC_ALL": "", "LANG": "es-MX"]).tag, "es")
        for none in [[:], ["LANG": "POSIX"], ["LANG": "../../etc"], ["LANG": String(repeating: "a", count: 1000)]] {
            XCTAssertEqual(Language(variables: none), .english)
        }
    }

    /// A pack of the user overrides single sentences. Invalid files change nothing.
    func testUserPackOverridesBundledSentencesButInvalidEntriesDoNot() throws {
        let home = try Home()
        try FileManager.default.createDirectory(atPath: home.path("languages"), withIntermediateDirectories: true)
        let es = try XCTUnwrap(Language("es"))
        let brought = UserLanguagePacks(folder: home.path("languages"))
        func write(_ text: String, _ name: String = "es") throws {
            try text.write(toFile: home.path("languages/\(name).strings"), atomically: true, encoding: .utf8)
        }
        XCTAssertEqual(Translator(es, userPacks: brought).translation("Today"), "Hoy")
        try write("language: es\nname: x\nstate: reviewed\n\n= Today\n> En este día\n\n= Name\n> \u{1B}[2J\n")
        XCTAssertEqual(Translator(es, userPacks: brought).translation("Today"), "En este día")
        XCTAssertEqual(Translator(es, userPacks: brought).translation("Name"), "Nombre")
        XCTAssertEqual(brought.pack(es)?.findings.count, 2)
        let plugin = LanguagesPlugin(
            .at { home.path($0) }, try GlobalOptions.split(["--language", "es"]).options, [:], nil)
        let findings = try Registry([plugin]).all(.doctorChecks).flatMap { try $0.examine() }
        XCTAssertEqual(findings.count, 2)
        XCTAssertTrue(
            findings.allSatisfy { $0.severity == .notice && $0.message.hasPrefix("languages/es.strings, line ") },
            "\(findings)"
        )
        try write("language: es\nname: x\n\n= Today\n> Hoy día\n\n= Todays\n> Hoyes\n")
        XCTAssertEqual(
            try Registry([plugin]).all(.doctorChecks).flatMap { try $0.examine() }.map(\.message),
            ["languages/es.strings, line 7: The program has no sentence “Todays”."])
        try write("language: fr\nname: x\n\n= Today\n> Aujourd’hui\n")
        XCTAssertEqual(Translator(es, userPacks: brought).translation("Today"), "Hoy")
        try write("language: de\nname: Deutsch\nstate: reviewed\n\n= Today\n> Heute\n", "de")
        XCTAssertEqual(Translator(try XCTUnwrap(Language("de")), userPacks: brought).translation("Today"), "Heute")
        XCTAssertTrue(Translator(try XCTUnwrap(Language("it")), userPacks: brought).isEnglish)
        XCTAssertTrue(Translator(.english, userPacks: brought).isEnglish)
    }
}
