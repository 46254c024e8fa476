import Content
import Kernel
import Learning
import Lessons
import Practice

/// The content that a grading may ask, and the content to learn before it.
struct GradingContent {
    /// The cards of the asked grade, without those set aside.
    private let cards: [Card]
    private let askedPatterns: [Pattern]
    private let exchanges: [SparringExercise]
    private let ownTheory, earlierTheory, etiquette: [TheoryTopic]
    private let lines: LineWork?
    /// The grade whose content the grading asks.
    let grade: Grade
    /// The terms to learn before the grading.
    private let terms: [Term]
    /// The content to learn before the grading, of every grade from the learner's own on.
    private let contentAhead: [LearningPlan.Part: [Target]]
    /// The exchanges to learn before the grading.
    private let exchangesToLearn: [SparringExercise]

    /// Creates the content of a grading.
    ///
    /// - Parameters:
    ///   - learned: the grade whose content is asked.
    ///   - ladder: the grades whose content is learned until then.
    init(_ learned: Grade, on ladder: [Grade], _ book: LessonIndex, _ library: Library, setAside: Set<Card>) {
        let syllabus = GradingSyllabus(learned: learned, book)
        let grades = Set(ladder + [learned])
        let allTerms = library.terms.filter { $0.hasKorean && grades.contains($0.grade) }
        func cards(_ terms: [Term]) -> [Card] {
            terms.flatMap { term in Direction.allCases.map { Card(term: term.id, direction: $0) } }.filter {
                !setAside.contains($0)
            }
        }
        grade = learned
        terms = allTerms
        self.cards = cards(allTerms.filter { $0.grade == learned })
        let syllabuses = grades.sorted().map { GradingSyllabus(learned: $0, book) }
        askedPatterns = syllabus.patterns.compactMap { book.pattern($0.id) }
        exchanges = syllabus.sparring?.exercises ?? []
        func withJudgedQuestions(_ topics: [TheoryTopic]) -> [TheoryTopic] { topics.filter { !$0.judgedItems.isEmpty } }
        ownTheory = withJudgedQuestions(syllabus.ownTheory)
        earlierTheory = withJudgedQuestions(syllabus.earlierTheory)
        etiquette = withJudgedQuestions(syllabus.etiquette)
        lines = syllabus.lines
        let pages = syllabuses.flatMap { $0.ownTheory } + syllabus.earlierTheory + syllabus.etiquette
        let patterns = syllabuses.flatMap(\.patterns).map(\.id)
        contentAhead = [
            .words: cards(allTerms).map(\.target),
            .movements: GradingContent.distinct(patterns).compactMap { book.pattern($0) }.flatMap { pattern in
                pattern.moves.map { Target(.patterns, pattern.id, "\($0.number)") }
            },
            .questions: GradingContent.distinct(pages.flatMap(\.judgedItems)),
            .lines: GradingContent.distinct(syllabuses.flatMap { $0.lines?.items ?? [] }),
        ]
        exchangesToLearn = GradingContent.distinct(syllabuses.flatMap { $0.sparring?.exercises ?? [] })
    }

    /// Returns the elements in order, each once.
    private static func distinct<Element: Hashable>(_ elements: [Element]) -> [Element] {
        var seenElements: Set<Element> = []
        return elements.filter { seenElements.insert($0).inserted }
    }

    /// Returns the targets of a pattern's movements.
    private func moves(_ pattern: Pattern) -> [Target] {
        pattern.moves.map { Target(.patterns, pattern.id, "\($0.number)") }
    }

    /// The distinct targets whose memory matters for the grading.
    var targets: [Target] {
        let otherTargets =
            [ownTheory, earlierTheory, etiquette].flatMap { $0 }.flatMap(\.judgedItems) + (lines?.items ?? [])
        let parts = (exchanges + exchangesToLearn).flatMap(RecallEstimates.parts) + askedPatterns.flatMap(moves)
        return GradingContent.distinct(cards.map(\.target) + contentAhead.values.flatMap { $0 } + otherTargets + parts)
    }

    // MARK: - Missing items

    /// Returns the content of each part that the learner has never met, and the daily amounts.
    ///
    /// - Parameter newADay: the learner's own number of new words a day.
    func needs(_ estimates: RecallEstimates, _ today: Day, newADay: Int) -> [LearningPlan.Part: LearningPlan.Need] {
        var histories = contentAhead.mapValues { $0.map { estimates.history($0, on: today) } }
        histories[.exchanges] = exchangesToLearn.map { estimates.history($0, on: today) }
        return Dictionary(
            uniqueKeysWithValues: histories.map { part, itemHistories in
                let need = LearningPlan.Need(
                    missing: itemHistories.count { !$0.ever }, doneToday: itemHistories.count { $0.first },
                    usual: part == .words ? newADay : part.limits.usual)
                return (part, need)
            })
    }

