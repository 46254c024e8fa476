import Content
import Kernel
import Lessons
import Practice

/// The paper of a mock grading for the next belt, drawn from the content of the present grade.
struct GradingPaper {
    /// The maximum number of items drawn for each section.
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

    /// The grade whose content is asked, which is the one below the target belt.
    let grade: Grade
    let book: LessonIndex
    private var syllabus: GradingSyllabus { GradingSyllabus(learned: grade, book) }

    /// Returns the sections that have content, with random items for each.
    func sections(_ random: inout RandomSource) -> [(section: GradingSection, items: [Target])] {
        [
            (.lineWork, lines(&random)), (.pattern, patterns(&random)), (.sparring, sparring(&random)),
            (.theory, theory(&random) + words(&random)), (.etiquette, etiquette(&random)),
        ].filter { !$0.1.isEmpty }
    }

    /// Returns lines of the grade, or of the latest lower grade that has any, in class order.
    private func lines(_ random: inout RandomSource) -> [Target] {
        guard let work = syllabus.lines else { return [] }
        return work.items.filter(draw(work.items, Draw.lines, &random).contains)
    }

    /// Returns the performance of each pattern, and questions about some of its movements.
    private func patterns(_ random: inout RandomSource) -> [Target] {
        syllabus.patterns.compactMap { book.pattern($0.id) }.flatMap { pattern in
            let questions = PatternExamination(pattern: pattern)
            return [questions.performance] + draw(questions.items, Draw.movements, &random)
        }
    }

    /// Returns exchanges of the latest set learned by that grade.
    private func sparring(_ random: inout RandomSource) -> [Target] {
        guard let set = syllabus.sparring else { return [] }
        let questions = SparringQuestions(exercises: book.exercises)
        let performances = set.exercises.filter(draw(set.exercises, Draw.exchanges, &random).contains).map {
            $0.item("perform")
        }
        return performances + draw(set.exercises.flatMap(questions.items(about:)), Draw.sparringQuestions, &random)
    }

    /// Returns random theory questions of the grade and of earlier grades.
    private func theory(_ random: inout RandomSource) -> [Target] {
        let ownQuestions = syllabus.ownTheory.flatMap(judgeableItems)
        let earlierQuestions = syllabus.earlierTheory.flatMap(judgeableItems)
        return draw(ownQuestions, Draw.ownTheory, &random) + draw(earlierQuestions, Draw.earlierTheory, &random)
    }

    /// Returns words of the grade, alternately from Korean and into Korean.
    private func words(_ random: inout RandomSource) -> [Target] {
        guard let terms = try? book.words().terms.filter({ $0.grade == grade && $0.hasKorean }) else { return [] }
        let drawnTerms = draw(terms, Draw.words, &random)
        return drawnTerms.enumerated().map { index, term in
            TermQuestions.item(term, index.isMultiple(of: 2) ? .koreanToEnglish : .englishToKorean)
        }.filter { book.task($0) != nil }
    }

    /// Returns random questions about etiquette.
    private func etiquette(_ random: inout RandomSource) -> [Target] {
        draw(syllabus.etiquette.flatMap(judgeableItems), Draw.etiquette, &random)
    }

    /// Returns the questions of a page that the app can judge.
    private func judgeableItems(_ topic: TheoryTopic) -> [Target] {
        topic.questionItems.filter { book.task($0)?.key?.hasChoices == true }
    }

    /// Returns a random selection of up to `count` items.
    private func draw<Item>(_ items: [Item], _ count: Int, _ random: inout RandomSource) -> [Item] {
        Array(items.shuffled(using: &random).prefix(count))
    }
}
