import Content
import Kernel
import Practice

/// The summary of a learner's latest tests: results by area and belt, and suggestions.
package struct TestProgress: Sendable {
    /// A weak area with a command that helps.
    package struct Weakness: Sendable {
        package let area: TestArea
        package let tally: TestTally
        /// The suggested command, such as `study --category stances`.
        package let command: String
    }

    package let tests: [TestResults]

    /// The number of latest tests of each sort that the summary covers.
    static let searchedRuns = 20
    /// The share of right answers below which an area is weak.
    ///
    /// Guessing alone gives a quarter, so this share means that half of the area is known.
    static let weak = 0.625

    private var marks: [(candidate: TestCandidate, isRight: Bool)] { tests.flatMap(\.marks) }

    package var total: TestTally { marks.reduce(into: TestTally()) { $0.count($1.isRight) } }

    /// The results of each area in order.
    package var areas: [(area: TestArea, tally: TestTally)] {
        TestResults.tallies(marks, by: \.area).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    package var belts: [(grade: Grade, tally: TestTally)] {
        TestResults.tallies(marks, by: \.grade).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The weak areas with at least two questions, the weakest first.
    package var weaknesses: [Weakness] {
        areas.filter { $0.tally.asked > 1 && $0.tally.accuracy < TestProgress.weak }
            .sorted { ($0.tally.accuracy, -$0.tally.asked, $0.area) < ($1.tally.accuracy, -$1.tally.asked, $1.area) }
            .map { Weakness(area: $0.area, tally: $0.tally, command: $0.area.command) }
    }
}

extension TestArea {
    /// The command that practices the area, such as `study --category stances`.
    package var command: String {
        switch kind {
        case .words: "study --category \(name)"
        case .patterns: "pattern practice \(name)"
        case .sparring: "sparring practice \(name)"
        case .theory: "theory quiz --subject \(name)"
        }
    }
}

extension Examiner {
    /// Returns the latest finished tests, oldest first, without placements.
    package func history() throws -> [Run<TestExercise>] {
        let latestRuns = try log.repository.read { records in
            let queries = [TestPlan.Sort.quick, .comprehensive, .custom].map {
                LoggedRun.byActivity.under(PracticeKind.tests.rawValue, $0.rawValue).descending.limit(
                    TestProgress.searchedRuns)
            }
            try records.unit.transaction.prefetch(queries.map { .records($0) })
            return try queries.flatMap { try records.unit.transaction.records($0) }
        }
        let finishedRuns = latestRuns.filter { $0.endedAt != nil }
            .sorted { ($0.startedAt, $0.id) < ($1.startedAt, $1.id) }
        // A test is excluded if some of its answers were undone after its end.
        return try finishedRuns.compactMap { try run($0) }.filter(\.isDone)
    }

    /// Returns the summary of the latest tests.
    package func progress() throws -> TestProgress {
        TestProgress(tests: try history().map { results(of: $0, isExplained: false) })
    }

    /// Returns a finished test by its identifier. `latest` and nil mean the last test.
    ///
    /// - Throws: `testNotFound`.
    package func test(named name: String?) throws -> Run<TestExercise> {
        let tests = try history()
        let matches = name == nil || name == "latest" ? tests.suffix(1) : tests.filter { $0.id.rawValue == name }[...]
        guard let test = matches.first else {
            throw Failure(
                .testNotFound,
                name == nil || name == "latest"
                    ? "You have not finished a test yet." : "There is no test “\(name ?? "")”.",
                advice: tests.isEmpty ? "Begin with `test quick`." : "`test list` shows your tests.")
        }
        return test
    }
}
