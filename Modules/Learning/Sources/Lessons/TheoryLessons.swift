import Content
import Kernel
import Practice

/// Which pages of theory a session is about.
public struct TheoryChoice: Hashable, Sendable {
    /// One page.
    public var page: String?
    /// One grade.
    public var grade: Grade?
    /// One subject.
    public var subject: TheoryTopic.Subject?

    /// A choice; without anything, all pages that are open.
    public init(page: String? = nil, grade: Grade? = nil, subject: TheoryTopic.Subject? = nil) {
        (self.page, self.grade, self.subject) = (page, grade, subject)
    }

    /// What the session is called in the log.
    var name: String { page ?? ([grade?.id, subject?.rawValue].compactMap { $0 }.joined(separator: " ").nonEmpty ?? "all") }
}

/// A page and how far the learner has come with it.
public struct PageStanding: Sendable {
    /// The page.
    public let topic: TheoryTopic
    /// Whether the belt rule opens it.
    public let isOpen: Bool
    /// How often it was read; 0 while it was not.
    public let reads: Int
    /// The day on which it was last read; nil while it was not.
    public let lastRead: Day?
    /// Its questions and how well they are known.
    public let standing: LessonStanding
}

extension Lessons {
    /// Every page with how far the learner has come, by grade and subject; those that are not open yet as well.
    public func pageStandings() throws -> [PageStanding] {
        let known = try log.memories(of: .theory)
        let readings = Dictionary(
            known.filter { $0.target.part == "read" }.map { ($0.target.subject, $0.state) }, uniquingKeysWith: { $1 })
        return book.topics.map { topic in
            let asked = known.filter { $0.target.subject == topic.id && $0.target.part != "read" }
            return PageStanding(
                topic: topic, isOpen: learner.syllabus.opens(topic.grade), reads: readings[topic.id]?.answers ?? 0,
                lastRead: readings[topic.id]?.last,
                standing: standing((topic.id, topic.title, topic.grade), of: [topic.id], .theory, in: asked))
        }
    }

    /// The pages that are meant and open to the learner.
    ///
    /// - Throws: `unknownPage`, `notOpenYet`, `noSuchPages`.
    public func pages(_ choice: TheoryChoice) throws -> [TheoryTopic] {
        if let id = choice.page {
            guard let topic = book.topics.first(where: { $0.id == id }) ?? meant(id) else { throw unknownPage(id) }
            guard learner.syllabus.opens(topic.grade) else { throw closed(topic) }
            return [topic]
        }
        let fits = book.topics.filter {
            (choice.grade == nil || $0.grade == choice.grade) && (choice.subject == nil || $0.subject == choice.subject)
        }
        let open = learner.syllabus.opened(in: fits)
        if let first = fits.first, open.isEmpty { throw closed(first) }
        guard !open.isEmpty else {
            throw Failure(.noSuchPages, "There are no such pages.", advice: "`theory --all` lists them.")
        }
        return open
    }

    /// Begins reading: pages that were not read yet first, those of one's own grade in front.
    ///
    /// - Throws: as `pages`.
    public func readTheory(_ choice: TheoryChoice) throws -> Run<LessonExercise> {
        let pages = try pages(choice)
        let read = Set(try log.memories(of: .theory).filter { $0.target.part == "read" }.map(\.target.subject))
        let fresh = pages.filter { !read.contains($0.id) }
        let unread = fresh.filter { $0.grade == learner.grade } + fresh.filter { $0.grade != learner.grade }
        return try begin(.theory, Lessons.reading, subject: choice.name, items: (unread.nonEmpty ?? pages).map(\.reading))
    }

    /// The choice with its page by the page's id, however it was written.
    public func settled(_ choice: TheoryChoice) -> TheoryChoice {
        guard let page = choice.page, !book.topics.contains(where: { $0.id == page }), let topic = meant(page) else {
            return choice
        }
        return TheoryChoice(page: topic.id, grade: choice.grade, subject: choice.subject)
    }

    /// The latest run of an activity when it was left, and was about the same pages; any, where nothing was chosen.
    public func unfinished(_ kind: PracticeKind, _ activity: String, choice: TheoryChoice) throws -> Run<LessonExercise>? {
        try unfinished(kind, activity, subject: choice == TheoryChoice() ? nil : choice.name)
    }

    /// Begins a quiz on the questions that pages answer: those that are due first, then in an order that chance decides.
    ///
    /// - Parameter typed: whether short answers are typed rather than chosen.
    /// - Throws: as `pages`.
    public func quizTheory(_ choice: TheoryChoice, questions count: Int, typed: Bool) throws -> Run<LessonExercise> {
        var source = log.split()
        let asked = try pages(choice).flatMap(\.questionItems)
        // A small child chooses, and neither types nor judges.
        let all = learner.isChild ? asked.filter { book.task($0)?.key?.hasChoices == true } : asked
        let own = Set(all)
        let items = Lessons.first(try dueItems(.questions, where: own.contains), then: all.shuffled(using: &source))
        return try begin(
            .theory, "quiz", subject: choice.name, items: Array(items.prefix(learner.items(count))),
            isTyped: typed && !learner.isChild)
    }

    private func meant(_ text: String) -> TheoryTopic? {
        let topics = book.topics
        let id = Curriculum.meant(text, among: topics.map(\.searchable))
        return topics.first { $0.id == id }
    }

    private func unknownPage(_ id: String) -> Failure {
        Curriculum.unknown(.unknownPage, "page", id, among: book.topics.map(\.searchable), advice: "`theory --all` lists them.")
    }

    private func closed(_ topic: TheoryTopic) -> Failure {
        Failure(
            .notOpenYet, "“\(topic.title)” opens at \(book.title(of: topic.grade)), which you have not reached yet.",
            advice: "You can still look at it: `theory show \(topic.id)`. A grading moves your belt: grading record.")
    }
}
