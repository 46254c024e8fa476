import Kernel
import XCTest

/// The founding document's journeys with tests, with the real program on a pipe. They check data,
/// not presentation.
final class TestJourneys: XCTestCase {
    /// Journey 3, multiple choice: configure, answer right and wrong, review with explanations,
    /// analytics, profile stats.
    func testMultipleChoiceTestCountsAnswers() throws {
        let user = try AppUser("dojang", self)
        let belt = ["9k", "8k", "7k"].randomElement(using: &user.random) ?? "7k"
        let count = Int.random(in: 6...12, using: &user.random)
        try user.run("profile", "edit", "Student", "--belt", "7k", "--yes")
        let terms: [TermShape] = try user.run("terms", "--json").json()
        let seed = String(Int.random(in: 0...9999, using: &user.random))
        var asked = AskedQuestion(
            in: try user.run(
                "test", "custom", "--questions", "\(count)", "--belt", belt, "--kind", "words", "--seed", seed
            )
            .output)
        var right = 0
        var missed = 0
        var unknown = 0
        for number in 0..<count {
            let question = try XCTUnwrap(asked, "question \(number + 1) was not asked")
            XCTAssertTrue((2...4).contains(question.choices.count), "\(question)")
            XCTAssertEqual(Set(question.choices).count, question.choices.count, "\(question)")
            // The words determine the right answer; some random answers are wrong or missing.
            let known = question.answer(among: terms)
            let expected = Int.random(in: 0...3, using: &user.random)
            let answer: Int
            switch (known, expected) {
            case (let known?, 1...3): (answer, right) = (known, right + 1)
            case (let known?, _): (answer, missed) = (known == 1 ? 2 : 1, missed + 1)
            case (nil, _): (answer, unknown) = (0, unknown + 1)
            }
            let isLast = number == count - 1
            asked = AskedQuestion(
                in: try user.run(["test", "custom"], lines: ["\(answer)"] + (isLast ? ["enter"] : [])).output)
        }
        XCTAssertLessThan(unknown, count / 2, "most questions are about words that the list has")
        let review: TestShape = try user.run("test", "review", "--json").json()
        XCTAssertEqual(review.answered, count)
        XCTAssertEqual(review.right, right)
        XCTAssertEqual(review.remaining, 0)
        XCTAssertEqual(review.accuracy, Double(right) / Double(count), accuracy: 0.006)
        XCTAssertEqual(review.belts.map(\.grade), [belt])
        XCTAssertTrue(
            (0...1).contains(review.known) && review.knownLow <= review.known && review.known <= review.knownHigh)
        XCTAssertEqual(review.review.count, count)
        XCTAssertEqual(review.review.count { $0.right }, right)
        XCTAssertEqual(review.review.count { !$0.right && $0.chosen != nil }, missed)
        XCTAssertTrue(review.review.allSatisfy { !$0.answer.isEmpty && ($0.chosen == $0.answer) == $0.right })
        let progress: ProgressShape = try user.run("test", "progress", "--json").json()
        XCTAssertEqual([progress.tests, progress.asked, progress.right], [1, count, right])
        XCTAssertEqual(progress.belts.map(\.asked).reduce(0, +), count)
        XCTAssertEqual(progress.categories.map(\.right).reduce(0, +), right)
        let stats: KindsShape = try user.run("stats", "--json").json()
        XCTAssertEqual(stats.kinds.map(\.kind), ["tests"])
        XCTAssertEqual(stats.kinds.map(\.answers), [count])
        XCTAssertEqual(stats.kinds.map(\.right), [right])
        XCTAssertEqual(stats.streak.current, 1)
    }

