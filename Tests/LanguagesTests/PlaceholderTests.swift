import Kernel
import Languages
import XCTest

/// Values in the placeholders of a translation: words with particles, lists and numbers.
final class PlaceholderTests: XCTestCase {
    private func translator(_ tag: String, _ lines: String) throws -> Translator {
        let pack = LanguagePack(Array("language: \(tag)\nname: x\nstate: machine\n\n\(lines)\n".utf8))
        XCTAssertEqual(pack.findings, [])
        return Translator(try XCTUnwrap(Language(tag)), isMachineMade: true) { [pack.bytes] }
    }

    /// Korean orthography: the preceding sound selects the particle. Text in parentheses is
    /// ignored.
    func testKoreanParticlesFollowThePrecedingSound() throws {
        let ko = try translator(
            "ko",
            "= Hid the {1}.\n> {1}을(를) 숨김\n\n= The {1} is here.\n> {1}이(가) 여기\n\n= Go to the {1}.\n> {1}(으)로\n\n= The {1} and that one.\n> {1}와(과) 그것\n\n= Called the “{1}”, which is {2}.\n> “{1}”({2})은(는) 없음\n\n= One is called {1}.\n> {1}(이)라는"
        )
        func translate(_ text: String) -> String { ko.translation(sentence: text) }
        XCTAssertEqual(translate("Hid the 사람."), "사람을 숨김")
        XCTAssertEqual(translate("Hid the 나무."), "나무를 숨김")
        XCTAssertEqual(translate("The 물 is here."), "물이 여기")
        XCTAssertEqual(translate("Go to the 서울."), "서울로")
        XCTAssertEqual(translate("Go to the 부산."), "부산으로")
        XCTAssertEqual(translate("Go to the 대구."), "대구로")
        XCTAssertEqual(translate("The 천지 and that one."), "천지와 그것")
        XCTAssertEqual(translate("The 단군 and that one."), "단군과 그것")
        XCTAssertEqual(translate("One is called 나래."), "나래라는")
        XCTAssertEqual(translate("One is called 한별."), "한별이라는")
        XCTAssertEqual(translate("Called the “한별”, which is 7gq2."), "“한별”(7gq2)은 없음")
        XCTAssertEqual(translate("Called the “나래”, which is 7gq2."), "“나래”(7gq2)는 없음")
        let endings = (0...9).map { translate("Go to the \($0).") + translate("The \($0) is here.") }
        XCTAssertEqual(
            endings,
            [
                "0으로0이 여기", "1로1이 여기", "2로2가 여기", "3으로3이 여기", "4로4가 여기", "5로5가 여기", "6으로6이 여기", "7로7이 여기", "8로8이 여기",
                "9로9가 여기",
            ])
        XCTAssertEqual(translate("Hid the 50 %."), "50 %를 숨김")
        // The pronunciation of a name in Latin letters is unknown.
        XCTAssertEqual(translate("Hid the Kim."), "Kim을(를) 숨김")
        XCTAssertEqual(translate("Go to the x)."), "x)(으)로")
    }

    func testUserTextIsNotTakenForAParticle() throws {
        let ko = try translator("ko", "= It says “{1}” in the {2}.\n> {2}에 “{1}”을(를)")
        XCTAssertEqual(ko.translation(sentence: "It says “나무은(는)” in the 메모."), "메모에 “나무은(는)”을")
    }

    func testListsUseTheConjunctionsOfTheLanguage() throws {
        let pack =
            "= You have {1} here.\n> x {1&}.\n\n= You have {1} there.\n> x {1}.\n\n= {1} tasks\n>one {1} t\n>other {1} ts"
        let words: [(tag: String, and: String, or: String)] = [
            ("es", "y", "o"), ("fr", "et", "ou"), ("de", "and", "or"),
        ]
        for (tag, and, or) in words {
            let translator = try translator(tag, pack)
            XCTAssertEqual(
                translator.translation(sentence: "You have \(listed(["a", "b", "c"])) here."), "x a, b \(and) c.")
            XCTAssertEqual(
                translator.translation(sentence: "You have \(listed(["a", "b"], .or)) here."), "x a \(or) b.")
            XCTAssertEqual(translator.translation(sentence: "You have \(listed(["a"])) here."), "x a.")
            XCTAssertEqual(
                translator.translation(sentence: "You have a and b there."), "x a and b.", "no list placeholder")
        }
        let people = "“salt and pepper”, “you or me”"
        XCTAssertEqual(
            try translator("es", pack).translation(sentence: "You have \(people) here."), "x \(people).",
            "text of the user")
        let ko = try translator("ko", pack.replacing(">one {1} t\n>other {1} ts", with: "> {1}개"))
        XCTAssertEqual(ko.translation(sentence: "You have 가 and 나 here."), "x 가 및 나.")
        XCTAssertEqual(ko.translation(sentence: "You have 가, 2 tasks or 나 here."), "x 가, 2개 또는 나.")
        let es = try translator("es", pack)
        for (item, joint) in [
            ("iglesia", "e"), ("“Irene”", "e"), ("hijo", "e"), ("hielo", "y"), ("hiato", "y"), ("yo", "y"),
            ("ámbar", "y"),
        ] {
            XCTAssertEqual(es.translation(sentence: "You have \(listed(["a", item])) here."), "x a \(joint) \(item).")
        }
        for (item, joint) in [
            ("oro", "u"), ("hora", "u"), ("8", "u"), ("80", "u"), ("11", "u"), ("110", "o"), ("18", "o"), ("a", "o"),
        ] {
            XCTAssertEqual(
                es.translation(sentence: "You have \(listed(["a", item], .or)) here."), "x a \(joint) \(item).")
        }
    }

