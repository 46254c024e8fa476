import Content
import Kernel
import Learning
import Lessons
import Practice

/// An item that repeatedly goes wrong.
package struct DrillSpot: Hashable, Sendable {
    /// The reason for drilling an item.
    package enum Reason: String, Sendable {
        /// A card that the learner keeps missing.
        case leech
        /// A word that the learner confuses with another word.
        case confused
        /// An item that was missed and has not been answered right since.
        case weak
    }

    package let item: DrillItem
    package let reason: Reason
    package let misses: Int
    /// The rank among the weak items. The item with the highest value is asked first.
    let trouble: Double
}

/// The drills of a learner, which find the weakest items and ask them until the learner answers
/// them right.
package struct Drills: Sendable {
    /// The possible numbers of planned questions.
    package static let range = 1...50
    /// The default number of questions.
    package static let defaultQuestions = 10
    /// The probability of recall from which a missed item no longer counts as weak.
    private static let knownChance = 0.85

    package var bank: QuestionBank { context.bank }
    package var log: PracticeLog { context.log }
    private let context: QuestionContext
    private var words: Flashcards { context.words }

    /// Creates the drills of the learner of `lessons`, with the word memories of study.
    ///
    /// - Throws: an error if the words cannot be read.
    package init(_ lessons: LessonStudy) throws { context = try QuestionContext(lessons) }

    private var exercise: DrillExercise { DrillExercise(bank: bank, words: words, spacing: context.spacing) }

    /// Returns the weak items, the worst first.
    ///
    /// The rank is the number of misses times the probability that the item is unknown today.
    /// Confused words and leeches count twice. The worse word of a pair represents both.
    package func spots() throws -> [DrillSpot] { try spots(context.memories()) }

    /// Returns the weak items of the given memories, the worst first.
    private func spots(_ memories: [Target: MemoryState]) throws -> [DrillSpot] {
        let today = log.today
        let scheduler = try words.scheduler()
        let setAsideCards = try words.setAside()
        let questions = Dictionary(
            grouping: bank.entries(Set(TestSubject.allCases), where: context.learner.syllabus.opens).map(\.item),
            by: \.target)
        let weakSpots = memories.compactMap { target, state -> DrillSpot? in
            guard let items = questions[target], Card(target).map({ !setAsideCards.contains($0) }) ?? true else {
                return nil
            }
            let misses = state.answers - state.right
            let chance = RecallToday.chance(state, on: today, by: scheduler)
            let twin = twin(of: target, state, among: questions)
            guard misses > 0, chance < Self.knownChance || twin != nil else { return nil }
            let isLeech = ItemMemory(target, state).isLeech
            let reason: DrillSpot.Reason = twin != nil ? .confused : isLeech ? .leech : .weak
            return DrillSpot(
                item: DrillItem(items[misses % items.count], twin: twin), reason: reason, misses: misses,
                trouble: Double(misses) * (1.05 - chance) * (reason == .weak ? 1 : 2))
        }
        let ranked = weakSpots.sorted {
            ($1.trouble, $0.item.question.target.sortKey) < ($0.trouble, $1.item.question.target.sortKey)
        }
        var seenTargets = Set<Target>()
        var distinctSpots = [DrillSpot]()
        for spot in ranked where seenTargets.insert(spot.item.question.target).inserted {
            if let other = spot.item.other { seenTargets.insert(other.question.target) }
            distinctSpots.append(spot)
        }
        return distinctSpots
    }

    /// Returns the word that the learner most often answers instead of this one. From Leitner box 4
    /// on, the result is nil because the confusion counts as resolved.
    ///
    /// The result is also nil if no question exists for the other word.
    private func twin(of target: Target, _ state: MemoryState, among questions: [Target: [TestItem]]) -> String? {
        guard target.kind == .flashcards, (state.memory.schedule?.box ?? Schedule.lastBox) < 4 else { return nil }
        return state.mistaken?.ranked.first { word in
            word.subject != target.subject && questions[Target(.flashcards, word.subject, target.part)] != nil
        }?.subject
    }

    /// Plans a drill and saves it. It asks both words of a pair twice, mixed with the other items.
    ///
    /// - Parameter questions: the number of planned questions. Missed questions come back beyond
    ///   them.
    /// - Returns: the run, or nil if the learner has no weak items.
    package func begin(questions: Int = Drills.defaultQuestions) throws -> Run<DrillExercise>? {
        let memories = try context.memories()
        var random = log.makeRandomSource()
        var remainingQuestions = questions
        var rounds: (first: [[DrillItem]], second: [[DrillItem]]) = ([], [])
        for spot in try spots(memories) where remainingQuestions > 0 {
            guard let other = spot.item.other, remainingQuestions > 1 else {
                rounds.first.append([spot.item])
                remainingQuestions -= 1
                continue
            }
            rounds.first.append([spot.item, other].shuffled(using: &random))
            if remainingQuestions > 3 { rounds.second.append([spot.item, other].shuffled(using: &random)) }
            remainingQuestions -= 4
        }
        let items = (rounds.first.shuffled(using: &random) + rounds.second.shuffled(using: &random)).flatMap { $0 }
        guard !items.isEmpty else { return nil }
        let strangers = Set(items.map(\.question.target)).filter { memories[$0] == nil }
        return try log.begin(exercise, items: items, settings: DrillSettings(strangers: strangers))
    }

    /// Returns today's unfinished drill, unless another process has it open.
    package func unfinished() throws -> Run<DrillExercise>? {
        guard let run = try log.unfinished(exercise), !run.isDone, log.isOpenElsewhere(run.log) != true,
            context.learner.mayResume(with: Set(run.items.map(\.question.target)).count)
        else { return nil }
        return log.day(of: run.log.startedAt) == log.today ? run : nil
    }

    /// Returns the results of a drill so far.
    package func results(of run: Run<DrillExercise>) -> DrillResults { DrillResults(run) }
}

extension Target {
    /// The name with zero-padded numbers, so that movement 2 sorts before movement 10.
    fileprivate var sortKey: String {
        var text = ""
        var digits = ""
        for character in name {
            if character.isNumber {
                digits.append(character)
            } else {
                text += (Int(digits)?.padded(6) ?? digits) + "\(character)"
                digits = ""
            }
        }
        return text + (Int(digits)?.padded(6) ?? digits)
    }
}
