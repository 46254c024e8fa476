import Kernel
import Korean
import Practice

/// The settings with which a session continues.
package struct VocabularySettings: Codable, Hashable, Sendable {
    /// The only mode; nil for an automatic choice.
    package let mode: VocabularyMode?
    /// The maximum number of words in new phrases at the time of planning.
    package let level: Int
    /// The subject phrase of the session, in English; nil for none.
    package let phrase: String?
}

/// An exercise in building with words, in which the learner chooses words and lays phrases.
package struct VocabularyExercise: Exercise {
    package typealias Item = VocabularyItem
    package typealias Settings = VocabularySettings

    /// The number of items after which an unknown word or phrase returns.
    static let repeatDistance = 3
    static let mixedActivity = "mixed"

    package let kind = PracticeKind.building
    package let activity: String
    let book: Phrasebook
    let scheduler: any Scheduler

    init(_ mode: VocabularyMode?, _ book: Phrasebook, _ scheduler: any Scheduler) {
        activity = mode?.rawValue ?? Self.mixedActivity
        self.book = book
        self.scheduler = scheduler
    }

    /// Repeats unknown items once.
    package func items(_ planned: [VocabularyItem], after answers: [Answer]) -> [VocabularyItem] {
        answers.filter { $0.rating == .again }.reduce(into: planned) { items, answer in
            guard items.indices.contains(answer.place) else { return }
            items.insert(items[answer.place], at: min(answer.place + 1 + Self.repeatDistance, items.count))
        }
    }

    /// Schedules by the learner's scheduler, at most once a day.
    package func memory(in run: Run<Self>) -> MemoryRule { .daily(scheduler) }

    package func target(of item: VocabularyItem, in run: Run<Self>) -> (target: Target, question: String) {
        (item.target, item.mode.rawValue)
    }

    /// Returns nil for an item that is gone from the book, and for a phrase with a missed word
    /// until the learner knows that word.
    package func task(for item: VocabularyItem, in run: Run<Self>) -> VocabularyTask? {
        var random = RandomSource(seed: run.seed)
        guard item.mode != .match else {
            guard let word = book.vocabulary().first(where: { $0.hangul == item.words.first }) else { return nil }
            return item.isShown
                ? VocabularyTask(showing: word, item, book) : VocabularyTask(asking: word, item, book, using: &random)
        }
        let latest = Dictionary(run.answers.map { ($0.target, $0.rating) }) { $1 }
        guard item.words.allSatisfy({ latest[.word($0)] != .again }), let phrase = book.read(item.words).phrase,
            phrase.hangulWords == item.words
        else { return nil }
        return VocabularyTask(phrase, item, book, using: &random)
    }

    /// Rates a right answer without help as known, one with a single hint or wrong attempt as hard,
    /// and any other as unknown.
    package func judge(_ response: VocabularyResponse, to task: VocabularyTask, in run: Run<Self>) -> Mark {
        let names = task.solution.map(\.hangul)
        let fields = zip(names, response.places).map { Mark.Field($0, isRight: $1) }
        let rating: Rating = !response.isSolved || response.faults > 1 ? .again : response.faults == 1 ? .hard : .good
        return Mark(
            .chosen, fields, rating: rating, instead: response.confusedWord.flatMap(ConfusedAnswer.init(subject:)))
    }

    package func label(of mark: Mark, to item: VocabularyItem, in run: Run<Self>) -> String {
        "Answered “\(item.words.joined(separator: " "))”: \(mark.rating.word)"
    }

    package func undoLabel(_ answer: Answer, in run: Run<Self>) -> String {
        "Took back the answer to “\(answer.target.subject)”"
    }

    package func completionLabel(of run: Run<Self>) -> String? {
        VocabularyResult(run).map { "Finished \($0.title): \($0.points) of \(counted($0.maximum, "point"))" }
    }

    /// Saves the result of the session.
    package func end(_ run: Run<Self>, in unit: UnitOfWork) throws {
        if let result = VocabularyResult(run) { try unit.transaction.put(result) }
    }
}
