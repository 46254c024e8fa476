import Content
import Kernel
import Practice

/// What a learner's latest tests come to: by area and belt, and what to do next.
public struct TestProgress: Sendable {
    /// A part that goes badly, and what helps.
    public struct Weakness: Sendable {
        /// A category, a pattern, a kind of sparring, a subject.
        public let area: TestArea
        /// How it went.
        public let tally: TestTally
        /// What to type: `study --category stances`.
        public let command: String
    }

    /// The tests that were finished, oldest first.
    public let tests: [TestResults]

    /// So many of each sort, the latest, are put together.
    static let lookedAt = 20
    /// Below this share of right answers an area is weak. As chance alone gives a quarter, it stands for half of it known.
    static let weak = 0.625

    private var marks: [(candidate: TestCandidate, isRight: Bool)] { tests.flatMap(\.marks) }

    /// All together.
    public var whole: TestTally { marks.reduce(into: TestTally()) { $0.count($1.isRight) } }

    /// By area, in their order.
    public var areas: [(area: TestArea, tally: TestTally)] {
        TestResults.tallies(marks, by: \.area).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// By grade, lowest first.
    public var belts: [(grade: Grade, tally: TestTally)] {
        TestResults.tallies(marks, by: \.grade).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The weakest areas of which at least two were asked, the weakest first.
    public var weaknesses: [Weakness] {
        areas.filter { $0.tally.asked > 1 && $0.tally.accuracy < TestProgress.weak }
            .sorted { ($0.tally.accuracy, -$0.tally.asked, $0.area) < ($1.tally.accuracy, -$1.tally.asked, $1.area) }
            .map { Weakness(area: $0.area, tally: $0.tally, command: $0.area.command) }
    }
}

extension TestArea {
    /// What is worth typing for it.
    public var command: String {
        switch kind {
        case .words: "study --category \(name)"
        case .patterns: "pattern practice \(name)"
        case .sparring: "sparring practice \(name)"
        case .theory: "theory quiz --subject \(name)"
        }
    }
}

extension Examiner {
    /// The latest tests that were finished, oldest first; placements are none.
    public func history() throws -> [Run<TestExercise>] {
        let logged = try log.repository.read { records in
            let latest = [TestPlan.Sort.quick, .comprehensive, .custom].map {
                LoggedRun.byActivity.under(PracticeKind.tests.rawValue, $0.rawValue).descending.limit(TestProgress.lookedAt)
            }
            try records.unit.transaction.foresee(latest.map { .records($0) })
            return try latest.flatMap { try records.unit.transaction.records($0) }
        }
        let ended = logged.filter { $0.endedAt != nil }.sorted { ($0.startedAt, $0.id) < ($1.startedAt, $1.id) }
        // One of which answers were taken back after its end is none.
        return try ended.compactMap { try run($0) }.filter(\.isDone)
    }

    /// What they come to.
    public func progress() throws -> TestProgress {
        TestProgress(tests: try history().map { results(of: $0, isExplained: false) })
    }

    /// A finished test by its id, or either end of it; `latest` and nil mean the last.
    ///
    /// - Throws: `testNotFound`.
    public func test(named name: String?) throws -> Run<TestExercise> {
        let all = try history()
        let named = name == nil || name == "latest" ? all.suffix(1) : all.filter { $0.id.rawValue == name }[...]
        guard let found = named.first else {
            throw Failure(
                .testNotFound,
                name == nil || name == "latest" ? "You have not finished a test yet." : "There is no test “\(name ?? "")”.",
                advice: all.isEmpty ? "Begin with `test quick`." : "`test list` shows your tests.")
        }
        return found
    }
}
