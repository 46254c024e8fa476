import Content
import ContentAdapters
import Kernel
import XCTest

/// The grammar reads bundled names, generates phrases that it reads, and explains rejections.
final class GrammarTests: XCTestCase {
    private func library() throws -> Library {
        Library(try BundledPacks.sources.map { try PackReading($0).validPack() })
    }
    private func grammar() throws -> TechniqueGrammar { TechniqueGrammar(try library().packs.flatMap(\.morphemes)) }

    /// Names that are not phrases, with the reason.
    private let exceptions = [
        "잡혔을 때": "it says when something is done (as one is grabbed), not what"
    ]

    func testBundledTechniqueNamesParseToThePacksMeaning() throws {
        let grammar = try grammar()
        let expected: Set<Content.Category> = Set(
            ["stances", "blocks", "punches", "strikes", "kicks"].map(Content.Category.init))
        let terms = try library().terms.filter { expected.contains($0.category) }.map {
            ($0.hangul, $0.romanization, $0.english)
        }
        let techniques = Curriculum(BundledPacks.sources).techniques().value.map {
            ($0.hangul, $0.romanization, $0.english)
        }
        XCTAssertGreaterThan(terms.count, 120)
        XCTAssertGreaterThan(techniques.count, 170)
        var excused: Set<String> = []
        for (hangul, romanization, english) in terms + techniques {
            guard exceptions[hangul] == nil else {
                excused.insert(hangul)
                continue
            }
            switch grammar.read(hangul) {
            case .invalid(let why): XCTFail("\(hangul) (\(english)): \(why)")
            case .valid(let phrase):
                XCTAssertEqual(phrase.hangul, hangul)
                XCTAssertEqual(phrase.romanization, romanization, hangul)
                XCTAssertEqual(phrase.meaning.lowercased(), english.lowercased(), hangul)
            }
            XCTAssertEqual(grammar.read(romanization).phrase?.hangul, hangul, romanization)
        }
        XCTAssertEqual(excused, Set(exceptions.keys), "an unused exception")
    }

    func testMostMovementNamesParse() throws {
        let grammar = try grammar()
        let curriculum = Curriculum(BundledPacks.sources)
        var read = 0
        var all = 0
        for heading in curriculum.patterns().value {
            for name in try curriculum.pattern(heading.id).value.moves.compactMap(\.hangul) where !name.contains(",") {
                all += 1
                if grammar.read(name).phrase != nil { read += 1 }
            }
        }
        XCTAssertGreaterThan(all, 800)
        XCTAssertGreaterThan(Double(read) / Double(all), 0.8, "\(read) of \(all)")
    }

    func testGeneratedPhrasesRoundTripWithUniqueMeanings() throws {
        let grammar = try grammar()
        var random = RandomSource(seed: 15)
        var meant: [String: String] = [:]
        var lengths: [Int: Set<String>] = [:]
        for round in 0..<5_000 {
            let count = 2 + round % 5
            let phrase = try XCTUnwrap(grammar.phrase(of: count, using: &random))
            XCTAssertEqual(phrase.words.count, count, phrase.hangul)
            XCTAssertEqual(grammar.read(phrase.words.map(\.hangul)), .valid(phrase))
            XCTAssertEqual(grammar.read(phrase.romanization), .valid(phrase), phrase.romanization)
            XCTAssertEqual(meant[phrase.meaning] ?? phrase.hangul, phrase.hangul, phrase.meaning)
            XCTAssertNotNil(phrase.pronunciation())
            XCTAssertTrue(phrase.words.allSatisfy { !$0.meaning.isEmpty && !$0.romanization.isEmpty })
            meant[phrase.meaning] = phrase.hangul
            lengths[count, default: []].insert(phrase.hangul)
        }
        for count in 2...6 { XCTAssertGreaterThan(lengths[count]?.count ?? 0, 90, "phrases of \(count) words") }
        XCTAssertNil(grammar.phrase(of: 40, using: &random))
    }

    /// Sources divide 앞차 부시기 in several ways. Equal syllables mean the same phrase.
    func testSpacingDoesNotChangeThePhrase() throws {
        let grammar = try grammar()
        for (typed, written) in [
            ("앞 차 부시기", "앞차 부시기"), ("옆앞차 부시기", "옆앞 차 부시기"), ("높은데 반대 돌려 걸어차기", "높은데 반대 돌려 걸어 차기"),
            ("ap cha busigi", "앞차 부시기"), ("걷는서기낮은데막기", "걷는 서기 낮은데 막기"),
        ] { XCTAssertEqual(grammar.read(typed).phrase?.hangul, written, typed) }
        var random = RandomSource(seed: 10)
        for round in 0..<500 {
            let phrase = try XCTUnwrap(grammar.phrase(of: 2 + round % 5, using: &random))
            var words = phrase.words.map(\.hangul)
            let place = Int.random(in: 0..<words.count - 1, using: &random)
            words.replaceSubrange(place...place + 1, with: [words[place] + words[place + 1]])
            XCTAssertEqual(grammar.read(words).phrase?.hangul, phrase.hangul, words.joined(separator: " "))
        }
    }

    func testSeedDeterminesThePhrase() throws {
        let grammar = try grammar()
        for seed in 0..<20 as Range<UInt64> {
            var one = RandomSource(seed: seed)
            var other = RandomSource(seed: seed)
            XCTAssertEqual(grammar.phrase(of: 5, using: &one), try self.grammar().phrase(of: 5, using: &other))
        }
    }

