import Content
import Footwork
import Kernel
import LearningTesting
import Practice
import Storage
import XCTest

@testable import Lessons

/// Tests of pattern rules at their bounds: questions, choices, timing and mastery.
final class PatternRuleTests: XCTestCase {
    private func pattern(_ id: String) throws -> Pattern { try StudyFixture().training("6d").pattern(id) }

    /// The expected answers for every movement, as they are displayed.
    func testQuestionsOfEachMovementHaveExpectedAnswers() throws {
        XCTAssertEqual(try displayedAnswers(.foot, of: "chon-ji"), Expected.feetOfChonJi)
        XCTAssertEqual(try displayedAnswers(.direction, of: "chon-ji"), Expected.directionsOfChonJi)
        XCTAssertEqual(try displayedAnswers(.foot, of: "do-san"), Expected.feetOfDoSan)
        XCTAssertEqual(try displayedAnswers(.stance, of: "do-san"), Expected.stancesOfDoSan)
        XCTAssertEqual(try displayedAnswers(.side, of: "do-san"), Expected.sidesOfDoSan)
        XCTAssertEqual(try displayedAnswers(.technique, of: "do-san"), Expected.techniquesOfDoSan)
        XCTAssertEqual(try displayedAnswers(.foot, of: "yul-gok"), Expected.feetOfYulGok)
    }

    /// Returns the displayed answers, six movements in a line.
    private func displayedAnswers(_ kind: PatternQuestion.Kind, of id: String) throws -> String {
        let pattern = try pattern(id)
        let maker = PatternQuestions(pattern)
        let short = [
            "the left foot": "left", "the right foot": "right", "both feet": "both", "none: the feet stay": "none",
        ]
        let expected = pattern.moves.map { move in
            let text = maker.question(kind, of: move.number, seed: nil)?.displayedAnswer ?? "–"
            return short[text] ?? text
        }
        return stride(from: 0, to: expected.count, by: 6).map {
            expected[$0..<min($0 + 6, expected.count)].joined(separator: ", ")
        }
        .joined(separator: "\n")
    }

    /// The expected foot of each movement is derived from the content.
    func testFootIsTheMovingOrLiftedOne() throws {
        let training = try StudyFixture().training("6d")
        for heading in training.curriculum.patterns().value {
            let pattern = try training.curriculum.pattern(heading.id).value
            for move in pattern.moves {
                let going = move.steps.filter { $0.verb != .pivot }
                let feet = Set(going.compactMap(\.foot))
                let expected: String? =
                    if let kick = move.actions.last(where: \.isKick), move.steps.isEmpty {
                        kick.side?.rawValue ?? "none"
                    } else if let ending = move.ending, ending.stance.isOnOneLeg, move.steps.isEmpty,
                        !ending.isMaintained
                    {
                        ending.side?.other.rawValue ?? "none"
                    } else if move.steps.isEmpty {
                        "none"
                    } else if feet.count == 2 || going.contains(where: { $0.verb == .jump || $0.foot == nil }) {
                        "both"
                    } else {
                        feet.first?.rawValue
                    }
                let question = PatternQuestions(pattern).question(.foot, of: move.number, seed: nil)
                XCTAssertEqual(question?.accepted.first?[.foot], expected, "\(heading.id) \(move.number)")
            }
        }
    }

    func testQuestionPrompts() throws {
        let maker = PatternQuestions(try pattern("chon-ji"))
        let kinds: [(PatternQuestion.Kind, Int, quiz: String, test: String)] = [
            (.next, 1, "How does Chon-Ji begin?", "How does Chon-Ji begin?"),
            (
                .direction, 2, "Chon-Ji, movement 2, punch: where do you face before, and where after?",
                "Movement 2: which way do you face?"
            ),
            (.foot, 2, "Chon-Ji, movement 2, punch: which foot moves?", "Movement 2: which foot moves?"),
            (
                .stance, 1, "Chon-Ji, movement 1, block: in which stance does it end?",
                "Movement 1: in which stance does it end?"
            ),
            (
                .side, 1, "Chon-Ji, movement 1, block: which side, and how high?",
                "Movement 1, block: which side, and how high?"
            ),
            (
                .technique, 1, "Chon-Ji, movement 1: which technique, and how high?",
                "Movement 1: which technique, and how high?"
            ),
        ]
        for (kind, number, quiz, test) in kinds {
            XCTAssertEqual(maker.question(kind, of: number, seed: nil)?.prompt, quiz)
            XCTAssertEqual(maker.question(kind, of: number, seed: nil, isTest: true)?.prompt, test)
        }
        let next = try XCTUnwrap(maker.question(.next, of: 2, seed: 1))
        XCTAssertEqual(
            next.prompt,
            "Chon-Ji, after movement 1 (left walking stance toward B: left low forearm block to B): what comes next?")
        XCTAssertEqual(next.displayedAnswer, "right walking stance toward B: right middle punch to B")
        XCTAssertEqual(maker.question(.next, of: 2, seed: nil)?.displayedAnswer, "middle punch")
        for number in [0, 20] {
            XCTAssertEqual(maker.kinds(of: number), [])
            XCTAssertNil(maker.question(.foot, of: number, seed: 1))
        }
        XCTAssertEqual(maker.kinds(of: 1), PatternQuestion.Kind.allCases)
    }

