import Content
import Kernel
import Practice

/// What tests and drills stand on: everything that may be asked of a learner, and what is remembered of it.
struct Questioning: Sendable {
    let bank: QuestionBank
    let learner: Learner
    let log: PracticeLog
    /// The learner's words, which study remembers.
    let words: Flashcards
    let spacing: Spacing

    /// Of the learner of lessons.
    ///
    /// - Throws: whatever keeps the words from being read.
    init(_ lessons: Lessons) throws {
        (bank, learner, log, spacing) = (try QuestionBank(lessons.book), lessons.learner, lessons.log, lessons.spacing)
        words = Flashcards(library: bank.library, learner: learner, log: log)
    }

    /// What is remembered of everything that may be asked.
    func memories() throws -> [Target: MemoryState] {
        let all = try [PracticeKind.flashcards, .patterns, .sparring, .theory].flatMap { try log.memories(of: $0) }
        return Dictionary(all.map { ($0.target, $0.state) }, uniquingKeysWith: { first, _ in first })
    }
}
