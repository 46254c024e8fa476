import Kernel
import Korean
import XCTest

final class PronunciationTests: XCTestCase {
    private func check(_ pairs: [(String, String)], _ form: (Pronunciation) -> String, line: UInt = #line) {
        for (hangul, expected) in pairs {
            XCTAssertEqual(Pronunciation(of: hangul).map(form), expected, hangul, line: line)
        }
    }

    /// Examples of the Revised Romanization rules of 2000, chapters 2 and 3.
    func testOfficialRomanizationExamples() {
        check(
            [
                ("구미", "gumi"), ("영동", "yeongdong"), ("백암", "baegam"), ("옥천", "okcheon"), ("합덕", "hapdeok"),
                ("호법", "hobeop"),
                ("월곶", "wolgot"), ("벚꽃", "beotkkot"), ("한밭", "hanbat"), ("구리", "guri"), ("설악", "seorak"),
                ("칠곡", "chilgok"),
                ("임실", "imsil"), ("울릉", "ulleung"), ("대관령", "daegwallyeong"), ("광희문", "gwanghuimun"),
                ("백마", "baengma"), ("신문로", "sinmunno"), ("종로", "jongno"), ("왕십리", "wangsimni"), ("별내", "byeollae"),
                ("신라", "silla"),
                ("학여울", "hangnyeoul"), ("알약", "allyak"), ("해돋이", "haedoji"), ("같이", "gachi"), ("굳히다", "guchida"),
                ("좋고", "joko"),
                ("놓다", "nota"), ("잡혀", "japyeo"), ("낳지", "nachi"), ("압구정", "apgujeong"), ("낙동강", "nakdonggang"),
                ("죽변", "jukbyeon"),
                ("낙성대", "nakseongdae"), ("합정", "hapjeong"), ("팔당", "paldang"), ("샛별", "saetbyeol"), ("울산", "ulsan"),
            ], \.romanized)
    }

    /// Examples printed with the articles of Standard Pronunciation.
    func testExamplesOfTheArticles() {
        let examples = [
            ("가져", "가저"), ("다쳐", "다처"), ("희망", "히망"),  // 5
            ("닦다", "닥따"), ("키읔", "키윽"), ("옷", "옫"), ("젖", "젇"), ("솥", "솓"), ("앞", "압"), ("덮다", "덥따"),  // 9
            ("넋", "넉"), ("앉다", "안따"), ("여덟", "여덜"), ("넓다", "널따"), ("외곬", "외골"), ("핥다", "할따"), ("값", "갑"),
            ("없다", "업따"),  // 10
            ("밟다", "밥따"), ("밟는", "밤는"), ("넓죽하다", "넙쭈카다"),  // 10 proviso
            ("닭", "닥"), ("흙과", "흑꽈"), ("맑다", "막따"), ("삶", "삼"), ("젊다", "점따"), ("읊고", "읍꼬"), ("맑게", "말께"),
            ("묽고", "물꼬"),  // 11
            ("놓고", "노코"), ("좋던", "조턴"), ("쌓지", "싸치"), ("많고", "만코"), ("않던", "안턴"), ("닳지", "달치"), ("각하", "가카"),  // 12.1
            ("먹히다", "머키다"), ("밝히다", "발키다"), ("맏형", "마텽"), ("좁히다", "조피다"), ("넓히다", "널피다"), ("꽂히다", "꼬치다"),
            ("앉히다", "안치다"),
            ("닿소", "다쏘"), ("많소", "만쏘"), ("싫소", "실쏘"), ("놓는", "논는"), ("않네", "안네"), ("뚫네", "뚤레"),  // 12.2–12.3
            ("낳은", "나은"), ("쌓이다", "싸이다"), ("많아", "마나"), ("싫어도", "시러도"),  // 12.4
            ("깎아", "까까"), ("옷이", "오시"), ("있어", "이써"), ("꽂아", "꼬자"), ("앞으로", "아프로"), ("덮이다", "더피다"),  // 13
            ("넋이", "넉씨"), ("앉아", "안자"), ("닭을", "달글"), ("젊어", "절머"), ("핥아", "할타"), ("읊어", "을퍼"), ("값을", "갑쓸"),
            ("없어", "업써"),  // 14
            ("굳이", "구지"), ("미닫이", "미다지"), ("밭이", "바치"), ("벼훑이", "벼훌치"), ("닫히다", "다치다"), ("묻히다", "무치다"),  // 17
            ("먹는", "멍는"), ("국물", "궁물"), ("깎는", "깡는"), ("닫는", "단는"), ("짓는", "진는"), ("맞는", "만는"), ("쫓는", "쫀는"),
            ("붙는", "분는"),
            ("놓는", "논는"), ("잡는", "잠는"), ("앞마당", "암마당"), ("읊는", "음는"), ("없는", "엄는"),  // 18
            ("담력", "담녁"), ("강릉", "강능"), ("막론", "망논"), ("협력", "혐녁"),  // 19
            ("난로", "날로"), ("천리", "철리"), ("칼날", "칼랄"), ("닳는", "달른"), ("핥네", "할레"), ("생산량", "생산냥"),  // 20
            ("국밥", "국빱"), ("닭장", "닥짱"), ("옷고름", "옫꼬름"), ("있던", "읻떤"), ("꽃다발", "꼳따발"), ("밭갈이", "받까리"),
            ("옆집", "엽찝"),  // 23
        ]
        check(examples, \.spoken)
    }

