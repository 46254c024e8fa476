import FeedbackCOIN
import Kernel
import XCTest

/// Tests the advice on labeled sentences, quotations, templates and random texts.
final class LintTests: XCTestCase {
    func testSentenceSetsHaveTheirSizesAndHalfAreFlawed() {
        for (sentences, count) in [
            (LintSentences.measured, 60), (LintSentences.heldBack, 30), (LintSentences.unseen, 60),
        ] {
            XCTAssertEqual(sentences.count, count)
            XCTAssertLessThan(abs(sentences.count { $0.flaws.isEmpty } * 2 - count), 10)
            XCTAssertEqual(Set(sentences.map(\.text)).count, count)
        }
    }

    /// The rules were written with `measured`, so its thresholds are the highest.
    func testAdvicePrecisionAndRecallReachTheirThresholds() {
        let measured = quality("sixty of ours", LintSentences.measured)
        XCTAssertGreaterThanOrEqual(measured.precision, 0.9)
        XCTAssertGreaterThanOrEqual(measured.recall, 0.9)
        XCTAssertGreaterThan(quality("thirty held back", LintSentences.heldBack).precision, 0.75)
        let unseen = quality("sixty unseen", LintSentences.unseen)
        XCTAssertGreaterThan(unseen.precision, 0.75)
        XCTAssertGreaterThan(unseen.recall, 0.6)
    }

    /// Prints and returns the precision and recall of the advice on these sentences.
    private func quality(_ name: String, _ sentences: [LintSentence]) -> (precision: Double, recall: Double) {
        var adviceCount = 0
        var right = 0
        var foundCount = 0
        for sentence in sentences {
            let advice = FeedbackLint.advice(on: sentence.text, in: sentence.section, for: "Sam")
            let wrong = advice.filter { !sentence.flaws.contains($0.flaw) }
            adviceCount = adviceCount + advice.count
            right = right + advice.count - wrong.count
            for advice in wrong { print("  wrong: \(advice.flaw.title) “\(advice.words)” in: \(sentence.text)") }
            guard !sentence.flaws.isEmpty else { continue }
            if advice.count > wrong.count {
                foundCount += 1
            } else {
                print("  missed: \(sentence.flaws.map(\.title)) in: \(sentence.text)")
            }
        }
        let flawed = sentences.count { !$0.flaws.isEmpty }
        print(
            "lint, \(name): \(right) of \(adviceCount) pieces of advice are right"
                + ", \(foundCount) of \(flawed) flawed sentences found"
        )
        return (adviceCount == 0 ? 0 : Double(right) / Double(adviceCount), Double(foundCount) / Double(flawed))
    }

    func testQuotedWordsGetNoAdvice() {
        for text in [
            "\"You are lazy\" was the answer.", "«You never listen»", "He said ‘you always do that’ twice.",
            "> You are lazy.\n> Always.",
            "You said: \"this is terrible\", then left.", "They wrote that you never answer.",
        ] {
            XCTAssertEqual(FeedbackLint.advice(on: text, in: .observation), [], text)
        }
        // An unclosed quotation mark and an apostrophe quote nothing.
        for text in ["“You are lazy.", "It's how it is: you're lazy, aren't you'", "You don't listen, you're lazy."] {
            XCTAssertEqual(FeedbackLint.advice(on: text, in: .observation).map(\.flaw), [.label], text)
        }
    }

    func testSecondAdjectiveIsReportedAsLabel() {
        for text in ["You are late and lazy.", "He was tired but also rude.", "They are careful or arrogant and lazy."]
        {
            XCTAssertTrue(FeedbackLint.advice(on: text, in: .observation).map(\.flaw).contains(.label), text)
        }
        for text in ["You fixed the search and lazy loading.", "You named two errors and stubborn tests."] {
            XCTAssertEqual(FeedbackLint.advice(on: text, in: .observation), [], text)
        }
    }

