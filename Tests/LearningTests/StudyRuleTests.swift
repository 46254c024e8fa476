import Content
import Kernel
import LearningTesting
import Practice
import Storage
import XCTest

@testable import Learning

/// Tests of flashcard rules at their bounds: which cards are asked, in which order, and how they
/// are scored.
final class StudyRuleTests: XCTestCase {
    private static let grades = ["10k", "9k"].compactMap { Grade(id: $0) }

    /// Returns a library with the given number of dissimilar terms of each grade and category.
    private static func library(_ kinds: [(count: Int, grade: String, category: String)], more: [Term] = []) -> Library
    {
        var pack = ContentPack(id: "test", name: "Test")
        pack.belts = BeltOrder(grades.map { Belt(grade: $0, name: $0.id, belt: "white", colors: ["white"]) })
        let names = StudyFixture.library.terms.filter { $0.id.hasPrefix("t") }
        for kind in kinds {
            for number in 0..<kind.count {
                let name = names[pack.terms.count]
                let place = pack.terms.count
                pack.terms.append(
                    Term(
                        id: "\(kind.category)-\(kind.grade)-\(number)", grade: Grade(id: kind.grade) ?? name.grade,
                        category: Content.Category(rawValue: kind.category), english: name.english, hangul: name.hangul,
                        romanization: name.romanization))
                pack.terms[place].difficulty = number % 5 + 1
            }
        }
        pack.terms += more
        return Library([pack])
    }

    private static func remember(_ card: Card, _ state: (box: Int, due: Int), in fixture: StudyFixture) throws {
        let due = fixture.log().today.adding(days: state.due)
        let memory = MemoryState(
            memory: .schedule(Schedule(box: state.box, due: due)), answers: 1, right: 1,
            last: fixture.log().today.adding(days: -1), latest: "x")
        try fixture.store.write { try $0.put(ItemMemory(card.target, memory)) }
    }

    // MARK: - How many, and in which order

    func testDefaultsAreTwentyCardsInBothDirections() throws {
        let usual = StudyConfiguration()
        XCTAssertEqual(usual, StudyConfiguration(cards: 20, directions: .both, mode: .learn, answering: .type))
        XCTAssertFalse(usual.onlyNew)
        XCTAssertEqual(StudyConfiguration.cardRange, 1...50)
        XCTAssertEqual(StudySettings(), StudySettings(newADay: 10, showsNew: true))
        XCTAssertEqual(try Learner(grade: StudyFixture.grade("9k"), mode: .mastery).dailyGoal, 20)
    }

    /// The daily limit or the session's limit applies. New cards of earlier grades alternate with
    /// those of the learner's grade.
    func testNewCardsAreLimitedAndGradesAlternate() throws {
        let library = Self.library([(2, "10k", "a"), (40, "9k", "a")])
        for (cards, limit, expected) in [
            (10, nil, 10), (20, nil, 20), (50, nil, 42), (20, 0, 0), (20, -3, 0), (20, 1, 1), (50, 40, 40),
        ] as [(Int, Int?, Int)] {
            let session = try? StudyFixture(library: library).flashcards().begin(
                StudyConfiguration(cards: cards, newLimit: limit))
            XCTAssertEqual(session?.items.count ?? 0, expected, "\(cards) cards, limit \(limit ?? -1)")
        }
        let session = try StudyFixture(library: library).flashcards().begin(StudyConfiguration(cards: 6))
        XCTAssertEqual(session.items.map { $0.term.contains("10k") }, [false, true, false, true, false, false])
    }

    func testNewCardsAreOrderedByGradeAndDifficulty() throws {
        let library = Self.library([(10, "10k", "a"), (10, "9k", "a")])
        for seed in 1...4 as ClosedRange<UInt64> {
            let items = try StudyFixture(library: library).flashcards("9k", .mastery, seed: seed).begin().items
            let ranks = items.compactMap { library.term($0.term) }.map {
                $0.grade.id == "9k" ? 10 + $0.difficulty : $0.difficulty
            }
            XCTAssertEqual(ranks, ranks.sorted())
            XCTAssertEqual(ranks.count, 20)
        }
    }

    /// The longest overdue card comes first, the lower box on the same day. Cards that are not due
    /// are left out.
    func testDueCardsAreOrderedByDayAndBox() throws {
        let library = Self.library([(6, "9k", "a")])
        let states = [(3, 0), (1, 0), (5, -1), (2, 0), (4, -1), (1, 1)]
        for seed in 1...6 as ClosedRange<UInt64> {
            let fixture = StudyFixture(library: library)
            for (place, state) in states.enumerated() {
                try Self.remember(Card(term: "a-9k-\(place)", direction: .koreanToEnglish), state, in: fixture)
            }
            let expected = ["a-9k-4", "a-9k-2", "a-9k-1", "a-9k-3", "a-9k-0"]
            let session = try fixture.flashcards(seed: seed).begin(StudyConfiguration(directions: .koreanToEnglish))
            XCTAssertEqual(session.items.map(\.term), expected)
            XCTAssertEqual(try fixture.flashcards().due().map(\.target.subject), expected)
        }
    }

