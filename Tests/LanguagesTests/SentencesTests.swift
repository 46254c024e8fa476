import Languages
import XCTest

/// Texts without an entry for the whole text.
final class SentencesTests: XCTestCase {
    private func translator(_ tag: String, _ sentences: [(String, String)]) throws -> Translator {
        let lines = sentences.map { "= \($0)\n> \($1)" }.joined(separator: "\n\n")
        let pack = LanguagePack(Array("language: \(tag)\nname: x\nstate: machine\n\n\(lines)\n".utf8))
        XCTAssertEqual(pack.findings, [])
        return Translator(try XCTUnwrap(Language(tag)), isMachineMade: true) { [pack.bytes] }
    }

    private func check(_ translator: Translator, _ sentences: [(String, String)]) {
        for (english, expected) in sentences { XCTAssertEqual(translator.translation(sentence: english), expected) }
    }

    func testConsecutiveSentencesAreTranslatedOneByOne() throws {
        let es = try translator(
            "es",
            [
                ("Stopped ({1}).", "Terminado ({1})."), ("{1}: over, {2} of focus", "{1}: {2} y fin"),
                ("{1} of focus kept.", "Se conservó {1}."), ("Wrote “{1}”.", "Se escribió «{1}»."),
                ("Kept.", "Guardado."),
            ])
        check(
            es,
            [
                // A key that starts with a placeholder could match the previous sentences.
                (
                    "Stopped (7gq). Study: over, 9m of focus. 9m of focus kept.",
                    "Terminado (7gq). Study: 9m y fin. Se conservó 9m."
                ),
                // Text within quotation marks belongs to the user.
                ("Wrote “Kept. Kept.”.", "Se escribió «Kept. Kept.»."),
                ("Wrote “Kept. Kept.”. Kept.", "Se escribió «Kept. Kept.». Guardado."),
                // A half translated text would be worse than an untranslated one.
                ("Nobody says this. Kept.", "Nobody says this. Kept."),
            ])
    }

    func testDotSeparatedFactsAreTranslatedIndividually() throws {
        let es = try translator("es", [("planned for {1}", "planeado para {1}"), ("no votes", "sin votos")])
        check(
            es,
            [
                ("planned for v1.2 · for Kim · no votes", "planeado para v1.2 · for Kim · sin votos"),
                ("for Kim · Sam", "for Kim · Sam"), ("Nov · · · ○ · ·", "Nov · · · ○ · ·"),
            ])
    }

    func testListIsTranslatedOnlyWhenAllItemsAre() throws {
        let fr = try translator(
            "fr",
            [
                ("your key ({1})", "votre clé ({1})"), ("your name", "votre nom"),
                ("Not in it: {1}.", "N’y est pas : {1~}."),
                ("{1}th keup", "{1}e keup"),
            ])
        check(
            fr,
            [
                ("Not in it: your key (group), your name.", "N’y est pas : votre clé (group), votre nom."),
                ("Not in it: your key (group), a hat.", "N’y est pas : your key (group), a hat."),
                // The comma of a date is no separator, and a tag is not translated.
                ("your name, Friday, 20 November 2026, #home", "votre nom, vendredi 20 novembre 2026, #home"),
                ("10th keup and 9th keup", "10e keup et 9e keup"), ("10th keup and a hat", "10th keup and a hat"),
            ])
    }

    func testPlaceholderCanContainATranslatedSentence() throws {
        let ko = try translator(
            "ko", [("Undone: {1}.", "되돌림: {1~}."), ("Wrote “{1}”", "“{1}” 씀"), ("Kept there: {1}.", "간직: {1}.")])
        check(
            ko,
            [
                ("Undone: Wrote “Wrote “a””.", "되돌림: “Wrote “a”” 씀."),
                ("Undone: no such thing.", "되돌림: no such thing."),
                ("Kept there: Wrote “a”.", "간직: Wrote “a”."),
            ])
    }

    func testLeadingSymbolsAndFullStopsAreNotPartOfAKey() throws {
        let es = try translator("es", [("locked", "cerrado"), ("Teams are for Premium", "Los equipos son de Premium")])
        check(
            es,
            [
                ("🔒 locked", "🔒 cerrado"), ("· locked", "· cerrado"), ("é locked", "é locked"),
                ("x locked", "x locked"),
                ("Teams are for Premium.", "Los equipos son de Premium."), ("Teams.", "Teams."),
            ])
    }

    func testAdjacentPlaceholdersCanBeEmpty() throws {
        let es = try translator(
            "es",
            [
                ("Marked {1}.{2}{3}", "Marcó {1}.{2}{3}"), ("It waits.", "Espera."),
                ("Kept there {1}{2}.", "Guardó {1}{2}."),
            ])
        check(
            es,
            [
                ("Marked Kim.", "Marcó Kim."), ("Marked Kim. It waits.", "Marcó Kim. Espera."),
                ("Marked Kim. Sam too.", "Marcó Kim. Sam too."),
                ("Kept there nothing at all.", "Guardó nothing at all."),
            ])
    }

    /// The lookup of long rows takes linear time.
    func testLongSeparatorRowsAreUnchanged() throws {
        let es = try translator("es", [("locked", "cerrado")])
        for part in ["· ", "a · ", "a, ", "A. ", "🔒 "] {
            let row = String(repeating: part, count: 300) + "end"
            XCTAssertEqual(es.translation(sentence: row), row)
        }
    }
}
