import Content
import Kernel
import Learning
import Lessons
import Practice

/// The request for a custom test. Omitted fields select everything.
package struct TestRequest: Hashable, Sendable {
    package var questions: Int
    package var belts: [Grade]
    /// The selected areas by name: `stances`, `tenets`, `chon-ji`, `three-step`.
    package var categories: [String]
    package var kinds: [TestSubject]

    package init(questions: Int, belts: [Grade] = [], categories: [String] = [], kinds: [TestSubject] = []) {
        self.questions = questions
        self.belts = belts
        self.categories = categories
        self.kinds = kinds
    }
}

/// The tests of a learner, with functions to begin, resume and evaluate them.
package struct Examiner: Sendable {
    /// The possible numbers of questions in a quick test.
    package static let quickRange = 5...10
    /// The possible numbers of questions in a custom test.
    package static let customRange = 1...50
    /// The number of questions in a comprehensive test.
    package static let comprehensiveLength = 30
    /// The minimum and maximum number of questions in a placement.
    package static let placementRange = 12...24
    /// The standard deviations of ability among learners of one belt, in logits, without any memory
    /// and with much memory.
    private static let abilityDeviations = (stranger: 1.2, known: 0.8)
    /// The standard deviation for a new learner of a placement, whose knowledge can range from
    /// nothing to the whole belt.
    private static let placementDeviation = 1.5
    /// The number of candidates for each question of a test.
    private static let candidatesPerQuestion = 6

    package var bank: QuestionBank { context.bank }
    package var learner: Learner { context.learner }
    package var log: PracticeLog { context.log }
    private let context: QuestionContext

    /// Creates the tests of the learner of `lessons`, with the word memories of study.
    ///
    /// - Throws: an error if the words cannot be read.
    package init(_ lessons: LessonStudy) throws { context = try QuestionContext(lessons) }

    /// Returns the exercise that runs a planned test.
    func exercise(_ plan: TestPlan) -> TestExercise {
        let placement = Placement(
            bank: bank, learner: learner, moment: { [log] in Moment(day: log.today, instant: log.now) })
        return TestExercise(
            plan: plan, bank: bank, words: context.words, spacing: context.spacing, placement: placement)
    }

    /// Returns a logged run as a test, or nil if another version of the app planned it.
    func run(_ logged: LoggedRun) throws -> Run<TestExercise>? {
        guard logged.kind == .tests, let plan = try? logged.settings.decoded(TestPlan.self) else { return nil }
        return try log.run(logged, of: exercise(plan))
    }

    /// Returns the latest unfinished test of this sort. It resumes with its original plan on any
    /// day.
    package func unfinished(_ sort: TestPlan.Sort) throws -> Run<TestExercise>? {
        guard let last = try log.latestRun(of: .tests, sort.rawValue), last.endedAt == nil else { return nil }
        return try run(last).flatMap { learner.mayResume(with: $0.exercise.plan.length) ? $0 : nil }
    }

    // MARK: - Beginning

    /// Begins a quick test of all open content.
    package func quick(questions: Int) throws -> Run<TestExercise> {
        try begin(.quick, TestRequest(questions: questions), TestSubject.allCases)
    }

    /// Begins a test of all open content.
    package func comprehensive() throws -> Run<TestExercise> {
        try begin(.comprehensive, TestRequest(questions: Examiner.comprehensiveLength), TestSubject.allCases)
    }

    /// Begins a custom test.
    ///
    /// - Throws: `beltNotOpen`, `unknownCategory`, `nothingToAsk`.
    package func custom(_ request: TestRequest) throws -> Run<TestExercise> {
        for belt in request.belts where !learner.syllabus.opens(belt) {
            throw Failure(
                .beltNotOpen, "What \(bank.book.title(of: belt)) learns is not open to you yet.",
                advice: "It opens when you reach that grade. `profile edit` changes your grade.")
        }
        return try begin(.custom, request, request.kinds.isEmpty ? TestSubject.allCases : request.kinds)
    }

    /// Begins a test of the open questions that the request selects.
    private func begin(_ sort: TestPlan.Sort, _ request: TestRequest, _ kinds: [TestSubject]) throws -> Run<
        TestExercise
    > {
        let setAsideCards = try context.words.setAside()
        let openEntries = bank.entries(Set(kinds)) {
            learner.syllabus.opens($0) && (request.belts.isEmpty || request.belts.contains($0))
        }.filter { entry in Card(entry.item.target).map { !setAsideCards.contains($0) } ?? true }
        let names = Set(openEntries.map(\.area.name))
        for name in request.categories where !names.contains(name) {
            throw Failure(
                .unknownCategory, "There is nothing to ask of “\(name)” here.",
                advice: "Choose from \(names.sorted().joined(separator: ", ")).", kind: .usage)
        }
        let selectedEntries =
            request.categories.isEmpty ? openEntries : openEntries.filter { request.categories.contains($0.area.name) }
        return try begin(sort, selectedEntries, questions: request.questions)
    }

    /// Plans a test from a sample of the entries near the learner's expected ability, and saves it.
    ///
    /// - Parameter least: the minimum number of questions, or nil for a fixed length.
    /// - Throws: `nothingToAsk`.
    private func begin(
        _ sort: TestPlan.Sort, _ entries: [QuestionBank.Entry], questions: Int, least: Int? = nil
    ) throws -> Run<TestExercise> {
        var random = log.makeRandomSource()
        let memories = try context.memories()
        let isPlacement = sort == .place
        let scheduler = try context.words.scheduler()
        func chance(_ state: MemoryState) -> Double { RecallToday.chance(state, on: log.today, by: scheduler) }
        let knownItems = entries.compactMap { entry in
            memories[entry.item.target].map { (entry.difficulty, chance($0)) }
        }
        let gradeLogits = bank.difficulty.logits(learner.grade)
        let expected = isPlacement ? gradeLogits / 2 : bank.difficulty.expected(of: learner, known: knownItems)
        func logits(_ entry: QuestionBank.Entry) -> Double {
            guard !isPlacement, let state = memories[entry.item.target] else { return entry.difficulty }
            return Difficulty.weightedDifficulty(
                entry.difficulty, answers: state.answers, chance: chance(state), ability: expected)
        }
        let deviation =
            isPlacement ? gradeLogits / 2 + Examiner.placementDeviation : Examiner.deviation(knownItems.count)
        let weighedEntries = entries.map {
            WeighedEntry(entry: $0, logits: logits($0), around: expected, within: deviation, &random)
        }
        let pool = WeighedEntry.sample(weighedEntries, questions * Examiner.candidatesPerQuestion + 10).map { weighed in
            TestCandidate(
                item: weighed.entry.item, area: isPlacement ? Examiner.anyArea : weighed.entry.area,
                grade: weighed.entry.grade, difficulty: Int(weighed.logits * 1000),
                isMet: memories[weighed.entry.item.target] != nil)
        }
        let plan = TestPlan(
            sort, length: questions, least: least, pool: pool, of: weighedEntries.map(\.logits), mean: expected,
            deviation: deviation, seed: Int(random.next() >> 12))
        guard let firstItem = plan.items(after: []).first else {
            throw Failure(
                .nothingToAsk, "There is nothing to ask here.", advice: "Choose other belts, categories or kinds.")
        }
        return try log.begin(exercise(plan), items: [firstItem], settings: plan)
    }

    /// Returns the standard deviation of the expected ability, given the number of items in memory.
    private static func deviation(_ knownCount: Int) -> Double {
        abilityDeviations.known + (abilityDeviations.stranger - abilityDeviations.known) * Difficulty.halfWeightItems
            / (Difficulty.halfWeightItems + Double(knownCount))
    }

    /// The area of all items of a placement, which balances no areas.
    private static let anyArea = TestArea(kind: .words, name: "all")

    // MARK: - Placement

    /// Begins a placement, which asks words of every open grade in both directions.
    ///
    /// - Throws: `nothingToAsk`.
    package func place() throws -> Run<TestExercise> {
        try begin(
            .place, bank.entries([.words], where: learner.syllabus.opens),
            questions: Examiner.placementRange.upperBound,
            least: Examiner.placementRange.lowerBound)
    }

    /// Returns the cards that an unfinished placement would mark, or that a finished one has
    /// marked.
    package func knownCards(_ run: Run<TestExercise>) throws -> [Placement.Known] {
        let runPrefix = Placement.marks(of: run.id).rawValue
        let metTargets = Set(
            try log.memories(of: .flashcards).filter { !$0.state.latest.rawValue.hasPrefix(runPrefix) }.map(\.target))
        return run.exercise.placement.knownCards(run) { !metTargets.contains($0.target) }
    }
}