    /// Returns the number of words without any answer in either direction.
    func newWords(_ estimates: RecallEstimates) -> Int {
        terms.count { term in
            Direction.allCases.allSatisfy { estimates.state(Card(term: term.id, direction: $0).target) == nil }
        }
    }

    /// Returns the theory questions without any answer.
    func newQuestions(_ estimates: RecallEstimates) -> Set<Target> {
        Set((contentAhead[.questions] ?? []).filter { estimates.state($0) == nil })
    }

    var plannedWords: Set<String> { Set(terms.map(\.id)) }

    // MARK: - Known items

    /// Returns the groups from which a paper draws its items.
    ///
    /// - Parameter plan: the plan to follow. Items met by then and repeated in time count as known
    ///   with probability 0.9.
    func groups(_ estimates: RecallEstimates, on day: Day, keeping plan: LearningPlan? = nil) -> [MockGradingOdds.Group]
    {
        let draw = GradingPaper.Draw.self
        let guess = MockGradingOdds.guess
        /// Returns the knowledge as expected under the plan, or unchanged without a plan.
        func followingPlan(_ part: LearningPlan.Part, _ items: [Knowledge]) -> [Knowledge] {
            plan.map { GradingContent.afterRepetition(items, but: $0.leftOver[part] ?? 0) } ?? items
        }
        /// Returns the knowledge of the questions of theory pages.
        func questions(_ topics: [TheoryTopic]) -> [Knowledge] {
            followingPlan(.questions, topics.flatMap(\.judgedItems).map { estimates.knowledge($0, on: day) })
        }
        let movementKnowledge = askedPatterns.map { pattern in
            followingPlan(.movements, moves(pattern).map { estimates.knowledge($0, on: day) })
        }
        let exchangeKnowledge = followingPlan(.exchanges, exchanges.map { estimates.knowledge($0, on: day) })
        // In semi-free sparring the partners choose the techniques, so no question has a fixed
        // answer. Every other step has three questions.
        let questionKnowledge = zip(exchanges, exchangeKnowledge).filter { $0.0.kind != .semiFree }
            .flatMap { exercise, known in exercise.steps.flatMap { _ in [known, known, known] } }
        return [
            MockGradingOdds.Group(
                section: .lineWork,
                items: followingPlan(.lines, (lines?.items ?? []).map { estimates.knowledge($0, on: day) }),
                taskCount: draw.lines, guess: nil),
            MockGradingOdds.Group(
                section: .pattern, items: movementKnowledge.map(Knowledge.init(mean:)),
                taskCount: movementKnowledge.count, guess: nil),
            MockGradingOdds.Group(section: .sparring, items: exchangeKnowledge, taskCount: draw.exchanges, guess: nil),
            MockGradingOdds.Group(
                section: .sparring, items: questionKnowledge, taskCount: draw.sparringQuestions, guess: guess),
            MockGradingOdds.Group(
                section: .theory, items: questions(ownTheory), taskCount: draw.ownTheory, guess: guess),
            MockGradingOdds.Group(
                section: .theory, items: questions(earlierTheory), taskCount: draw.earlierTheory, guess: guess),
            MockGradingOdds.Group(
                section: .theory, items: followingPlan(.words, cards.map { estimates.knowledge($0.target, on: day) }),
                taskCount: draw.words,
                guess: guess),
            MockGradingOdds.Group(
                section: .etiquette, items: questions(etiquette), taskCount: draw.etiquette, guess: guess),
        ]
            + movementKnowledge.map {
                MockGradingOdds.Group(section: .pattern, items: $0, taskCount: draw.movements, guess: guess)
            }
    }

    /// The probability that an item repeated in time is known at any moment.
    private static let repeatedChance = 0.9

    /// Returns the expected knowledge if the learner meets and repeats each item, except for the
    /// first `leftOver` items without an answer.
    private static func afterRepetition(_ items: [Knowledge], but leftOver: Int) -> [Knowledge] {
        var remainingUnmet = leftOver
        return items.map { item in
            if item.answers == 0, remainingUnmet > 0 {
                remainingUnmet -= 1
                return item
            }
            return Knowledge(chance: max(item.chance, repeatedChance), answers: item.answers)
        }
    }

