import Content
import Kernel
import Practice

/// What a mock grading goes through: for the next belt, what the present grade learns.
struct GradingPaper {
    /// How much is drawn at most, by part.
    enum Draw {
        static let lines = 3
        static let movements = 2
        static let exchanges = 2
        static let sparringQuestions = 3
        static let ownTheory = 6
        static let earlierTheory = 2
        static let words = 3
        static let etiquette = 3
    }

    /// What the candidate has learned: the grade below the belt that is graded for.
    let grade: Grade
    let book: LessonBook
    private var matter: GradingMatter { GradingMatter(learned: grade, book) }

    /// The parts that there is anything for, each with what is drawn from it.
    func sections(_ random: inout RandomSource) -> [(section: GradingSection, items: [Target])] {
        [
            (.lineWork, lines(&random)), (.pattern, patterns(&random)), (.sparring, sparring(&random)),
            (.theory, theory(&random) + words(&random)), (.etiquette, etiquette(&random)),
        ].filter { !$0.1.isEmpty }
    }

    /// The lines of the grade, or of the latest below it that has any, in the order of a class.
    private func lines(_ random: inout RandomSource) -> [Target] {
        guard let work = matter.lines else { return [] }
        return work.items.filter(drawn(work.items, Draw.lines, &random).contains)
    }

    private func patterns(_ random: inout RandomSource) -> [Target] {
        matter.patterns.compactMap { book.pattern($0.id) }.flatMap { pattern in
            let questions = PatternExamination(pattern: pattern)
            return [questions.performance] + drawn(questions.items, Draw.movements, &random)
        }
    }

    /// Exchanges of the latest set that was learned by then.
    private func sparring(_ random: inout RandomSource) -> [Target] {
        guard let set = matter.sparring else { return [] }
        let questions = SparringQuestions(exercises: book.exercises)
        let shown = set.exercises.filter(drawn(set.exercises, Draw.exchanges, &random).contains).map { $0.item("perform") }
        return shown + drawn(set.exercises.flatMap(questions.items(about:)), Draw.sparringQuestions, &random)
    }

    private func theory(_ random: inout RandomSource) -> [Target] {
        let own = matter.ownTheory.flatMap(asked)
        let earlier = matter.earlierTheory.flatMap(asked)
        return drawn(own, Draw.ownTheory, &random) + drawn(earlier, Draw.earlierTheory, &random)
    }

    private func words(_ random: inout RandomSource) -> [Target] {
        guard let terms = try? book.words().terms.filter({ $0.grade == grade && $0.hasKorean }) else { return [] }
        let chosen = drawn(terms, Draw.words, &random)
        return chosen.enumerated().map { index, term in
            TermQuestions.item(term, index.isMultiple(of: 2) ? .koreanToEnglish : .englishToKorean)
        }.filter { book.task($0) != nil }
    }

    private func etiquette(_ random: inout RandomSource) -> [Target] {
        drawn(matter.etiquette.flatMap(asked), Draw.etiquette, &random)
    }

    /// The questions of a page that a program can judge.
    private func asked(_ topic: TheoryTopic) -> [Target] {
        topic.questionItems.filter { book.task($0)?.key?.hasChoices == true }
    }

    private func drawn<Item>(_ items: [Item], _ count: Int, _ random: inout RandomSource) -> [Item] {
        Array(items.shuffled(using: &random).prefix(count))
    }
}
