import Content
import Kernel
import Practice

/// What a custom test is about; what is left out is everything.
public struct TestWish: Hashable, Sendable {
    /// How many questions.
    public var questions: Int
    /// Only these grades.
    public var belts: [Grade]
    /// Only these areas, by name: `stances`, `tenets`, `chon-ji`, `three-step`.
    public var categories: [String]
    /// Only these kinds.
    public var kinds: [TestKind]

    /// So many questions; everything that is open unless belts, categories or kinds are named.
    public init(questions: Int, belts: [Grade] = [], categories: [String] = [], kinds: [TestKind] = []) {
        (self.questions, self.belts, self.categories, self.kinds) = (questions, belts, categories, kinds)
    }
}

/// Tests of one learner: begins them, goes on with them, and says what they brought.
public struct Examiner: Sendable {
    /// How many questions a quick test has.
    public static let quickRange = 5...10
    /// How many a custom test may have.
    public static let customRange = 1...50
    /// How many a comprehensive test has.
    public static let comprehensive = 30
    /// How many a placement has at least, and at most.
    public static let placing = 12...24
    /// How far abilities lie apart, in logits: of learners of one belt of whom nothing is known, and of those whose memory says much.
    private static let spread = (stranger: 1.2, known: 0.8)
    /// Of whoever begins here nobody knows anything: from somebody who has forgotten all to somebody who knows their belt, each is as likely.
    private static let placed = 1.5
    /// So many candidates a test has to choose from, for each of its questions.
    private static let choice = 6

    /// Everything that may be asked.
    public var bank: QuestionBank { asked.bank }
    /// Who is asked.
    public var learner: Learner { asked.learner }
    /// Where answers are kept.
    public var log: PracticeLog { asked.log }
    private let asked: Questioning

    /// Tests for the learner of lessons, whose words study remembers.
    ///
    /// - Throws: whatever keeps the words from being read.
    public init(_ lessons: Lessons) throws { asked = try Questioning(lessons) }

    func exercise(_ plan: TestPlan) -> TestExercise {
        let placement = Placement(
            bank: bank, learner: learner, moment: { [log] in Moment(day: log.today, instant: log.now) })
        return TestExercise(plan: plan, bank: bank, words: asked.words, spacing: asked.spacing, placement: placement)
    }

    /// A run of the log as a test; nil where another version planned it.
    func run(_ logged: LoggedRun) throws -> Run<TestExercise>? {
        guard logged.kind == .tests, let plan = try? logged.settings.decoded(TestPlan.self) else { return nil }
        return try log.run(logged, of: exercise(plan))
    }

    /// The latest test of this sort, where it was left before its end. It goes on as it was planned, on whichever day.
    public func unfinished(_ sort: TestPlan.Sort) throws -> Run<TestExercise>? {
        guard let last = try log.latestRun(of: .tests, sort.rawValue), last.endedAt == nil else { return nil }
        return try run(last).flatMap { learner.goesOn(with: $0.exercise.plan.length) ? $0 : nil }
    }

    // MARK: - Beginning

    /// Begins a quick test.
    public func quick(questions: Int) throws -> Run<TestExercise> {
        try begin(.quick, TestWish(questions: questions), TestKind.allCases)
    }

    /// Begins a test over everything that is open.
    public func comprehensive() throws -> Run<TestExercise> {
        try begin(.comprehensive, TestWish(questions: Examiner.comprehensive), TestKind.allCases)
    }

    /// Begins a test as it is wished.
    ///
    /// - Throws: `beltNotOpen`, `unknownCategory`, `nothingToAsk`.
    public func custom(_ wish: TestWish) throws -> Run<TestExercise> {
        for belt in wish.belts where !learner.syllabus.opens(belt) {
            throw Failure(
                .beltNotOpen, "What \(bank.book.title(of: belt)) learns is not open to you yet.",
                advice: "It opens when you reach that grade. `profile edit` changes your grade.")
        }
        return try begin(.custom, wish, wish.kinds.isEmpty ? TestKind.allCases : wish.kinds)
    }

