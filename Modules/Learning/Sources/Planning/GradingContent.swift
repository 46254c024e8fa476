import Content
import Kernel
import Practice

/// Everything that a grading may ask, and what is to be learned on the way to it.
struct GradingContent {
    /// What the grading asks.
    private let cards: [Card]
    private let movements: [Pattern]
    private let exchanges: [SparringExercise]
    private let ownTheory, earlierTheory, etiquette: [TheoryTopic]
    private let lines: LineWork?
    /// The grade whose content is asked.
    let grade: Grade
    private let terms: [Term]
    /// What is learned on the way: the same of every grade from the learner's own on.
    private let ahead: [LearningPlan.Part: [Target]]
    private let exchangesAhead: [SparringExercise]

    /// - Parameters:
    ///   - learned: the grade whose content is asked.
    ///   - ladder: the grades whose content is learned until then.
    init(_ learned: Grade, on ladder: [Grade], _ book: LessonBook, _ library: Library, setAside: Set<Card>) {
        let matter = GradingMatter(learned: learned, book)
        let grades = Set(ladder + [learned])
        let all = library.terms.filter { $0.hasKorean && grades.contains($0.grade) }
        func cards(_ terms: [Term]) -> [Card] {
            terms.flatMap { term in Direction.allCases.map { Card(term: term.id, direction: $0) } }.filter {
                !setAside.contains($0)
            }
        }
        (grade, terms) = (learned, all)
        self.cards = cards(all.filter { $0.grade == learned })
        let every = grades.sorted().map { GradingMatter(learned: $0, book) }
        movements = matter.patterns.compactMap { book.pattern($0.id) }
        exchanges = matter.sparring?.exercises ?? []
        func asked(_ topics: [TheoryTopic]) -> [TheoryTopic] { topics.filter { !$0.judgedItems.isEmpty } }
        (ownTheory, earlierTheory) = (asked(matter.ownTheory), asked(matter.earlierTheory))
        etiquette = asked(matter.etiquette)
        lines = matter.lines
        let pages = every.flatMap { $0.ownTheory } + matter.earlierTheory + matter.etiquette
        let patterns = every.flatMap(\.patterns).map(\.id)
        ahead = [
            .words: cards(all).map(\.target),
            .movements: GradingContent.once(patterns).compactMap { book.pattern($0) }.flatMap { pattern in
                pattern.moves.map { Target(.patterns, pattern.id, "\($0.number)") }
            },
            .questions: GradingContent.once(pages.flatMap(\.judgedItems)),
            .lines: GradingContent.once(every.flatMap { $0.lines?.items ?? [] }),
        ]
        exchangesAhead = GradingContent.once(every.flatMap { $0.sparring?.exercises ?? [] })
    }

    private static func once<Element: Hashable>(_ all: [Element]) -> [Element] {
        var seen: Set<Element> = []
        return all.filter { seen.insert($0).inserted }
    }

    private func moves(_ pattern: Pattern) -> [Target] { pattern.moves.map { Target(.patterns, pattern.id, "\($0.number)") } }

    /// Everything of which it matters what is remembered, each once.
    var targets: [Target] {
        let other = [ownTheory, earlierTheory, etiquette].flatMap { $0 }.flatMap(\.judgedItems) + (lines?.items ?? [])
        let parts = (exchanges + exchangesAhead).flatMap(Recollection.parts) + movements.flatMap(moves)
        return GradingContent.once(cards.map(\.target) + ahead.values.flatMap { $0 } + other + parts)
    }

    // MARK: - What is missing

    func needs(_ recalled: Recollection, _ today: Day, newADay: Int) -> [LearningPlan.Part: LearningPlan.Need] {
        var met = ahead.mapValues { $0.map { recalled.meets($0, on: today) } }
        met[.exchanges] = exchangesAhead.map { recalled.meets($0, on: today) }
        return Dictionary(
            uniqueKeysWithValues: met.map { part, met in
                let need = LearningPlan.Need(
                    missing: met.count { !$0.ever }, doneToday: met.count { $0.first },
                    usual: part == .words ? newADay : part.limits.usual)
                return (part, need)
            })
    }

