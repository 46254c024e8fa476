import Content
import ContentAdapters
import Kernel
import XCTest

/// Equivalent English answers, accepted by rules instead of lists.
final class EnglishFormTests: XCTestCase {
    private static let packs = DevicePacks(folder: "/nowhere")

    private func verdict(_ typed: String, _ id: String) throws -> AnswerJudge.Verdict {
        let library = try Self.packs.library()
        let term = try XCTUnwrap(library.term(id), id)
        let sides = TermSides(term, asked: .english)
        return AnswerJudge(among: library.terms).judge(typed, against: term, asked: .english, prompt: sides.prompt)
            .verdict
    }

    func testEquivalentEnglishAnswersAreRight() throws {
        for (typed, id) in [
            ("8", "eight"), ("８", "eight"), ("the number eight", "eight"), ("1", "sino-one"), ("first", "sino-one"),
            ("1st", "sino-one"),
            ("uniform", "training-suit"), ("form", "pattern"), ("turn around", "about-turn"), ("teacher", "instructor"),
            ("outside forearm", "outer-forearm"), ("inside forearm low", "inner-forearm"),
            ("heaven and earth", "chon-ji"),
            ("heaven earth", "chon-ji"), ("three step sparring", "three-step-sparring"),
            ("3 step sparring", "three-step-sparring"),
            ("4-direction punch", "four-direction-punch"), ("ball of foot", "ball-of-the-foot"), ("low", "low-section"),
            ("high section reverse punch", "high-reverse-punch"), ("assistant teacher", "assistant-instructor"),
            ("pupil", "student"), ("self-defense", "self-defence"), ("forwards", "forward"),
            ("return to the ready", "return-to-ready"),
            ("OUTSIDE FOREARM LOW BLOCK", "outer-forearm-low-block"), ("tenet of taekwondo", "tenets-of-taekwon-do"),
        ] {
            let isRight = !typed.hasPrefix("the number") && typed != "inside forearm low"
            XCTAssertEqual(try verdict(typed, id), isRight ? .right : .wrong, "\(typed) for \(id)")
        }
    }

    func testUnrelatedWordsAreWrong() throws {
        for (typed, id) in [
            ("7", "eight"), ("18", "eight"), ("inside forearm", "outer-forearm"), ("earth", "chon-ji"),
            ("kihap", "shout"),
            ("dojang", "training-hall"), ("tul", "pattern"), ("saju jirugi", "four-direction-punch"),
            ("section", "low-section"),
            ("the", "bow"), ("a", "bow"), ("to", "return-to-ready"), ("second", "sino-one"),
        ] {
            XCTAssertEqual(try verdict(typed, id), .wrong, "\(typed) for \(id)")
        }
    }

    /// No two terms of the pack become equal unless they shared a spelling before.
    func testEquivalenceNeverMergesTwoTerms() throws {
        let library = try Self.packs.library()
        let judge = AnswerJudge(among: library.terms)
        for term in library.terms {
            for other in library.terms where other.id != term.id {
                let shared = Set(term.searchable.english.map(Folding.compact)).intersection(
                    other.searchable.english.map(Folding.compact))
                let otherNames = other.searchable.english.filter { !shared.contains(Folding.compact($0)) }
                for spelling in otherNames where judge.judge(spelling, against: term, asked: .english).verdict == .right
                {
                    XCTFail("“\(spelling)” of \(other.id) is right for \(term.id)")
                }
            }
        }
    }

    func testResolveReturnsAUniqueMatchOrNil() throws {
        let documents = [
            Searchable(
                id: "low-block", kind: "term", english: ["Low block"], hangul: ["낮은데 막기"],
                romanizations: ["najunde makgi"]),
            Searchable(id: "rising-block", kind: "term", english: ["Rising block", "Upward block"]),
            Searchable(id: "upward-block", kind: "term", english: ["Upward block"]),
        ]
        for (typed, id) in [
            ("Low Block", "low-block"), ("lowblock", "low-block"), ("낮은데 막기", "low-block"),
            ("najunde-makgi", "low-block"),
            ("the low block", "low-block"), ("rising block", "rising-block"), ("low-block", nil), ("upward block", nil),
            ("block", nil), ("", nil), ("--", nil),
        ] as [(String, String?)] {
            XCTAssertEqual(Curriculum.resolve(typed, among: documents), id, typed)
        }
    }
}
