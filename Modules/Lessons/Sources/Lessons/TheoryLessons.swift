import Content
import Kernel
import Practice

/// The selection of theory pages for a session.
package struct TheoryChoice: Hashable, Sendable {
    package var page: String?
    package var grade: Grade?
    package var subject: TheoryTopic.Subject?

    package init(page: String? = nil, grade: Grade? = nil, subject: TheoryTopic.Subject? = nil) {
        self.page = page
        self.grade = grade
        self.subject = subject
    }

    /// The name of the session in the log.
    var name: String {
        page ?? ([grade?.id, subject?.rawValue].compactMap { $0 }.joined(separator: " ").nonEmpty ?? "all")
    }
}

/// The learner's mastery of a theory page.
package struct PageMastery: Sendable {
    package let topic: TheoryTopic
    package let isOpen: Bool
    /// The number of times that the page was read.
    package let reads: Int
    /// The day on which the page was last read, or nil if it is unread.
    package let lastRead: Day?
    /// The mastery of the page's questions.
    package let mastery: LessonMastery
}

extension LessonStudy {
    /// Returns the mastery of every page by grade and subject, including pages that are not open.
    package func pageStandings() throws -> [PageMastery] {
        let memories = try log.memories(of: .theory)
        let readings = Dictionary(
            memories.filter { $0.target.part == "read" }.map { ($0.target.subject, $0.state) }, uniquingKeysWith: { $1 }
        )
        return book.topics.map { topic in
            let questionMemories = memories.filter { $0.target.subject == topic.id && $0.target.part != "read" }
            return PageMastery(
                topic: topic, isOpen: learner.syllabus.opens(topic.grade), reads: readings[topic.id]?.answers ?? 0,
                lastRead: readings[topic.id]?.last,
                mastery: standing((topic.id, topic.title, topic.grade), of: [topic.id], .theory, in: questionMemories))
        }
    }

    /// Returns the selected pages that are open to the learner.
    ///
    /// - Throws: `unknownPage`, `notOpenYet`, `noSuchPages`.
    package func pages(_ choice: TheoryChoice) throws -> [TheoryTopic] {
        if let id = choice.page {
            guard let topic = book.topics.first(where: { $0.id == id }) ?? resolve(id) else { throw unknownPage(id) }
            guard learner.syllabus.opens(topic.grade) else { throw notOpenError(topic) }
            return [topic]
        }
        let matches = book.topics.filter {
            (choice.grade == nil || $0.grade == choice.grade) && (choice.subject == nil || $0.subject == choice.subject)
        }
        let openTopics = learner.syllabus.opened(in: matches)
        if let first = matches.first, openTopics.isEmpty { throw notOpenError(first) }
        guard !openTopics.isEmpty else {
            throw Failure(.noSuchPages, "There are no such pages.", advice: "`theory --all` lists them.")
        }
        return openTopics
    }

    /// Begins reading. Unread pages come first, with those of the learner's grade at the start.
    ///
    /// - Throws: the errors of `pages`.
    package func readTheory(_ choice: TheoryChoice) throws -> Run<LessonExercise> {
        let pages = try pages(choice)
        let readPages = Set(try log.memories(of: .theory).filter { $0.target.part == "read" }.map(\.target.subject))
        let unreadPages = pages.filter { !readPages.contains($0.id) }
        let orderedPages =
            unreadPages.filter { $0.grade == learner.grade } + unreadPages.filter { $0.grade != learner.grade }
        return try begin(
            .theory, LessonStudy.reading, subject: choice.name, items: (orderedPages.nonEmpty ?? pages).map(\.reading))
    }

    /// Returns the choice with its page name replaced by the page's identifier.
    package func resolved(_ choice: TheoryChoice) -> TheoryChoice {
        guard let page = choice.page, !book.topics.contains(where: { $0.id == page }), let topic = resolve(page) else {
            return choice
        }
        return TheoryChoice(page: topic.id, grade: choice.grade, subject: choice.subject)
    }

    /// Returns the latest unfinished run of an activity about the same pages, or about any pages if
    /// none are selected.
    package func unfinished(_ kind: PracticeKind, _ activity: String, choice: TheoryChoice) throws -> Run<
        LessonExercise
    >? {
        try unfinished(kind, activity, subject: choice == TheoryChoice() ? nil : choice.name)
    }

    /// Begins a quiz on the questions of pages. Due questions come first, and the others follow in
    /// random order.
    ///
    /// - Parameter typed: whether short answers are typed instead of chosen.
    /// - Throws: the errors of `pages`.
    package func quizTheory(_ choice: TheoryChoice, questions count: Int, typed: Bool) throws -> Run<LessonExercise> {
        var source = log.makeRandomSource()
        let allItems = try pages(choice).flatMap(\.questionItems)
        // A small child chooses answers instead of typing or marking them.
        let items = learner.isChild ? allItems.filter { book.task($0)?.key?.hasChoices == true } : allItems
        let itemSet = Set(items)
        let ordered = LessonStudy.first(
            try dueItems(.questions, where: itemSet.contains), then: items.shuffled(using: &source))
        return try begin(
            .theory, "quiz", subject: choice.name, items: Array(ordered.prefix(learner.sessionItems(count))),
            isTyped: typed && !learner.isChild)
    }

    /// Returns the page that a text names, by identifier or by title, or nil if there is none.
    private func resolve(_ text: String) -> TheoryTopic? {
        let topics = book.topics
        let id = Curriculum.resolve(text, among: topics.map(\.searchable))
        return topics.first { $0.id == id }
    }

    /// Returns the error for an unknown page, with similar names.
    private func unknownPage(_ id: String) -> Failure {
        Curriculum.unknown(
            .unknownPage, "page", id, among: book.topics.map(\.searchable), advice: "`theory --all` lists them.")
    }

    /// Returns the error for a page above the learner's grade.
    private func notOpenError(_ topic: TheoryTopic) -> Failure {
        Failure(
            .notOpenYet, "“\(topic.title)” opens at \(book.title(of: topic.grade)), which you have not reached yet.",
            advice: "You can still look at it: `theory show \(topic.id)`. A grading moves your belt: grading record.")
    }
}