    /// Journey 12: flashcards, a pattern and a test are in the history with right totals and
    /// streak.
    func testStudyPatternAndTestTotalsAddUp() throws {
        let user = try AppUser("dojang", self)
        let days = ["2026-03-02", "2026-03-03", "2026-03-04"]
        try user.run("study", "settings", "--new-a-day", "50", "--show-new", "off")
        let cards = Int.random(in: 3...12, using: &user.random)
        let lines = Array(repeating: ["", "3"], count: cards).flatMap(\.self)
        let study: ResultsShape = try user.run(
            ["study", "--cards", "\(cards)", "--mode", "learn", "--new", "--json", "--today", days[0]], lines: lines
        ).json()
        XCTAssertEqual(study.answered, cards)
        let moves = Int.random(in: 2...8, using: &user.random)
        try user.run(
            ["pattern", "practice", "saju-jirugi", "--today", days[1]], lines: (0..<moves).flatMap { _ in ["", "3"] })
        let questions = Int.random(in: 5...10, using: &user.random)
        let answers = (0..<questions).map { _ in String(Int.random(in: 0...2, using: &user.random)) }
        let test: TestShape = try user.run(
            ["test", "quick", "--questions", "\(questions)", "--json", "--today", days[2]], lines: answers + ["enter"]
        ).json()
        let stats: KindsShape = try user.run("stats", "--json", "--today", days[2]).json()
        XCTAssertEqual(stats.kinds.map(\.kind), ["flashcards", "patterns", "tests"])
        XCTAssertEqual(stats.kinds.map(\.answers), [cards, moves, questions])
        XCTAssertEqual(stats.kinds.map(\.right), [cards, moves, test.right])
        XCTAssertEqual(stats.kinds.map(\.sessions), [1, 1, 1])
        XCTAssertEqual(stats.sessions, 3)
        XCTAssertEqual(stats.streak.current, 3)
        XCTAssertEqual(stats.streak.longest, 3)
        XCTAssertEqual(
            try XCTUnwrap(stats.accuracy), Double(cards + moves + test.right) / Double(cards + moves + questions),
            accuracy: 0.006
        )
        // An undone test is not in the totals.
        for _ in 0..<questions { try user.run("undo") }
        let before: KindsShape = try user.run("stats", "--json", "--today", days[2]).json()
        XCTAssertEqual(before.kinds.map(\.kind), ["flashcards", "patterns"])
        XCTAssertEqual(before.sessions, 2)
    }
}

/// The open question of a test, as printed on a pipe.
private struct AskedQuestion {
    let text: String
    let choices: [String]

    /// Reads the last printed question, or returns nil without one.
    init?(in output: String) {
        var text = ""
        var choices = [String]()
        var above = ""
        for line in output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
            if let number = parts.first.flatMap(Int.init), line.hasPrefix("\(number)  "), parts.count == 2 {
                if number == 1 { (text, choices) = (above, []) }
                if number == choices.count + 1 { choices.append(parts[1].drop { $0 == " " }.description) }
            } else if !line.isEmpty {
                above = line
            }
        }
        guard !choices.isEmpty else { return nil }
        self.text = text
        self.choices = choices
    }

    /// The number of the right choice according to the terms, or nil if they don't decide it.
    func answer(among terms: [TermShape]) -> Int? {
        let meant = terms.filter { text.contains("“\($0.english)”") || isAbout($0) }
        let right = choices.indices.filter { place in
            meant.contains { choices[place] == $0.english || choices[place].hasPrefix("\($0.hangul) (") }
        }
        return right.count == 1 ? right[0] + 1 : nil
    }

    private func isAbout(_ term: TermShape) -> Bool { text.contains("does \(term.hangul) (\(term.romanization)) mean") }
}

private struct TestShape: Decodable {
    struct Belt: Decodable { let grade: String }
    struct Entry: Decodable {
        let answer: String
        let chosen: String?
        let right: Bool
    }
    let answered, right, remaining: Int
    let accuracy, known, knownLow, knownHigh: Double
    let belts: [Belt]
    let review: [Entry]
}

private struct ProgressShape: Decodable {
    struct Tally: Decodable { let asked, right: Int }
    let tests, asked, right: Int
    let categories, belts: [Tally]
}

private struct KindsShape: Decodable {
    struct Kind: Decodable {
        let kind: String
        let sessions, answers, right: Int
    }
    let streak: StatsShape.Streak
    let sessions: Int
    let accuracy: Double?
    let kinds: [Kind]
}
