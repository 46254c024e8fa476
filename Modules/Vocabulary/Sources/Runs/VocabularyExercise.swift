import Kernel
import Practice

/// What a session must know to go on.
public struct VocabularySettings: Codable, Hashable, Sendable {
    /// The only mode; nil for whatever was best.
    public let mode: VocabularyMode?
    /// So many words the longest new phrases had when it was planned.
    public let level: Int
    /// The phrase that it is about, in English; nil for none.
    public let phrase: String?

    init(mode: VocabularyMode?, level: Int, phrase: String?) { (self.mode, self.level, self.phrase) = (mode, level, phrase) }
}

/// Building with words, as an exercise: a word is chosen, a phrase is laid.
public struct VocabularyExercise: Exercise {
    /// A word or a phrase.
    public typealias Item = VocabularyItem
    /// What was asked for.
    public typealias Settings = VocabularySettings

    /// A word or phrase that was not known comes back so many later.
    static let between = 3
    /// What a session of all modes is called.
    static let mixed = "mixed"

    public let kind = PracticeKind.building
    public let activity: String
    let book: Wordbook
    let scheduler: any Scheduler

    /// Of one mode; nil for all of them.
    init(_ mode: VocabularyMode?, _ book: Wordbook, _ scheduler: any Scheduler) {
        (activity, self.book, self.scheduler) = (mode?.rawValue ?? Self.mixed, book, scheduler)
    }

    /// What was not known comes once more.
    public func course(_ planned: [VocabularyItem], behind answers: [Answer]) -> [VocabularyItem] {
        answers.filter { $0.rating == .again }.reduce(into: planned) { items, answer in
            guard items.indices.contains(answer.place) else { return }
            items.insert(items[answer.place], at: min(answer.place + 1 + Self.between, items.count))
        }
    }

    /// By the learner's scheduler, once a day.
    public func memory(in run: Run<Self>) -> MemoryRule { .daily(scheduler) }

    public func target(of item: VocabularyItem, in run: Run<Self>) -> (target: Target, question: String) {
        (item.target, item.mode.rawValue)
    }

    /// Nil for what the book has no more, and for a phrase of which a word was missed and not known since: components come first.
    public func task(for item: VocabularyItem, in run: Run<Self>) -> VocabularyTask? {
        var random = RandomSource(seed: run.seed)
        guard item.mode != .match else {
            guard let word = book.words().first(where: { $0.hangul == item.words.first }) else { return nil }
            return item.isShown
                ? VocabularyTask(showing: word, item, book) : VocabularyTask(asking: word, item, book, using: &random)
        }
        let latest = Dictionary(run.answers.map { ($0.target, $0.rating) }) { $1 }
        guard item.words.allSatisfy({ latest[.word($0)] != .again }), let phrase = book.read(item.words).phrase,
            phrase.words == item.words
        else { return nil }
        return VocabularyTask(phrase, item, book, using: &random)
    }

    /// Right without help is known; with one hint or one wrong try it was hard; else it was not known.
    public func judge(_ response: VocabularyResponse, to task: VocabularyTask, in run: Run<Self>) -> Mark {
        let names = task.solution.map(\.hangul)
        let fields = zip(names, response.places).map { Mark.Field($0, isRight: $1) }
        let rating: Rating = !response.isSolved || response.faults > 1 ? .again : response.faults == 1 ? .hard : .good
        return Mark(.chosen, fields, rating: rating, instead: response.instead.flatMap(Instead.init(subject:)))
    }

    public func label(of graded: Mark, to item: VocabularyItem, in run: Run<Self>) -> String {
        "Answered “\(item.words.joined(separator: " "))”: \(graded.rating.word)"
    }

    public func labelOfTakingBack(_ answer: Answer, in run: Run<Self>) -> String {
        "Took back the answer to “\(answer.target.subject)”"
    }

    public func labelOfEnd(of run: Run<Self>) -> String? {
        VocabularyResult(run).map { "Finished \($0.title): \($0.points) of \(counted($0.maximum, "point"))" }
    }

    /// Keeps what it came to.
    public func end(_ run: Run<Self>, in unit: UnitOfWork) throws {
        if let result = VocabularyResult(run) { try unit.transaction.put(result) }
    }
}