    /// A word of the app is translated. The same word within quotation marks belongs to the user.
    func testWordsInPlaceholdersAreTranslated() throws {
        let ko = try translator(
            "ko",
            "= There is no {1} yet.\n> 아직 {1}이(가) 없습니다.\n\n= There is no {1} “{2}”.\n> {1} “{2}”이(가) 없습니다.\n\n= Only {1} may {2}.\n> {1&}만 {2} 수 있습니다.\n\n= word: lead\n> 팀장\n\n= word: member\n> 회원\n\n= word: person\n> 사람\n\n= word: write {1}\n> {1}을(를) 쓸\n\n= word: news\n> 소식"
        )
        XCTAssertEqual(ko.translation(sentence: "There is no person yet."), "아직 사람이 없습니다.")
        XCTAssertEqual(ko.translation(sentence: "There is no person “person”."), "사람 “person”이(가) 없습니다.")
        XCTAssertEqual(ko.translation(sentence: "Only lead and member may write news."), "팀장 및 회원만 소식을 쓸 수 있습니다.")
        XCTAssertEqual(ko.translation(LocalizableText(own: "person")), "person")
        XCTAssertEqual(ko.translation(sentence: "Only lead, member may write news."), "팀장, 회원만 소식을 쓸 수 있습니다.")
        // A complete sentence for one word has priority.
        let es = try translator(
            "es",
            "= There is no {1} “{2}”.\n> Nada se llama «{2}» ({1}).\n\n= There is no person “{1}”.\n> No hay ninguna persona «{1}».\n\n= word: task\n> tarea"
        )
        XCTAssertEqual(es.translation(sentence: "There is no person “Ana”."), "No hay ninguna persona «Ana».")
        XCTAssertEqual(es.translation(sentence: "There is no task “Ana”."), "Nada se llama «Ana» (tarea).")
    }

    /// Unicode CLDR 46: the number signs. Spanish and French group digits from 10,000 on.
    func testNumbersUseTheSeparatorsOfTheLanguage() throws {
        // In a pack, `=` begins the English key and `>` its translation.
        let pack = "= {1} MB\n> {1} Mo\n\n= {1} words\n>one {1} w\n>other {1} ws"
        for (tag, half, many, few) in [
            ("es", "0,5", "12.345.678 ws", "9999 ws"), ("fr", "0,5", "12\u{202F}345\u{202F}678 ws", "9999 ws"),
        ] {
            let translator = try translator(tag, pack)
            XCTAssertEqual(translator.translation(LocalizableText(figure: "0.5")), half)
            XCTAssertEqual(translator.translation(LocalizableText(own: "12345678 words")), many)
            XCTAssertEqual(translator.translation(LocalizableText(own: "9999 words")), few)
            XCTAssertEqual(translator.translation(LocalizableText(own: "1 words")), "1 w")
            XCTAssertEqual(translator.translation(LocalizableText(own: "1.7 MB")), "1,7 Mo")
            // A version, a day and a name are not numbers.
            for text in ["1.7.2", "2026-11-20", "12345678", "0.5 of it"] {
                XCTAssertEqual(translator.translation(LocalizableText(own: text)), text)
            }
        }
        XCTAssertEqual(
            try translator("ko", "= {1} words\n> {1}개").translation(LocalizableText(own: "10000 words")), "10,000개")
        XCTAssertEqual(Translator.english.translation(LocalizableText(figure: "12345.5")), "12345.5")
    }

    func testDateDoesNotSelectThePluralForm() throws {
        let es = try translator("es", "= On {1} you had {2}.\n>one uno {1} {2}\n>other otros {1} {2}")
        XCTAssertEqual(es.translation(sentence: "On 2026-11-20 you had 1 word."), "uno 2026-11-20 1 word")
        XCTAssertEqual(es.translation(sentence: "On 2026-11-20 you had 2 words."), "otros 2026-11-20 2 words")
    }
}