    /// Each question has four choices. Wrong choices differ in one field or come from the same
    /// pattern.
    func testWrongChoicesDifferInOneFieldOrComeFromSamePattern() throws {
        let own = try pattern("chon-ji")
        let other = try pattern("toi-gye")
        let maker = PatternQuestions(own, companions: [other])
        for move in own.moves {
            for kind in maker.kinds(of: move.number) {
                let question = try XCTUnwrap(maker.question(kind, of: move.number, seed: 3))
                XCTAssertEqual(question.choices.count, 4, "\(kind) \(move.number)")
                guard kind == .next || kind == .direction else { continue }
                let ownAnswers = own.moves.compactMap { maker.question(kind, of: $0.number, seed: 1)?.displayedAnswer }
                for choice in question.choices where !ownAnswers.contains(choice.text) {
                    XCTAssertEqual(question.grade(choice.values).count { !$0.isRight }, 1, choice.text)
                }
            }
        }
        let alone = PatternQuestions(own)
        let techniques = Set(
            own.moves.compactMap { alone.question(.technique, of: $0.number, seed: nil)?.displayedAnswer })
        for move in own.moves {
            let texts = try XCTUnwrap(alone.question(.technique, of: move.number, seed: 2)).choices.map(\.text)
            XCTAssertEqual(Set(texts), techniques, "techniques are real")
            let both = try XCTUnwrap(maker.question(.technique, of: move.number, seed: 2))
            for choice in both.choices where !techniques.contains(choice.text) {
                XCTAssertEqual(both.grade(choice.values).count { !$0.isRight }, 1, choice.text)
            }
        }
    }

    func testBeatsOfEachTiming() {
        let beats: [(Move.Timing?, Double)] = [
            (nil, 1), (.slow, 2), (.fast, 0.5), (.connecting, 0.5), (.consecutiveKick, 0.5), (.doubleKick, 0.5),
            (.continuous, 0.75),
            (.stamping, 1), (.circular, 1), (.doubleStepping, 1),
        ]
        for (timing, expected) in beats {
            XCTAssertEqual(MoveTempo.beats(of: timing), expected, "\(timing?.rawValue ?? "usual")")
        }
        for (beat, expected) in [(0.1, 0.2), (0.2, 0.2), (20, 20), (20.5, 20)] {
            XCTAssertEqual(MoveTempo(beat: beat).beat, expected)
        }
    }

    // MARK: - Sessions

    func testPassMarkIsEightyPercentOfFields() throws {
        let training = try StudyFixture().training("6d")
        let patterns = training.curriculum.patterns().value.lazy.compactMap {
            try? training.curriculum.pattern($0.id).value
        }
        func fields(_ pattern: Pattern) -> Int {
            let maker = PatternQuestions(pattern)
            return pattern.moves.compactMap {
                maker.question(.movement, of: $0.number, seed: nil, isTest: true)?.fields.count
            }
            .reduce(0, +)
        }
        let pattern = try XCTUnwrap(patterns.first { fields($0) % 5 == 0 })
        for (missing, isPassed) in [(0, true), (1, false)] {
            var test = try training.test(pattern, mode: .typed, isNew: true)
            var right = fields(pattern) * 4 / 5 - missing
            while let question = try training.log.task(in: &test) {
                let part = min(right, question.fields.count)
                right -= part
                let order: [PatternQuestion.Field] = [.stanceSide, .stance, .to, .section, .technique]
                let known = order.filter(question.fields.contains).prefix(part)
                let words = known.compactMap { question.accepted[0][$0] }.joined(separator: " ")
                try training.log.answer(part == 0 ? nil : words, to: question, milliseconds: 0, in: &test)
            }
            try training.log.finish(&test)
            XCTAssertEqual(right, 0)
            XCTAssertEqual(test.log.outcome?.isPassed, isPassed, "\(test.share)")
        }
        XCTAssertEqual(PatternRound.passMark, 800)
    }

    func testChoicesAreSelectedByNumberOrText() throws {
        let training = try StudyFixture().training()
        var quiz = try training.quiz([training.pattern("chon-ji")], subject: "chon-ji", questions: 1)
        let question = try XCTUnwrap(training.log.task(in: &quiz))
        let right = try XCTUnwrap(question.choices.firstIndex { $0.text == question.displayedAnswer }) + 1
        func mark(_ text: String?) throws -> Mark { try quiz.exercise.judge(text, to: question, in: quiz) }
        for number in 1...4 { XCTAssertEqual(try mark("\(number)").isRight, number == right) }
        for (number, choice) in question.choices.enumerated() {
            XCTAssertEqual(try mark(choice.text.uppercased()), try mark("\(number + 1)"))
        }
        for text in [nil, "0", "5"] { XCTAssertEqual(try mark(text).share, 0) }
        XCTAssertEqual(try mark("1").evidence, .chosen)
    }