    func testTermsWithoutKoreanAreNotAsked() throws {
        let bare = try [("none", "", ""), ("hangul", "막", ""), ("roman", "", "makgi")].map { id, hangul, romanization in
            Term(
                id: id, grade: try StudyFixture.grade("9k"), category: StudyFixture.stances, english: id,
                hangul: hangul,
                romanization: romanization)
        }
        let flashcards = try StudyFixture(library: Self.library([(0, "9k", "a")], more: bare)).flashcards()
        XCTAssertEqual(Set(try flashcards.begin().items.map(\.term)), ["hangul", "roman"])
        XCTAssertEqual(try flashcards.statistics().cards.total, 4)
        XCTAssertEqual(bare.map(\.korean), ["", "막", "makgi"])
    }

    /// When no card can be asked, the advice names the next due date of a card in this session.
    func testAdviceNamesNextDueDateOfRequestedCards() throws {
        let fixture = StudyFixture(library: Self.library([(2, "9k", "a")]))
        let today = fixture.log().today
        for (term, direction, days) in [
            ("a-9k-0", Direction.koreanToEnglish, 5), ("a-9k-0", .englishToKorean, 3), ("a-9k-1", .koreanToEnglish, 2),
        ] { try Self.remember(Card(term: term, direction: direction), (1, days), in: fixture) }
        for (directions, days) in [
            (StudyConfiguration.Directions.koreanToEnglish, 3), (.englishToKorean, 3), (.both, 3),
        ] {
            let expected = StudyConfiguration(directions: directions, terms: ["a-9k-0"])
            XCTAssertThrowsError(try fixture.flashcards().begin(expected)) {
                let advice = ($0 as? Failure)?.advice ?? ""
                XCTAssertTrue(advice.hasPrefix("The next card is due on \(today.adding(days: days)). "), advice)
            }
        }
    }

    // MARK: - Choices

    /// Wrong choices are similar: first those of the same category and grade, then of the category,
    /// then of the grade.
    func testWrongChoicesPreferSameCategoryAndGrade() throws {
        let libraries: [([(Int, String, String)], [String: Int])] = [
            ([(4, "10k", "a"), (3, "9k", "a"), (3, "10k", "b")], ["a-10k": 3]),
            ([(3, "10k", "a"), (2, "9k", "a"), (2, "10k", "b"), (2, "9k", "b")], ["a-10k": 2, "a-9k": 1]),
            ([(2, "10k", "a"), (1, "9k", "a"), (2, "10k", "b"), (2, "9k", "b")], ["a-10k": 1, "a-9k": 1, "b-10k": 1]),
            ([(1, "10k", "a"), (2, "10k", "b"), (4, "9k", "b")], ["b-10k": 2, "b-9k": 1]),
            ([(2, "10k", "a")], ["a-10k": 1]),
        ]
        for (kinds, expected) in libraries {
            for seed in 1...8 as ClosedRange<UInt64> {
                let flashcards = try StudyFixture(library: Self.library(kinds)).flashcards(seed: seed)
                let run = try flashcards.begin(StudyConfiguration(mode: .test, answering: .choose, terms: ["a-10k-0"]))
                let choices = try XCTUnwrap(flashcards.question(in: run)).choices.map(\.id).filter { $0 != "a-10k-0" }
                let counts = Dictionary(grouping: choices) { String($0.dropLast(2)) }.mapValues(\.count)
                XCTAssertEqual(counts, expected, "\(choices)")
            }
        }
    }

    /// Synonyms of the asked term and terms without Korean are not offered as wrong choices.
    func testSynonymsAreNotWrongChoices() throws {
        let grade = try StudyFixture.grade("10k")
        func term(_ id: String, _ english: String, _ hangul: String, aliases: [String] = []) -> Term {
            var term = Term(
                id: id, grade: grade, category: StudyFixture.stances, english: english, hangul: hangul, romanization: ""
            )
            term.aliases = aliases
            return term
        }
        let terms = [
            term("asked", "Riding stance", "기마", aliases: ["Horse stance"]), term("alias", "Horse stance", "말"),
            term("named", "Wide position", "넓은", aliases: ["Riding stance"]), term("mute", "Silent bow", ""),
            term("same", "Saddle", "기마"), term("other", "Front kick", "앞차기"), term("third", "Low block", "낮은데 막기"),
        ]
        for seed in 1...8 as ClosedRange<UInt64> {
            let flashcards = try StudyFixture(library: Self.library([(0, "10k", "a")], more: terms)).flashcards(
                "10k", seed: seed)
            let run = try flashcards.begin(StudyConfiguration(mode: .test, answering: .choose, terms: ["asked"]))
            XCTAssertEqual(
                Set(try XCTUnwrap(flashcards.question(in: run)).choices.map(\.id)), ["asked", "other", "third"])
        }
    }

