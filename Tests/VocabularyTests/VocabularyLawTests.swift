import Kernel
import Korean
import Practice
import Vocabulary
import XCTest

/// Invariants of all tasks, for any seed and any player.
final class VocabularyLawTests: XCTestCase {
    /// Checks all tasks of one session for each mode, level and seed.
    private func everyTask(_ check: (VocabularyTask, VocabularyItem, Run<VocabularyExercise>) throws -> Void) throws {
        for level in Phrase.lengths {
            let learner = Fixture(seed: 1000 + UInt64(level))
            if level > 2 { try learner.knowing(level) }
            for seed in 0..<12 as Range<UInt64> {
                let fixture = Fixture(store: learner.store, seed: seed)
                for mode in [nil] + VocabularyMode.allCases.map(Optional.some) {
                    let run = try fixture.builder.begin(mode)
                    for item in run.items {
                        guard let task = run.exercise.task(for: item, in: run) else { continue }
                        try check(task, item, run)
                    }
                }
            }
        }
    }

    func testTasksHaveOneRightAnswerAndAreNotPresolved() throws {
        try everyTask { task, item, _ in
            guard !item.isShown else { return XCTAssertEqual(task.tiles, []) }
            XCTAssertLessThanOrEqual(task.tiles.count, 9)
            XCTAssertEqual(Set(task.tiles).count, task.tiles.count)
            if let word = task.word {
                let others = task.tiles.filter { $0.hangul != word.hangul }
                XCTAssertGreaterThan(others.count, 0)
                XCTAssertFalse(others.contains { $0.meaning == word.meaning || $0.romanization == word.romanization })
                return
            }
            let phrase = try XCTUnwrap(task.phrase)
            XCTAssertEqual(ToyBook.read(phrase.hangul).phrase, phrase, "the grammar allows it")
            XCTAssertTrue(phrase.isBuildable)
            if task.blanks.count > 1 {
                XCTAssertFalse(task.isRight(task.tiles.prefix(task.blanks.count).map(\.hangul)))
            }
            if item.mode == .complete { XCTAssertTrue((1...3).contains(task.blanks.count)) }
            if item.mode != .complete { XCTAssertEqual(task.blanks, Array(phrase.words.indices)) }
            let right = Self.fillings(of: task).filter(task.isRight)
            XCTAssertEqual(
                right, [task.solution.map(\.hangul)], "only its own words fill the blanks of \(phrase.hangul)")
        }
    }

    /// Returns all fillings of the blanks. For more than four blanks, only the solution and those
    /// that differ in one place.
    private static func fillings(of task: VocabularyTask) -> [[String]] {
        let tiles = task.tiles.map(\.hangul)
        if task.blanks.count > 4 {
            let solution = task.solution.map(\.hangul)
            return [solution]
                + solution.indices.flatMap { place in
                    tiles.filter { $0 != solution[place] }.map { tile in
                        var changed = solution
                        changed[place] = tile
                        return changed
                    }
                }
        }
        return task.blanks.reduce([[]]) { combinations, _ in
            combinations.flatMap { filling in tiles.filter { !filling.contains($0) }.map { filling + [$0] } }
        }
    }

    func testAssembleTasksGrowFromTwoWordsToTheLevel() throws {
        for level in Phrase.lengths {
            let fixture = Fixture(seed: UInt64(level))
            try fixture.knowing(level)
            let run = try fixture.builder.begin(.assemble)
            let rows = run.items.reduce(into: [[VocabularyItem]]()) { rows, item in
                if item.before.isEmpty { rows.append([item]) } else { rows[rows.count - 1].append(item) }
            }
            for row in rows {
                XCTAssertEqual(row.first?.words.count, 2)
                XCTAssertEqual(row.last?.words.count, level)
                for (shorter, longer) in zip(row, row.dropFirst()) {
                    XCTAssertEqual(longer.before, shorter.words)
                    XCTAssertTrue((1...2).contains(longer.words.count - shorter.words.count))
                    var rest = shorter.words[...]
                    for word in longer.words where word == rest.first { rest = rest.dropFirst() }
                    XCTAssertEqual(Array(rest), [], "each sequence contains the words of the previous one in order")
                }
            }
        }
    }

    func testTasksStayWithinTheLevelAndAskWordsBeforePhrases() throws {
        try everyTask { _, item, run in
            guard item.mode != .match else { return }
            XCTAssertLessThanOrEqual(item.words.count, run.settings.level)
        }
        // A new learner is asked every word of a phrase before the phrase.
        for mode in [VocabularyMode.build, .complete, .assemble] {
            let run = try Fixture().builder.begin(mode)
            for (place, item) in run.items.enumerated() where item.mode != .match {
                let askedWords = Set(
                    run.items.prefix(place).filter { $0.mode == .match && !$0.isShown }.map { $0.words[0] })
                XCTAssertTrue(askedWords.isSuperset(of: item.words), "\(mode): \(item.words)")
            }
        }
    }

    func testPhrasesWithMissedWordsAreNotAsked() throws {
        let fixture = Fixture()
        let run = try fixture.play(fixture.builder.begin(.build)) { move in
            if move.task.word?.hangul == "막기" { Player.wrong(&move) } else { Player.perfect(&move) }
        } limit: {
            $0 > 40
        }
        XCTAssertFalse(run.answers.contains { $0.target.subject == "낮은데 막기" })
    }

    func testRandomPlayKeepsScoresInRange() throws {
        var random = RandomSource(seed: 9)
        let learner = Fixture()
        try learner.knowing(4)
        for seed in 0..<60 as Range<UInt64> {
            let fixture = seed % 3 > 0 ? Fixture(store: learner.store, seed: seed) : Fixture(seed: seed)
            fixture.clock.advance(seconds: Double(seed) * 3600)
            var questionCount = 0
            let run = try fixture.play(
                fixture.builder.begin([nil, .match, .build, .assemble, .complete][Int(seed % 5)])
            ) { move in
                questionCount += 1
                guard questionCount < 30 else { return Player.perfect(&move) }
                let count = move.task.blanks.count
                Player.blind(&move, using: &random) { move in
                    XCTAssertLessThan(move.placedTiles.count, max(2, count + 1))
                    XCTAssertLessThanOrEqual(move.wrongAttempts, VocabularyMove.maximumAttempts)
                    XCTAssertEqual(move.response.places.count, count)
                    if move.response.faults > 0, move.isSolved {
                        XCTAssertTrue(move.wrongAttempts + move.hintCount > 0)
                    }
                }
            }
            let result = try XCTUnwrap(fixture.builder.result(of: run))
            XCTAssertTrue((0...1).contains(result.share))
            XCTAssertTrue((0...result.maximum).contains(result.points))
            XCTAssertTrue(try fixture.builder.results(limit: nil).contains(result))
        }
    }

    func testPerfectPlayEarnsAllPointsAndSeedsAreDeterministic() throws {
        for seed in 0..<10 as Range<UInt64> {
            let fixture = Fixture(seed: seed)
            let again = Fixture(seed: seed)
            let run = try fixture.play(fixture.builder.begin())
            XCTAssertEqual(run.points, run.maximum)
            XCTAssertEqual(run.share, 1000)
            XCTAssertEqual(try again.play(again.builder.begin()).items, run.items)
        }
    }
}