    func testPracticeIsLimitedToRequestedMovements() throws {
        let training = try StudyFixture().training()
        let pattern = try training.pattern("chon-ji")
        XCTAssertEqual(try training.practice(pattern).items, Array(1...19))
        XCTAssertEqual(try training.practice(pattern, only: [9, 3]).items, [3, 9])
        XCTAssertThrowsError(try training.practice(pattern, only: [20])) {
            XCTAssertEqual(($0 as? Failure)?.code, .nothingToPractise)
        }
        XCTAssertThrowsError(try training.quiz([], subject: "", questions: 3)) {
            XCTAssertEqual(($0 as? Failure)?.code, .nothingToAsk)
        }
    }

    /// A quiz asks the movements with the lowest level first. Only a test asks for the technique.
    func testQuizAsksWeakestMovementsFirst() throws {
        let fixture = StudyFixture()
        let training = try fixture.training()
        let pattern = try training.pattern("chon-ji")
        for _ in 0..<2 {
            var practice = try training.practice(pattern, only: Array(1...15))
            while !practice.isDone { try training.log.answer(true, milliseconds: 1, in: &practice) }
        }
        let items = try training.quiz([pattern], subject: "chon-ji", questions: 200).items
        XCTAssertEqual(Set(items.prefix(20).map(\.move)), [16, 17, 18, 19])
        XCTAssertEqual(items.count, 19 * 5)
        XCTAssertFalse(items.contains { $0.asks == .technique })
        XCTAssertEqual(try training.quiz([pattern], subject: "chon-ji", questions: 7, isNew: true).items.count, 7)
    }

    /// The level of a pattern is the mean over all its movements, in thousandths.
    func testPatternLevelIsMeanOfMovementLevels() throws {
        let fixture = StudyFixture()
        let training = try fixture.training()
        let pattern = try training.pattern("chon-ji")
        var practice = try training.practice(pattern, only: [1, 2, 3])
        for isWell in [true, false, true] {
            try training.log.answer(.followed(isWell: isWell), milliseconds: 1, in: &practice)
        }
        let standing = try training.mastery(of: pattern)
        XCTAssertEqual(standing.level, 2 * ((Evidence.done.ceiling + 2) / 3) / 19)
        XCTAssertEqual(standing.shaky, [2])
        XCTAssertEqual(standing.moves.keys.sorted(), [1, 2, 3])
        XCTAssertEqual(standing.last, training.log.today)
        XCTAssertEqual(try training.masteries().first { $0.heading.id == "dan-gun" }?.level, 0)
        XCTAssertTrue(try fixture.store.undoLast().label.hasPrefix("Practised Chon-Ji 3"))
    }
}

/// Expected answers.
private enum Expected {
    static let feetOfChonJi = """
        left, right, right, left, left, right
        right, left, left, right, right, left
        left, right, right, left, right, right
        left
        """

    static let directionsOfChonJi = """
        from D to B, from B to B, from B to A, from A to A, from A to D, from D to D
        from D to C, from C to C, from C to A, from A to A, from A to B, from B to B
        from B to C, from C to C, from C to D, from D to D, from D to D, from D to D
        from D to D
        """

    static let feetOfDoSan = """
        left, none, left, none, left, right
        left, right, left, none, left, none
        left, right, right, none, right, left
        left, none, left, right, left, both
        """

    static let stancesOfDoSan = """
        left walking stance, left walking stance, right walking stance, right walking stance, right L-stance, right walking stance
        left walking stance, right walking stance, left walking stance, left walking stance, right walking stance, right walking stance
        left walking stance, –, right walking stance, right walking stance, right walking stance, –
        left walking stance, left walking stance, left walking stance, right walking stance, sitting stance, sitting stance
        """

    static let sidesOfDoSan = """
        left high, right middle, right high, left middle, middle, right middle
        left high, right high, left high, right middle, right high, left middle
        high, right middle, right middle, left middle, high, left middle
        left middle, right middle, left, right, left middle, right middle
        """

    static let techniquesOfDoSan = """
        high side block, middle punch, high side block, middle punch, middle guarding block, middle thrust
        high side strike, high side strike, high side block, middle punch, high side block, middle punch
        high wedging block, middle front snap kick, middle punch, middle punch, high wedging block, middle front snap kick
        middle punch, middle punch, rising block, rising block, middle side strike, middle side strike
        """

    static let feetOfYulGok = """
        left, none, none, both, none, none
        right, left, left, none, left, right
        right, none, –, none, none, left
        none, none, right, left, left, left
        right, right, right, left, right, right
        left, left, none, right, none, both
        right, both
        """
}