    private func begin(_ sort: TestPlan.Sort, _ wish: TestWish, _ kinds: [TestKind]) throws -> Run<TestExercise> {
        let aside = try asked.words.setAside()
        let open = bank.entries(Set(kinds)) {
            learner.syllabus.opens($0) && (wish.belts.isEmpty || wish.belts.contains($0))
        }.filter { entry in Card(entry.item.target).map { !aside.contains($0) } ?? true }
        let names = Set(open.map(\.area.name))
        for name in wish.categories where !names.contains(name) {
            throw Failure(
                .unknownCategory, "There is nothing to ask of “\(name)” here.",
                advice: "Choose from \(names.sorted().joined(separator: ", ")).", kind: .usage)
        }
        let wanted = wish.categories.isEmpty ? open : open.filter { wish.categories.contains($0.area.name) }
        return try begin(sort, wanted, questions: wish.questions)
    }

    private func begin(
        _ sort: TestPlan.Sort, _ entries: [QuestionBank.Entry], questions: Int, least: Int? = nil
    ) throws -> Run<TestExercise> {
        var random = log.split()
        let (memories, isStranger) = (try asked.memories(), sort == .place)
        let scheduler = try asked.words.scheduler()
        func chance(_ state: MemoryState) -> Double { KnownToday.chance(state, on: log.today, by: scheduler) }
        let known = entries.compactMap { entry in memories[entry.item.target].map { (entry.difficulty, chance($0)) } }
        let own = bank.difficulty.of(learner.grade)
        let expected = isStranger ? own / 2 : bank.difficulty.expected(of: learner, known: known)
        func logits(_ entry: QuestionBank.Entry) -> Double {
            guard !isStranger, let state = memories[entry.item.target] else { return entry.difficulty }
            return Difficulty.known(entry.difficulty, answers: state.answers, chance: chance(state), ability: expected)
        }
        let deviation = isStranger ? own / 2 + Examiner.placed : Examiner.deviation(known.count)
        let weighed = entries.map { WeighedEntry(entry: $0, logits: logits($0), around: expected, within: deviation, &random) }
        let pool = WeighedEntry.drawn(weighed, questions * Examiner.choice + 10).map { one in
            TestCandidate(
                item: one.entry.item, area: isStranger ? Examiner.anywhere : one.entry.area, grade: one.entry.grade,
                difficulty: Int(one.logits * 1000), isMet: memories[one.entry.item.target] != nil)
        }
        let plan = TestPlan(
            sort, length: questions, least: least, pool: pool, of: weighed.map(\.logits), mean: expected, deviation: deviation,
            seed: Int(random.next() >> 12))
        guard let first = plan.items(behind: []).first else {
            throw Failure(.nothingToAsk, "There is nothing to ask here.", advice: "Choose other belts, categories or kinds.")
        }
        return try log.begin(exercise(plan), items: [first], settings: plan)
    }

    /// How far off the expected ability may be where memory says something of so many items.
    private static func deviation(_ known: Int) -> Double {
        spread.known + (spread.stranger - spread.known) * Difficulty.met / (Difficulty.met + Double(known))
    }

    /// A placement does not mind what words are about.
    private static let anywhere = TestArea(kind: .words, name: "all")

    // MARK: - Placing

    /// Begins a placement: words alone, in both directions, of every grade that is open.
    ///
    /// - Throws: `nothingToAsk`.
    public func place() throws -> Run<TestExercise> {
        try begin(
            .place, bank.entries([.words], where: learner.syllabus.opens), questions: Examiner.placing.upperBound,
            least: Examiner.placing.lowerBound)
    }

    /// The cards that a placement would mark, or has marked at its end.
    public func placed(_ run: Run<TestExercise>) throws -> [Placement.Known] {
        let own = Placement.marks(of: run.id).rawValue
        let met = Set(try log.memories(of: .flashcards).filter { !$0.state.latest.rawValue.hasPrefix(own) }.map(\.target))
        return run.exercise.placement.known(run) { !met.contains($0.target) }
    }
}
