import Content
import Kernel
import Learning
import Lessons
import Practice

/// The common data of tests and drills: the question bank and the learner's memories.
struct QuestionContext: Sendable {
    let bank: QuestionBank
    let learner: Learner
    let log: PracticeLog
    let words: Flashcards
    let spacing: Spacing

    /// Creates the data for the learner of `lessons`.
    ///
    /// - Throws: an error if the words cannot be read.
    init(_ lessons: LessonStudy) throws {
        bank = try QuestionBank(lessons.book)
        learner = lessons.learner
        log = lessons.log
        spacing = lessons.spacing
        words = Flashcards(library: bank.library, learner: learner, log: log)
    }

    /// Returns the memories of all items that can be asked.
    func memories() throws -> [Target: MemoryState] {
        let memories = try [PracticeKind.flashcards, .patterns, .sparring, .theory].flatMap { try log.memories(of: $0) }
        return Dictionary(memories.map { ($0.target, $0.state) }, uniquingKeysWith: { first, _ in first })
    }
}