    func testTaekwonDoTerms() {
        check(
            [
                ("걷는 서기", "건는 서기"), ("앉는 서기", "안는 서기"), ("막기", "막끼"), ("태권도", "태꿘도"), ("뚫기", "뚤키"), ("앞 차기", "압 차기"),
                ("낮은데", "나즌데"), ("옆앞", "여밥"), ("ㄴ자 서기", "니은자 서기"), ("손끝", "손끋"), ("붙잡아", "붇짜바"), ("밖으로", "바끄로"),
            ], \.spoken)
        check(
            [
                ("걷는 서기", "geonneun seogi"), ("막기", "makgi"), ("태권도", "taegwondo"), ("옆앞 막기", "yeobap makgi"),
                ("기합", "gihap"),
                ("손칼 대비 막기", "sonkal daebi makgi"), ("차렷", "charyeot"), ("경례", "gyeongnye"), ("돌려 차기", "dollyeo chagi"),
                ("앞으로", "apeuro"),
            ], \.romanized)
    }

    func testPhoneticScript() {
        check(
            [
                ("걷는 서기", "kʌnnɯn sʌɡi"), ("막기", "mak̚k͈i"), ("태권도", "tʰɛk͈wʌndo"), ("돌려 차기", "tolljʌ tɕʰaɡi"),
                ("신라", "ɕilla"),
                ("자유", "tɕaju"), ("준비", "tɕunbi"), ("힘", "çim"), ("쌍", "s͈aŋ"), ("나란히", "naɾanɦi"),
            ], \.ipa)
    }

    func testOneBreathAppliesSoundChangesAcrossWords() {
        XCTAssertEqual(Pronunciation(of: "밭 아래", pace: .oneBreath)?.spoken, "바 다래")
        XCTAssertEqual(Pronunciation(of: "앞 막기", pace: .oneBreath)?.spoken, "암 막끼")
        XCTAssertEqual(Pronunciation(of: "앞 막기")?.spoken, "압 막끼")
    }

    func testOverrideReplacesThePronunciation() {
        let overridden = Pronunciation(of: "왼발", override: "웬발")
        XCTAssertEqual(overridden?.spoken, "웬발")
        XCTAssertEqual(overridden?.romanized, "wenbal")
        XCTAssertNil(Pronunciation(of: "dojang"))
    }

    /// Only the stems of 밟다 and of 넓죽하다, 넓둥글다 keep [ㅂ] (article 10); every other ㄼ keeps [ㄹ].
    func testOnlyListedStemsPronounceTailLBAsB() {
        check(
            [
                ("밟고", "밥꼬"), ("밟지", "밥찌"), ("넓죽", "넙쭉"), ("넓둥", "넙뚱"), ("넓고", "널꼬"), ("넓지", "널찌"),
                ("짧죽", "짤쭉"), ("떫둥", "떨뚱"), ("넓둑", "널뚝"), ("넓중", "널쭝"), ("놃죽", "놀쭉"),
                ("엷둥", "열뚱"), ("덟죽", "덜쭉"), ("갋고", "갈꼬"),
            ], \.spoken)
    }

    /// The spoken form has as many syllables as the written one, with the seven final sounds.
    func testSpokenFormsUseTheSevenFinalSounds() {
        let sounds: Set<Tail> = [.none, .g, .n, .d, .l, .m, .b, .ng]
        var random = RandomSource(seed: 3)
        for _ in 0..<3000 {
            let written = (0..<Int.random(in: 1...5, using: &random)).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 0xAC00...0xD7A3, using: &random))
            }
            let text = String(String.UnicodeScalarView(written))
            guard let spoken = Pronunciation(of: text)?.spoken else { return XCTFail(text) }
            XCTAssertEqual(spoken.unicodeScalars.count, written.count, text)
            XCTAssertTrue(
                spoken.unicodeScalars.compactMap(HangulSyllable.init).allSatisfy { sounds.contains($0.tail) },
                "\(text) \(spoken)"
            )
        }
    }
}