    func testEveryGradeHasPhrasesOfEachLengthFromItsOwnWords() throws {
        let library = try library()
        let grammar = try grammar()
        var random = RandomSource(seed: 3)
        for grade in Set(library.terms.map(\.grade)) {
            let words = Set(library.terms.filter { $0.grade <= grade }.flatMap(\.morphemes))
            let speaking = grammar.restricted(words)
            XCTAssertTrue(Set(speaking.words.map(\.hangul)).isSubset(of: words))
            for count in 2...6 {
                let phrase = try XCTUnwrap(speaking.phrase(of: count, using: &random), "\(grade.id), \(count) words")
                XCTAssertTrue(words.isSuperset(of: phrase.words.map(\.hangul)), phrase.hangul)
            }
        }
        XCTAssertNil(grammar.restricted([]).phrase(of: 2, using: &random))
        XCTAssertNil(TechniqueGrammar([]).phrase(of: 2, using: &random))
    }

    func testSynonymsParseToTheSamePhrase() throws {
        let grammar = try grammar()
        let expected = try XCTUnwrap(grammar.read("왼 걷는 서기 낮은데 막기").phrase)
        XCTAssertEqual(expected.meaning, "left walking stance low block")
        XCTAssertEqual(expected.words.map(\.role), [.side, .stance, .stance, .section, .action])
        let spellings = [
            "왼 걷기 서기 아래 막기", "왼 걷는 서 낮은데 막기", "wen gunnun sogi najunde makgi", "Wen geotgi seogi arae makgi",
            "왼 걷는 서기 낮은데 막기",
        ]
        for text in spellings { XCTAssertEqual(grammar.read(text), .valid(expected), text) }
        // Sources that put 반대 in another place.
        let block = grammar.read("걷는 서기 손바닥 낮은데 반대 안으로 막기")
        XCTAssertNotNil(block.phrase)
        XCTAssertEqual(grammar.read("걷는 서 손바닥 낮은데 안으로 반대 막기"), block)
        XCTAssertEqual(grammar.read("걷는 서 손바닥 반대 낮은데 안으로 막기"), block)
    }

    func testInvalidPhrasesAreExplained() throws {
        let grammar = try grammar()
        let cases = [
            ("팔목 차기", "A kick is done with the foot, not with 팔목 (forearm)."),
            ("높은데 낮은데 막기", "A technique has one section, not 높은데 (high) and 낮은데 (low)."),
            ("왼 앉는 서기", "A sitting stance is neither left nor right: both feet stand alike."),
            ("걷는 서기 앞차 부시기", "A kick is done on one leg, so no stance is named with it."),
            ("준비 서기 막기", "A ready stance is for waiting: no technique is done in it."),
            ("앉는 서기 반대 지르기", "In a sitting stance no foot is in front, so no arm is obverse or reverse: say 왼 or 오른."),
            ("왼 걷는 서기 오른 지르기", "In a walking stance the arm is 바로 (obverse) or 반대 (reverse), not 왼 or 오른."),
            (
                "등 주먹 추켜 막기",
                "A rising block is done with the forearm, knife-hand and others, not with 등 주먹 (back fist)."
            ),
            ("손칼 지르기", "A punch is done with the fist, forefist and others, not with 손칼 (knife-hand)."),
            ("ㄴ자 서기 손칼 반대 대비 막기", "Both arms do this guarding block, so it is neither obverse nor reverse."),
            ("낮은데 추켜 막기", "A rising block has one height only, which its name leaves out."),
            ("높은데 돌려 지르기", "A turning punch is not 높은데 (high), but 가운데 (middle)."),
            ("반대 앞차 부시기", "바로 (obverse) and 반대 (reverse) are said of arms, not of kicks."),
            ("뛰며 막기", "A block is not done flying."),
            ("올려 차기", "An upward kick needs to say what it is done with, such as 무릎 (knee)."),
            ("헤쳐 지르기", "No technique is called 헤쳐 지르기 (wedging punch)."),
            ("옆 차기", "No technique is called 옆 차기 (side kick): say, for example, 옆차 지르기 (side piercing kick)."),
            ("발칼 옆차 지르기", "The name of a kick leaves out the part of the foot: no 발칼 (footsword)."),
            (
                "낮은데 손칼 막기",
                "손칼 (knife-hand) stands before 낮은데 (low): the order is side, stance, tool, section, way, action."
            ),
            ("막기 손칼", "막기 (block) stands at the end: in Korean what is done comes last."),
            ("막기 지르기", "A phrase says one thing that is done, not 막기 (block) and 지르기 (punch)."),
            (
                "왼 손칼 낮은데",
                "The end is missing: what is done, such as 막기 (block), or 서기 (stance)."
            ),
            ("서기 걷는 막기", "서기 (stance) stands in a stance alone, such as 걷는 서기 (walking stance)."),
            ("안 막기", "안 (inner) needs another word, as in 안 팔목 (inner forearm)."),
            ("김치 막기", "“김치” is no word of a technique."), ("", "There is no word yet."),
        ]
        for (text, why) in cases { XCTAssertEqual(grammar.read(text), .invalid(why), text) }
        XCTAssertEqual(grammar.read(Array(repeating: "막기", count: 9_999)), .invalid("A phrase has 12 words at most."))
    }

    func testRandomWordsParseOrYieldAnExplanation() throws {
        let grammar = try grammar()
        let words = grammar.words.map(\.hangul)
        XCTAssertGreaterThan(words.count, 90)
        var random = RandomSource(seed: 9)
        for _ in 0..<3_000 {
            let salad = (0..<Int.random(in: 1...7, using: &random)).compactMap { _ in
                words.randomElement(using: &random)
            }
            switch grammar.read(salad) {
            case .valid(let phrase): XCTAssertEqual(grammar.read(phrase.hangul), .valid(phrase), phrase.hangul)
            case .invalid(let why):
                XCTAssertTrue(
                    why.hasSuffix(".") && !why.contains("  ") && !why.dropLast().contains(". "), "\(salad): \(why)")
            }
        }
    }
}
