import Languages
import XCTest

/// Texts of which no key says the whole.
final class SentencesTests: XCTestCase {
    private func tongue(_ tag: String, _ said: [(String, String)]) throws -> Tongue {
        let lines = said.map { "= \($0)\n> \($1)" }.joined(separator: "\n\n")
        let pack = LanguagePack(Array("language: \(tag)\nname: x\nstate: machine\n\n\(lines)\n".utf8))
        XCTAssertEqual(pack.findings, [])
        return Tongue(try XCTUnwrap(Language(tag)), isMachineMade: true) { [pack.bytes] }
    }

    private func check(_ tongue: Tongue, _ said: [(String, String)]) {
        for (english, wanted) in said { XCTAssertEqual(tongue.say(sentence: english), wanted) }
    }

    func testSentencesBehindEachOtherAreSaidOneByOne() throws {
        let es = try tongue(
            "es",
            [
                ("Stopped ({1}).", "Terminado ({1})."), ("{1}: over, {2} of focus", "{1}: {2} y fin"),
                ("{1} of focus kept.", "Se conservó {1}."), ("Wrote “{1}”.", "Se escribió «{1}»."), ("Kept.", "Guardado."),
            ])
        check(
            es,
            [
                // What begins with a place would take the other sentences for what fills it.
                (
                    "Stopped (7gq). Study: over, 9m of focus. 9m of focus kept.",
                    "Terminado (7gq). Study: 9m y fin. Se conservó 9m."
                ),
                // Within quotation marks sentences are people's.
                ("Wrote “Kept. Kept.”.", "Se escribió «Kept. Kept.»."),
                ("Wrote “Kept. Kept.”. Kept.", "Se escribió «Kept. Kept.». Guardado."),
                // Half of them would be worse than none.
                ("Nobody says this. Kept.", "Nobody says this. Kept."),
            ])
    }

    func testFactsInARowAreSaidAsFarAsThereAreWords() throws {
        let es = try tongue("es", [("planned for {1}", "planeado para {1}"), ("no votes", "sin votos")])
        check(
            es,
            [
                ("planned for v1.2 · for Kim · no votes", "planeado para v1.2 · for Kim · sin votos"),
                ("for Kim · Sam", "for Kim · Sam"), ("Nov · · · ○ · ·", "Nov · · · ○ · ·"),
            ])
    }

    func testAListIsSaidWhereAllOfItIs() throws {
        let fr = try tongue(
            "fr",
            [
                ("your key ({1})", "votre clé ({1})"), ("your name", "votre nom"), ("Not in it: {1}.", "N’y est pas : {1~}."),
                ("{1}th keup", "{1}e keup"),
            ])
        check(
            fr,
            [
                ("Not in it: your key (group), your name.", "N’y est pas : votre clé (group), votre nom."),
                ("Not in it: your key (group), a hat.", "N’y est pas : your key (group), a hat."),
                // The comma of a date parts nothing, and a tag is the same everywhere.
                ("your name, Friday, 20 November 2026, #home", "votre nom, vendredi 20 novembre 2026, #home"),
                ("10th keup and 9th keup", "10e keup et 9e keup"), ("10th keup and a hat", "10th keup and a hat"),
            ])
    }

    func testWhatTheAppSaysElsewhereMayFillAPlace() throws {
        let ko = try tongue("ko", [("Undone: {1}.", "되돌림: {1~}."), ("Wrote “{1}”", "“{1}” 씀"), ("Kept there: {1}.", "간직: {1}.")])
        check(
            ko,
            [
                ("Undone: Wrote “Wrote “a””.", "되돌림: “Wrote “a”” 씀."), ("Undone: no such thing.", "되돌림: no such thing."),
                ("Kept there: Wrote “a”.", "간직: Wrote “a”."),
            ])
    }

    func testSignsAndFullStopsAreNoPartOfAKey() throws {
        let es = try tongue("es", [("locked", "cerrado"), ("Teams are for Premium", "Los equipos son de Premium")])
        check(
            es,
            [
                ("🔒 locked", "🔒 cerrado"), ("· locked", "· cerrado"), ("é locked", "é locked"), ("x locked", "x locked"),
                ("Teams are for Premium.", "Los equipos son de Premium."), ("Teams.", "Teams."),
            ])
    }

    func testOfTwoPlacesWithNothingBetweenThemEitherMayBeEmpty() throws {
        let es = try tongue(
            "es", [("Marked {1}.{2}{3}", "Marcó {1}.{2}{3}"), ("It waits.", "Espera."), ("Kept there {1}{2}.", "Guardó {1}{2}.")])
        check(
            es,
            [
                ("Marked Kim.", "Marcó Kim."), ("Marked Kim. It waits.", "Marcó Kim. Espera."),
                ("Marked Kim. Sam too.", "Marcó Kim. Sam too."),
                ("Kept there nothing at all.", "Guardó nothing at all."),
            ])
    }

    /// What is said of long rows is found in no time.
    func testRowsOfSignsAreLookedThroughOnce() throws {
        let es = try tongue("es", [("locked", "cerrado")])
        for part in ["· ", "a · ", "a, ", "A. ", "🔒 "] {
            let row = String(repeating: part, count: 300) + "end"
            XCTAssertEqual(es.say(sentence: row), row)
        }
    }
}
