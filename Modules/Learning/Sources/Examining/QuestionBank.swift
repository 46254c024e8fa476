import Content
import Kernel
import Practice
import Synchronization

/// Everything that a test may ask, and how it is asked. Each question is made once, by whoever makes it for quizzes and gradings too.
public final class QuestionBank: Sendable {
    /// What can be asked, before anybody is asked.
    struct Entry: Sendable {
        let item: TestItem
        let area: TestArea
        let grade: Grade
        let difficulty: Double
    }

    /// The words, with the parts they are made of.
    public let library: Library
    package let book: LessonBook
    let difficulty: Difficulty
    private let made = Mutex<[TestItem: LessonTask]>([:])
    private let ranked = Mutex<[TestItem: RankedQuestion]>([:])

    /// The bank of a school.
    ///
    /// - Throws: whatever keeps the words from being read.
    public init(_ book: LessonBook) throws {
        (self.book, library) = (book, try book.library())
        difficulty = Difficulty(belts: book.belts.belts.map(\.grade))
    }

    /// The belts, lowest first.
    public var belts: BeltOrder { book.belts }

    /// What a grade is called: `8th keup`.
    public func title(of grade: Grade) -> String { book.title(of: grade) }

    /// The question of an item as chance decides its choices; nil where the content has it no more, or nothing to confuse it with.
    public func question(_ item: TestItem, seed: UInt64) -> LessonTask? {
        if item.target.kind == .patterns { return movement(item, seed: seed)?.task(item) }
        if let known = made.withLock({ $0[item] }) { return known.offering(isTyped: false, seed: seed) }
        guard let task = book.task(item.target), task.key?.hasChoices == true else { return nil }
        made.withLock { $0[item] = task }
        return task.offering(isTyped: false, seed: seed)
    }

    /// The question about a movement that an item is, with what its choices say field by field; nil for other items.
    package func movement(_ item: TestItem, seed: UInt64) -> PatternQuestion? {
        guard item.target.kind == .patterns, let number = Int(item.target.part),
            let kind = PatternQuestion.Kind(rawValue: item.asks)
        else { return nil }
        let known = ranked.withLock { $0[item] }
        guard let ranking = known ?? book.movements.maker(of: item.target.subject)?.ranked(kind, of: number, isTest: true) else {
            return nil
        }
        if known == nil { ranked.withLock { $0[item] = ranking } }
        let question = ranking.question(seed: seed)
        return question.choices.count > 1 ? question : nil
    }

    /// The word that a choice of a question is; nil where it is none.
    public func word(of choice: String, in item: TestItem) -> Term? {
        guard let direction = Direction(rawValue: item.target.part), let term = library.term(item.target.subject) else {
            return nil
        }
        let sides = TermSides(term, asked: direction.asked)
        if sides.answer == choice { return term }
        return library.terms.first { $0.id != term.id && $0.hasKorean && $0.grade <= term.grade && sides.text(of: $0) == choice }
    }

    // MARK: - What an answer is worth

    /// One of the choices, by its number or its words; nothing is wrong. A movement is graded field by field, and a wrong word is remembered as what it was
    /// taken for.
    func judge(_ response: LessonResponse, to task: LessonTask, of item: TestItem, seed: UInt64) -> Mark {
        guard case .text(let text) = response, let key = task.key else { return Mark(.chosen, .again) }
        let folded = Folding.compact(text)
        let chosen =
            Int(folded).flatMap { task.choices.indices.contains($0 - 1) ? $0 - 1 : nil }
            ?? task.choices.firstIndex { Folding.compact($0) == folded }
        let word = chosen.map { task.choices[$0] } ?? text
        let taken = self.word(of: word, in: item).flatMap { Instead(subject: $0.id) } ?? Instead(words: word)
        if let question = movement(item, seed: seed) {
            let values = chosen.map { question.choices[$0].values } ?? [:]
            return Mark(.chosen, question.grade(values), instead: taken)
        }
        let isRight = chosen.map { task.choices[$0] == key.answer } ?? (key.judge(text, among: task.choices) == .right)
        return Mark(.chosen, isRight ? .good : .again, instead: taken)
    }

    /// At which grade what a task asks is learned; nil where the content has no grade for it.
    public func grade(of task: LessonTask) -> Grade? { book.grade(of: task.item) }

    /// What a pattern is called.
    public func name(of pattern: String) -> String { book.headings.first { $0.id == pattern }?.name ?? pattern }

    // MARK: - What there is

    /// Every question of these kinds and grades. Of words both directions.
    func entries(_ kinds: Set<TestKind>, where isOpen: (Grade) -> Bool) -> [Entry] {
        (kinds.contains(.words) ? words(isOpen) : []) + (kinds.contains(.patterns) ? patterns(isOpen) : [])
            + (kinds.contains(.sparring) ? sparring(isOpen) : []) + (kinds.contains(.theory) ? theory(isOpen) : [])
    }

    /// All there is, whoever is asked.
    public var items: [TestItem] { entries(Set(TestKind.allCases)) { _ in true }.map(\.item) }

    private func words(_ isOpen: (Grade) -> Bool) -> [Entry] {
        library.terms.filter { isOpen($0.grade) && $0.hasKorean }.flatMap { term in
            Direction.allCases.map { direction in
                Entry(
                    item: TestItem(TermQuestions.item(term, direction)),
                    area: TestArea(kind: .words, name: term.category.rawValue),
                    grade: term.grade, difficulty: difficulty.of(term, direction))
            }
        }
    }

    /// What comes next is not asked: it would show the movement before.
    private func patterns(_ isOpen: (Grade) -> Bool) -> [Entry] {
        book.headings.filter { isOpen($0.grade) }.flatMap { heading -> [Entry] in
            guard let maker = book.movements.maker(of: heading.id), let pattern = book.pattern(heading.id) else { return [] }
            return pattern.moves.flatMap { move in
                maker.kinds(of: move.number).filter { $0 != .next }.map { kind in
                    Entry(
                        item: TestItem(Target(.patterns, heading.id, "\(move.number)"), asks: kind.rawValue),
                        area: TestArea(kind: .patterns, name: heading.id), grade: heading.grade,
                        difficulty: difficulty.of(heading.grade) + Difficulty.form)
                }
            }
        }
    }

    private func sparring(_ isOpen: (Grade) -> Bool) -> [Entry] {
        let questions = SparringQuestions(exercises: book.exercises)
        return book.exercises.filter { isOpen($0.grade) }.flatMap { exercise in
            questions.items(about: exercise).map {
                Entry(
                    item: TestItem($0), area: TestArea(kind: .sparring, name: exercise.kind.rawValue), grade: exercise.grade,
                    difficulty: difficulty.of(exercise.grade) + Difficulty.form)
            }
        }
    }

    private func theory(_ isOpen: (Grade) -> Bool) -> [Entry] {
        book.topics.filter { isOpen($0.grade) }.flatMap { topic in
            zip(topic.questionItems, topic.questions).filter { !$1.wrong.isEmpty }.map { item, _ in
                Entry(
                    item: TestItem(item), area: TestArea(kind: .theory, name: topic.subject.rawValue), grade: topic.grade,
                    difficulty: difficulty.of(topic.grade))
            }
        }
    }
}

extension PatternQuestion {
    /// The same as a task of a lesson.
    fileprivate func task(_ item: TestItem) -> LessonTask {
        let wrong = choices.map(\.text).filter { $0 != wanted }
        var task = LessonTask(
            item.target, title: heading.name, ask: prompt,
            form: .asked(AnswerKey(wanted, judged: wrong, grade: heading.grade)))
        task.choices = choices.map(\.text)
        return task
    }
}