    /// Words in neither of whose directions anything was ever answered.
    func newWords(_ recalled: Recollection) -> Int {
        terms.count { term in
            Direction.allCases.allSatisfy { recalled.state(Card(term: term.id, direction: $0).target) == nil }
        }
    }

    func newQuestions(_ recalled: Recollection) -> Set<Target> {
        Set((ahead[.questions] ?? []).filter { recalled.state($0) == nil })
    }

    var plannedWords: Set<String> { Set(terms.map(\.id)) }

    // MARK: - What is known

    /// What a paper draws from.
    ///
    /// - Parameter plan: where it is kept, what was met by then and repeated in time is known to nine of ten.
    func groups(_ recalled: Recollection, on day: Day, keeping plan: LearningPlan? = nil) -> [PaperOdds.Group] {
        let (draw, guess) = (GradingPaper.Draw.self, PaperOdds.guess)
        func kept(_ part: LearningPlan.Part, _ things: [Knowledge]) -> [Knowledge] {
            plan.map { GradingContent.kept(things, but: $0.leftOver[part] ?? 0) } ?? things
        }
        func questions(_ topics: [TheoryTopic]) -> [Knowledge] {
            kept(.questions, topics.flatMap(\.judgedItems).map { recalled.knows($0, on: day) })
        }
        let shown = movements.map { kept(.movements, moves($0).map { recalled.knows($0, on: day) }) }
        let fights = kept(.exchanges, exchanges.map { recalled.knows($0, on: day) })
        // Where the partners choose everything themselves nothing is asked.
        let asked = zip(exchanges, fights).filter { $0.0.kind != .semiFree }
            .flatMap { exercise, known in exercise.steps.flatMap { _ in [known, known, known] } }
        return [
            PaperOdds.Group(
                section: .lineWork, things: kept(.lines, (lines?.items ?? []).map { recalled.knows($0, on: day) }),
                drawn: draw.lines, guess: nil),
            PaperOdds.Group(
                section: .pattern, things: shown.map(Knowledge.init(mean:)), drawn: shown.count, guess: nil),
            PaperOdds.Group(section: .sparring, things: fights, drawn: draw.exchanges, guess: nil),
            PaperOdds.Group(section: .sparring, things: asked, drawn: draw.sparringQuestions, guess: guess),
            PaperOdds.Group(section: .theory, things: questions(ownTheory), drawn: draw.ownTheory, guess: guess),
            PaperOdds.Group(section: .theory, things: questions(earlierTheory), drawn: draw.earlierTheory, guess: guess),
            PaperOdds.Group(
                section: .theory, things: kept(.words, cards.map { recalled.knows($0.target, on: day) }), drawn: draw.words,
                guess: guess),
            PaperOdds.Group(section: .etiquette, things: questions(etiquette), drawn: draw.etiquette, guess: guess),
        ] + shown.map { PaperOdds.Group(section: .pattern, things: $0, drawn: draw.movements, guess: guess) }
    }

    /// So likely what comes back in time is known at any moment.
    private static let repeated = 0.9

    /// Things as they are known if each is met and repeated, but for so many of the unmet.
    private static func kept(_ things: [Knowledge], but leftOver: Int) -> [Knowledge] {
        var left = leftOver
        return things.map { thing in
            if thing.answers == 0, left > 0 {
                left -= 1
                return thing
            }
            return Knowledge(chance: max(thing.chance, repeated), answers: thing.answers)
        }
    }

    func areas(_ recalled: Recollection, today: Day, on day: Day) -> [GradingOutlook.AreaOutlook] {
        func known(_ area: GradingOutlook.Area, on day: Day) -> [Knowledge] {
            switch area {
            case .words: cards.map { recalled.knows($0.target, on: day) }
            case .pattern: movements.flatMap(moves).map { recalled.knows($0, on: day) }
            case .sparring: exchanges.map { recalled.knows($0, on: day) }
            case .theory: (ownTheory + earlierTheory).flatMap(\.judgedItems).map { recalled.knows($0, on: day) }
            case .etiquette: etiquette.flatMap(\.judgedItems).map { recalled.knows($0, on: day) }
            case .lineWork: (lines?.items ?? []).map { recalled.knows($0, on: day) }
            }
        }
        return GradingOutlook.Area.allCases.compactMap { area in
            let (now, then) = (known(area, on: today), known(area, on: day))
            guard !then.isEmpty else { return nil }
            return GradingOutlook.AreaOutlook(
                area: area, count: then.count, met: now.count { $0.answers > 0 }, today: Knowledge(mean: now).chance,
                onDay: Likelihood(shareOf: then))
        }
    }