    func testAdviceNamesSectionWordsReasonAndAlternative() throws {
        let text = FeedbackText(
            context: "Stand-ups", observation: "You ALWAYS interrupt, Always. You were rude to Kim.",
            nextSteps: "Better manners."
        )
        let advice = FeedbackLint.advice(on: text, for: "Sam Lee")
        XCTAssertEqual(advice.map(\.flaw), [.absolute, .label, .noImpact, .openStep])
        XCTAssertEqual(advice.map(\.words), ["ALWAYS", "rude", "", ""])
        XCTAssertEqual(advice.map(\.section), [.observation, .observation, .impact, .nextSteps])
        for tip in advice { XCTAssertFalse(tip.reason.isEmpty || tip.suggestion.isEmpty) }
        XCTAssertTrue(try XCTUnwrap(advice.last).suggestion.hasPrefix("It does not say who and when."))
        XCTAssertEqual(FeedbackLint.advice(on: text, isPraise: true).map(\.flaw), [.absolute, .label, .noImpact])
    }

    /// The lint reads English only, so it reports no missing impact in other languages.
    func testOtherLanguagesGetNoAdvice() {
        let texts = [
            (
                "Reunión del lunes", "Interrumpiste a Kim tres veces.", "El equipo perdió una hora.",
                "Dejas hablar a Kim el martes."
            ),
            (
                "Réunion de lundi", "Vous avez interrompu Kim trois fois.", "L’équipe a perdu une heure.",
                "Laissez parler Kim mardi."
            ),
            ("수요일 회의", "Kim 님의 말을 세 번 끊으셨습니다.", "팀이 한 시간을 잃었습니다.", "화요일에는 끝까지 들어 주세요."),
            (
                "Montagsrunde", "Du hast Kim dreimal unterbrochen.", "Das Team hat eine Stunde verloren.",
                "Lass Kim am Dienstag ausreden."
            ),
        ]
        for (context, observation, impact, step) in texts {
            let text = FeedbackText(context: context, observation: observation, impact: impact, nextSteps: step)
            XCTAssertEqual(FeedbackLint.advice(on: text).map(\.flaw), [], observation)
        }
        for text in ["Better manners in the meeting.", "Better manners."] {
            XCTAssertEqual(FeedbackLint.advice(on: text, in: .nextSteps).map(\.flaw), [.openStep], text)
        }
    }

    func testContextAloneGetsNoAdvice() {
        XCTAssertEqual(FeedbackLint.advice(on: FeedbackText(context: "Sprint review")), [])
        XCTAssertEqual(
            FeedbackLint.advice(
                on: FeedbackText(context: "수요일 회의", observation: "다섯 명 중 두 명", impact: "", nextSteps: "")
            ).map(
                \.flaw), [.noImpact])
    }

    func testBuiltInTemplatesGetNoAdvice() {
        for template in FeedbackTemplate.builtIn {
            XCTAssertEqual(FeedbackLint.advice(on: template.text).map { "\($0.flaw) \($0.words)" }, [], template.name)
        }
    }

    func testAdviceQuotesWordsOfRandomTexts() {
        var random = RandomText(random: RandomSource(seed: 19))
        for _ in 0..<400 {
            let text = random.next(upTo: 60, hostile: 5)
            for section in FeedbackSection.allCases {
                for advice in FeedbackLint.advice(on: text, in: section) {
                    XCTAssertTrue(advice.words.isEmpty || text.contains(advice.words), text)
                }
            }
        }
    }

    func testTwentyThousandCharactersTakeUnderFiveSeconds() {
        let text = String(repeating: "You always “never” want to don't care, terribly ' lazy; ", count: 357)
        let start = ContinuousClock.now
        XCTAssertGreaterThan(FeedbackLint.advice(on: text, in: .observation).count, 300)
        XCTAssertLessThan(ContinuousClock.now - start, .seconds(5))
    }
}