    /// Returns the readiness in each area with content, today and on the day of the grading.
    func areas(_ estimates: RecallEstimates, today: Day, on day: Day) -> [GradingOutlook.AreaOutlook] {
        /// Returns the knowledge of all items of an area on a day.
        func known(_ area: GradingOutlook.Area, on day: Day) -> [Knowledge] {
            switch area {
            case .words: cards.map { estimates.knowledge($0.target, on: day) }
            case .pattern: askedPatterns.flatMap(moves).map { estimates.knowledge($0, on: day) }
            case .sparring: exchanges.map { estimates.knowledge($0, on: day) }
            case .theory: (ownTheory + earlierTheory).flatMap(\.judgedItems).map { estimates.knowledge($0, on: day) }
            case .etiquette: etiquette.flatMap(\.judgedItems).map { estimates.knowledge($0, on: day) }
            case .lineWork: (lines?.items ?? []).map { estimates.knowledge($0, on: day) }
            }
        }
        return GradingOutlook.Area.allCases.compactMap { area in
            let todaysKnowledge = known(area, on: today)
            let expectedKnowledge = known(area, on: day)
            guard !expectedKnowledge.isEmpty else { return nil }
            return GradingOutlook.AreaOutlook(
                area: area, count: expectedKnowledge.count, met: todaysKnowledge.count { $0.answers > 0 },
                today: Knowledge(mean: todaysKnowledge).chance,
                onDay: Likelihood(shareOf: expectedKnowledge))
        }
    }

    /// Returns the readiness in each pattern, today and on the day of the grading.
    func patterns(_ estimates: RecallEstimates, today: Day, on day: Day) -> [GradingOutlook.PatternOutlook] {
        askedPatterns.map { pattern in
            GradingOutlook.PatternOutlook(
                heading: pattern.heading,
                movements: pattern.moves.map { move in
                    let target = Target(.patterns, pattern.id, "\(move.number)")
                    return GradingOutlook.Movement(
                        number: move.number, today: estimates.knowledge(target, on: today).chance,
                        onDay: estimates.knowledge(target, on: day).chance)
                })
        }
    }

    // MARK: - Weak items

    /// The probability of recall from which an item no longer counts as weak.
    private static let firmChance = 0.9
    /// The number of consecutive movements that form one weak spot of a pattern.
    private static let stretchLength = 4

    /// Returns the least known items of each area, those that cost the most points first.
    func weakSpots(_ estimates: RecallEstimates, on day: Day, belts: BeltOrder) -> [GradingOutlook.WeakSpot] {
        /// Returns the mean probability of recall of some items.
        func mean(_ targets: [Target]) -> Double {
            Knowledge(mean: targets.map { estimates.knowledge($0, on: day) }).chance
        }
        func spot(_ area: GradingOutlook.Area, _ title: String, _ known: Double, _ command: String)
            -> GradingOutlook.WeakSpot
        {
            GradingOutlook.WeakSpot(area: area, title: title, known: known, command: command)
        }
        var spots: [GradingOutlook.WeakSpot] = []
        let ownTerms = terms.filter { $0.grade == grade }
        spots += Dictionary(grouping: ownTerms, by: \.category).sorted { $0.key < $1.key }.map { category, terms in
            let cards = terms.flatMap { term in Direction.allCases.map { Card(term: term.id, direction: $0).target } }
            let command = "study --belt \(grade.id) --category \(category.rawValue)"
            return spot(.words, "Words: \(category.rawValue)", mean(cards), command)
        }
        for pattern in askedPatterns {
            let moves = moves(pattern)
            let length = min(GradingContent.stretchLength, moves.count)
            for start in 0...(moves.count - length) where length > 0 {
                let firstNumber = pattern.moves[start].number
                let lastNumber = pattern.moves[start + length - 1].number
                spots.append(
                    spot(
                        .pattern, "\(pattern.heading.name) \(firstNumber)–\(lastNumber)",
                        mean(Array(moves[start..<start + length])),
                        "pattern practice \(pattern.id) --moves \(firstNumber)-\(lastNumber)"))
            }
        }
        spots += exchanges.map { exercise in
            spot(
                .sparring, exercise.name, estimates.knowledge(exercise, on: day).chance,
                "sparring practice \(exercise.id)")
        }
        for (area, topics) in [(GradingOutlook.Area.theory, ownTheory + earlierTheory), (.etiquette, etiquette)] {
            spots += topics.map { spot(area, $0.title, mean($0.judgedItems), "theory quiz \($0.id)") }
        }
        if let lines {
            let title = "Line work of \(belts.belt(of: lines.grade)?.name ?? lines.grade.id)"
            spots.append(spot(.lineWork, title, mean(lines.items), "linework run --belt \(lines.grade.id)"))
        }
        // Among equally known items, the first one is selected.
        let worst = Dictionary(grouping: spots, by: \.area).values.compactMap { spots in
            spots.enumerated().min { ($0.element.known, $0.offset) < ($1.element.known, $1.offset) }?.element
        }
        /// Returns the points that a grading is expected to lose through a weak spot.
        func cost(_ spot: GradingOutlook.WeakSpot) -> Double { spot.area.weight * (1 - spot.known) }
        return worst.filter { $0.known < GradingContent.firmChance }
            .sorted { (cost($1), $0.title) < (cost($0), $1.title) }
    }
}

extension TheoryTopic {
    /// The questions that the app can judge, which are those with wrong answers.
    fileprivate var judgedItems: [Target] {
        questions.indices.filter { !questions[$0].wrong.isEmpty }.map { Target(.theory, id, "question-\($0 + 1)") }
    }
}