    func patterns(_ recalled: Recollection, today: Day, on day: Day) -> [GradingOutlook.PatternOutlook] {
        movements.map { pattern in
            GradingOutlook.PatternOutlook(
                heading: pattern.heading,
                movements: pattern.moves.map { move in
                    let target = Target(.patterns, pattern.id, "\(move.number)")
                    return GradingOutlook.Movement(
                        number: move.number, today: recalled.knows(target, on: today).chance,
                        onDay: recalled.knows(target, on: day).chance)
                })
        }
    }

    // MARK: - What is weak

    /// From here on a thing is not called weak.
    private static let firm = 0.9
    /// So many movements are practised as one stretch.
    private static let stretch = 4

    /// Of each area what is known worst; what costs most points first.
    func weakSpots(_ recalled: Recollection, on day: Day, belts: BeltOrder) -> [GradingOutlook.WeakSpot] {
        func mean(_ targets: [Target]) -> Double { Knowledge(mean: targets.map { recalled.knows($0, on: day) }).chance }
        func spot(_ area: GradingOutlook.Area, _ title: String, _ known: Double, _ command: String) -> GradingOutlook.WeakSpot {
            GradingOutlook.WeakSpot(area: area, title: title, known: known, command: command)
        }
        var spots: [GradingOutlook.WeakSpot] = []
        let own = terms.filter { $0.grade == grade }
        spots += Dictionary(grouping: own, by: \.category).sorted { $0.key < $1.key }.map { category, terms in
            let cards = terms.flatMap { term in Direction.allCases.map { Card(term: term.id, direction: $0).target } }
            let command = "study --belt \(grade.id) --category \(category.rawValue)"
            return spot(.words, "Words: \(category.rawValue)", mean(cards), command)
        }
        for pattern in movements {
            let moves = moves(pattern)
            let length = min(GradingContent.stretch, moves.count)
            for first in 0...(moves.count - length) where length > 0 {
                let (from, to) = (pattern.moves[first].number, pattern.moves[first + length - 1].number)
                spots.append(
                    spot(
                        .pattern, "\(pattern.heading.name) \(from)–\(to)", mean(Array(moves[first..<first + length])),
                        "pattern practice \(pattern.id) --moves \(from)-\(to)"))
            }
        }
        spots += exchanges.map { exercise in
            spot(.sparring, exercise.name, recalled.knows(exercise, on: day).chance, "sparring practice \(exercise.id)")
        }
        for (area, topics) in [(GradingOutlook.Area.theory, ownTheory + earlierTheory), (.etiquette, etiquette)] {
            spots += topics.map { spot(area, $0.title, mean($0.judgedItems), "theory quiz \($0.id)") }
        }
        if let lines {
            let title = "Line work of \(belts.belt(of: lines.grade)?.name ?? lines.grade.id)"
            spots.append(spot(.lineWork, title, mean(lines.items), "linework run --belt \(lines.grade.id)"))
        }
        // Of several that are known alike, the first.
        let worst = Dictionary(grouping: spots, by: \.area).values.compactMap { spots in
            spots.enumerated().min { ($0.element.known, $0.offset) < ($1.element.known, $1.offset) }?.element
        }
        func cost(_ spot: GradingOutlook.WeakSpot) -> Double { spot.area.weight * (1 - spot.known) }
        return worst.filter { $0.known < GradingContent.firm }.sorted { (cost($1), $0.title) < (cost($0), $1.title) }
    }
}

extension TheoryTopic {
    /// The questions that a program can judge: those that have wrong answers.
    fileprivate var judgedItems: [Target] {
        questions.indices.filter { !questions[$0].wrong.isEmpty }.map { Target(.theory, id, "question-\($0 + 1)") }
    }
}
