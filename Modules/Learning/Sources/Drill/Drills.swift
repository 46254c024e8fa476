import Content
import Kernel
import Practice

/// Something that goes wrong again and again.
public struct DrillSpot: Hashable, Sendable {
    /// Why it is drilled.
    public enum Reason: String, Sendable {
        /// A card that was missed on eight days.
        case leech
        /// A word that is taken for another.
        case confused
        /// Anything else that was missed and is not known since.
        case weak
    }

    /// What is asked, and its twin.
    public let item: DrillItem
    /// Why.
    public let reason: Reason
    /// How often it was missed.
    public let misses: Int
    /// The more, the more it needs to be drilled.
    let trouble: Double
}

/// Drills of one learner: finds what goes wrong most, and asks it until it goes right.
public struct Drills: Sendable {
    /// How many questions a drill may be planned with.
    public static let range = 1...50
    /// How many it has unless somebody says otherwise.
    public static let usual = 10
    /// What was missed and is known so well today goes wrong no more.
    private static let known = 0.85

    /// Everything that may be asked.
    public var bank: QuestionBank { asked.bank }
    /// Where answers are kept.
    public var log: PracticeLog { asked.log }
    private let asked: Questioning
    private var words: Flashcards { asked.words }

    /// Drills for the learner of lessons, whose words study remembers.
    ///
    /// - Throws: whatever keeps the words from being read.
    public init(_ lessons: Lessons) throws { asked = try Questioning(lessons) }

    private var exercise: DrillExercise { DrillExercise(bank: bank, words: words, spacing: asked.spacing) }

    /// What goes wrong, the worst first: how often it was missed, times how likely it is not known today; what is confused and what keeps being missed
    /// counts twice. Of a pair the one that is worse stands for both.
    public func spots() throws -> [DrillSpot] { try spots(asked.memories()) }

    private func spots(_ memories: [Target: MemoryState]) throws -> [DrillSpot] {
        let (today, scheduler, aside) = (log.today, try words.scheduler(), try words.setAside())
        let asked = Dictionary(
            grouping: bank.entries(Set(TestKind.allCases), where: self.asked.learner.syllabus.opens).map(\.item), by: \.target)
        let found = memories.compactMap { target, state -> DrillSpot? in
            guard let items = asked[target], Card(target).map({ !aside.contains($0) }) ?? true else { return nil }
            let misses = state.answers - state.right
            let chance = KnownToday.chance(state, on: today, by: scheduler)
            let twin = twin(of: target, state, among: asked)
            guard misses > 0, chance < Self.known || twin != nil else { return nil }
            let isLeech = ItemMemory(target, state).isLeech
            let reason: DrillSpot.Reason = twin != nil ? .confused : isLeech ? .leech : .weak
            return DrillSpot(
                item: DrillItem(items[misses % items.count], twin: twin), reason: reason, misses: misses,
                trouble: Double(misses) * (1.05 - chance) * (reason == .weak ? 1 : 2))
        }
        let ranked = found.sorted {
            ($1.trouble, $0.item.question.target.inOrder) < ($0.trouble, $1.item.question.target.inOrder)
        }
        var (seen, kept) = (Set<Target>(), [DrillSpot]())
        for spot in ranked where seen.insert(spot.item.question.target).inserted {
            if let other = spot.item.other { seen.insert(other.question.target) }
            kept.append(spot)
        }
        return kept
    }

    /// The word that was answered instead, as long as this one was not right on most days since: nil where it is known, or where nothing can be asked of
    /// the other.
    private func twin(of target: Target, _ state: MemoryState, among asked: [Target: [TestItem]]) -> String? {
        guard target.kind == .flashcards, (state.memory.schedule?.box ?? Schedule.lastBox) < 4 else { return nil }
        return state.mistaken?.ranked.first { one in
            one.subject != target.subject && asked[Target(.flashcards, one.subject, target.part)] != nil
        }?.subject
    }

    /// Plans a drill and keeps it: of a pair both words, twice, mixed with everything else.
    ///
    /// - Parameter questions: how many are planned; what goes wrong comes back beyond them.
    /// - Returns: nil where nothing goes wrong.
    public func begin(questions: Int = Drills.usual) throws -> Run<DrillExercise>? {
        let memories = try asked.memories()
        var (random, room) = (log.split(), questions)
        var rounds: (first: [[DrillItem]], second: [[DrillItem]]) = ([], [])
        for spot in try spots(memories) where room > 0 {
            guard let other = spot.item.other, room > 1 else {
                rounds.first.append([spot.item])
                room -= 1
                continue
            }
            rounds.first.append([spot.item, other].shuffled(using: &random))
            if room > 3 { rounds.second.append([spot.item, other].shuffled(using: &random)) }
            room -= 4
        }
        let items = (rounds.first.shuffled(using: &random) + rounds.second.shuffled(using: &random)).flatMap { $0 }
        guard !items.isEmpty else { return nil }
        let strangers = Set(items.map(\.question.target)).filter { memories[$0] == nil }
        return try log.begin(exercise, items: items, settings: DrillSettings(strangers: strangers))
    }

    /// Today's drill where it was left before its end, and is open nowhere else.
    public func unfinished() throws -> Run<DrillExercise>? {
        guard let run = try log.unfinished(exercise), !run.isDone, log.isOpenElsewhere(run.log) != true,
            asked.learner.goesOn(with: Set(run.items.map(\.question.target)).count)
        else { return nil }
        return log.day(of: run.log.startedAt) == log.today ? run : nil
    }

    /// What a drill brought so far.
    public func results(of run: Run<DrillExercise>) -> DrillResults { DrillResults(run) }
}

extension Target {
    /// Its name with all numbers as wide as each other, so that movement 2 stands before movement 10.
    fileprivate var inOrder: String {
        var (text, figures) = ("", "")
        for character in name {
            if character.isNumber {
                figures.append(character)
            } else {
                text += (Int(figures)?.padded(6) ?? figures) + "\(character)"
                figures = ""
            }
        }
        return text + (Int(figures)?.padded(6) ?? figures)
    }
}
