import Kernel
import Korean
import KoreanTesting
import XCTest

final class RomanizationCheckTests: XCTestCase {
    /// Hangul with spellings of ITF books, of Revised Romanization and of common habit.
    static let pairs: [(hangul: String, romanization: String)] = [
        ("걷는 서기", "gunnun sogi"), ("걷는 서기", "geonneun seogi"), ("막기", "makgi"), ("막기", "makki"), ("지르기", "jirugi"),
        ("차기", "chagi"),
        ("팔목", "palmok"), ("손칼", "sonkal"), ("교차", "kyocha"), ("낮은데", "najunde"), ("가운데", "kaunde"), ("높은데", "nopunde"),
        ("앞", "ap"),
        ("옆", "yop"), ("뒤 / 뒷", "dwi / dwit"), ("뒷발", "dwitbal"), ("돌려", "dollyo"), ("바깥", "bakat"), ("안", "an"),
        ("앉는", "annun"),
        ("추켜", "chookyo"), ("헤쳐", "hechyo"), ("걸쳐", "golcho"), ("뒤집어", "dwijibo"), ("옆앞", "yobap"), ("밖으로", "bakuro"),
        ("안으로", "anuro"),
        ("ㄴ자 서기", "niunja sogi"), ("ㄷ자 막기", "digutja makgi"), ("쉬어", "swiyo"), ("정신", "jungshin"),
        ("태권도", "taekwon-do"),
        ("손끝", "sonkut"), ("뚫기", "tulgi"), ("외발 서기", "waebal sogi"), ("앞꿈치", "apkumchi"), ("뒤꿈치", "dwitkumchi"),
        ("여덟", "yodol"),
        ("나란히 서기", "narani sogi"), ("경례", "kyong ye"), ("쓸어", "suroh"), ("맞서기", "matsogi"), ("호신술", "hosin sool"),
    ]

    func testCommonRomanizationsAgree() {
        for pair in Self.pairs {
            XCTAssertTrue(RomanizationCheck.agrees(hangul: pair.hangul, romanization: pair.romanization), "\(pair)")
            XCTAssertTrue(
                RomanizationCheck.agrees(hangul: pair.hangul, romanization: pair.romanization.uppercased()), "\(pair)")
        }
    }

    func testTheComputedRomanizationAlwaysAgrees() {
        for pair in Self.pairs where !pair.hangul.contains("/") {
            let computed = Pronunciation(of: pair.hangul)?.romanized ?? ""
            XCTAssertTrue(
                RomanizationCheck.agrees(hangul: pair.hangul, romanization: computed), "\(pair.hangul) \(computed)")
        }
    }

    func testCorruptHangulDoesNotAgree() {
        let corrupt = [
            ("앙차기", "ap chagi"), ("타어리기", "taerigi"), ("거넋서기", "gunnun sogi"), ("앉뀐서기", "annun sogi"),
            ("상 막기", "sang palmok makgi"),
            ("사조 지르기", "saju jirugi"), ("옴겨딛며 돌기", "omgyo didimyo dolgi"), ("추교 막기", "chookyo"), ("오픈", "opun sonkut"),
            ("", "ap"), ("앞", ""),
            ("차기", "ap chagi"), ("앞 차기", "chagi"), ("찌르기", "tulgi"),
        ]
        for (hangul, romanization) in corrupt {
            XCTAssertFalse(
                RomanizationCheck.agrees(hangul: hangul, romanization: romanization), "\(hangul) \(romanization)")
        }
    }

    /// Replaces one syllable or letter at random and counts the detected changes.
    func testMostRandomCorruptionsAreDetected() {
        let rate = HangulCorruption.detectionRate(
            of: Self.pairs.filter { !$0.hangul.contains("/") && !$0.hangul.contains("ㄴ") && !$0.hangul.contains("ㄷ") },
            seed: 11)
        XCTAssertGreaterThan(rate.syllable, 0.98)
        XCTAssertGreaterThan(rate.letter, 0.88)
    }

    /// Hangul with the spellings that just pass and those that just fail.
    func testAcceptedAndRejectedSpellings() {
        for (hangul, passing, failing) in [
            ("맛", ["mat", "mad", "mas", "maht"], ["mak", "ma", "mats"]), ("있", ["it", "is"], ["iss", "itt"]),
            ("낮", ["nat"], ["nas"]),
            ("박", ["bak", "bag", "pak"], ["ba", "bap", "bah"]), ("각가", ["gakga", "gaga", "kakka"], ["gatga"]),
            ("각나", ["gakna", "gangna"], ["gana", "ganna"]), ("밧다", ["batda", "bada", "basda"], ["bakda"]),
            ("밧나", ["batna", "banna"], ["bana"]), ("법보", ["beopbo", "bobo"], ["bokbo"]),
            ("법나", ["beopna", "beomna"], ["beona"]),
            ("달라", ["dalra", "dalla", "dara", "dala"], ["danna"]), ("달나", ["dalna", "dalla"], ["dana"]),
            ("뒤꿈", ["dwikkum", "dwitkum"], ["dwipkum", "dwinkum"]), ("뒤굼", ["dwigum"], ["dwitgum"]),
            ("쉬어", ["swieo", "swio", "swiyo", "swiyeo"], ["swiya", "swio o"]), ("시어", ["sio", "siyo"], ["siyi"]),
            ("스어", ["seueo"], ["seuyeo"]),
            ("쉬너", ["swino"], ["swinyo"]), ("가 / 나", ["ga", "na", "ga / na"], ["na / ga", "ga / na / ga", "da"]),
            ("가", ["ga / ka"], ["ga / na", "/", ""]), ("돌아", ["dola", "dora", "torro"], ["torr", "torroo"]),
            ("뒤로돌아", ["dwirodora", "dwiyrotorro"], ["dwiyro"]),
            ("앞나란히", ["apnarani", "amnaranhi", "apnaranhi"], ["apnaran"]),
            ("나란히각", ["naranigak"], ["naranigat"]),
        ] {
            for spelling in passing {
                XCTAssertTrue(RomanizationCheck.agrees(hangul: hangul, romanization: spelling), "\(hangul) \(spelling)")
            }
            for spelling in failing {
                XCTAssertFalse(
                    RomanizationCheck.agrees(hangul: hangul, romanization: spelling), "\(hangul) \(spelling)")
            }
        }
    }
}