    // MARK: - Scores

    func testPassMarkIsEightyPercentInTestModeOnly() throws {
        for (mode, right, isPassed) in [
            (StudyConfiguration.Mode.test, 8, true), (.test, 7, false), (.test, nil, nil), (.learn, 10, nil),
        ] as [(StudyConfiguration.Mode, Int?, Bool?)] {
            let flashcards = try StudyFixture().flashcards("10k")
            var run = try flashcards.begin(StudyConfiguration(cards: 10, mode: mode))
            for place in 0..<10 {
                guard let right else { try flashcards.log.skip(in: &run); continue }
                try flashcards.log.answer(.rated(place < right ? .hard : .again), milliseconds: 0, in: &run)
            }
            // The missed cards are repeated, and the repetitions don't count.
            while !run.isDone { try flashcards.log.answer(.rated(.easy), milliseconds: 0, in: &run) }
            XCTAssertNil(try flashcards.unfinished(running: true), "every card in it was done")
            try flashcards.log.finish(&run)
            XCTAssertEqual(run.log.outcome, .init(share: (right ?? 0) * 100, isPassed: isPassed))
        }
    }

    /// The results compare the box before and after each answer.
    func testResultsCountPromotionsAndDemotions() throws {
        for (box, rating, moved) in [
            (3, Rating.again, [0, 0, 1]), (3, .hard, [0, 0, 0]), (3, .good, [0, 1, 0]), (1, .again, [0, 0, 0]),
            (5, .easy, [0, 0, 0]), (nil, .good, [1, 1, 0]), (nil, .hard, [1, 0, 0]), (nil, .again, [1, 0, 0]),
        ] as [(Int?, Rating, [Int])] {
            let fixture = StudyFixture(library: Self.library([(1, "9k", "a")]))
            let card = Card(term: "a-9k-0", direction: .koreanToEnglish)
            if let box { try Self.remember(card, (box, 0), in: fixture) }
            let flashcards = try fixture.flashcards()
            var run = try flashcards.begin()
            XCTAssertEqual(try flashcards.question(in: run)?.box, box)
            try flashcards.log.answer(.rated(rating), milliseconds: 1, in: &run)
            let results = try flashcards.results(of: run)
            XCTAssertEqual([results.new, results.promoted, results.demoted], moved, "box \(box ?? 0), \(rating)")
        }
    }

    func testStatisticsCountPerCategory() throws {
        let fixture = StudyFixture()
        let flashcards = try fixture.flashcards()
        var random = RandomSource(seed: 5)
        for _ in 0..<3 { _ = try flashcards.play(flashcards.begin(StudyConfiguration(directions: .both)), &random) }
        let terms = fixture.library.terms.filter { $0.grade.id != "8k" }
        let statistics = try flashcards.statistics()
        XCTAssertEqual(statistics.categories.map(\.category), Set(terms.map(\.category)).sorted())
        for figures in statistics.categories {
            let own = Set(terms.filter { $0.category == figures.category }.map(\.id))
            let memories = try fixture.log().memories(of: .flashcards).filter { own.contains($0.target.subject) }
            let answers = try fixture.answers().filter { own.contains($0.target.subject) && !$0.isRepeat }
            XCTAssertEqual([figures.learning, figures.total], [memories.count, own.count * 2])
            XCTAssertEqual(figures.accuracy, Figures.share(answers.count { $0.isRight }, of: answers.count))
        }
    }

    func testFirstPresetReplacesMissingStandard() throws {
        let own = try LeitnerScheduler(intervals: [1, 1, 1, 1, 1])
        for (schedulers, name) in [
            ([own, .beginner], "1/1/1/1/1"), ([own, .standard], "standard"), ([], "standard"),
        ] as [([LeitnerScheduler], String)] {
            let flashcards = Flashcards(
                library: StudyFixture.library, learner: Learner(grade: try StudyFixture.grade("9k"), mode: .mastery),
                log: StudyFixture().log(),
                schedulers: schedulers)
            XCTAssertEqual(try flashcards.scheduler(named: nil).name, name)
            XCTAssertEqual(flashcards.presets, schedulers.map(\.name))
        }
    }

    func testPracticeKindsAreOrderedByLesson() {
        let kinds: [PracticeKind] = [.flashcards, .patterns, .sparring, .lineWork, .theory, .grading, .tests]
        let unknown = ["archery", "zither"].map(PracticeKind.init(rawValue:))
        XCTAssertEqual((unknown.reversed() + kinds.reversed()).sorted(), kinds + unknown)
        XCTAssertEqual(kinds.map(\.title).first, "Flashcards")
        XCTAssertEqual(unknown[0].title, "archery")
        XCTAssertNil(Card(Target(.patterns, "chon-ji", "ko-en")))
    }
}
