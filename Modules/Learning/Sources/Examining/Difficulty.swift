import Content
import Kernel
import Practice

/// How likely it is that something is known today, from what is remembered of it. The one place where a test asks memory.
enum KnownToday {
    /// How well a box is known on the day of an answer; the levels of the ladder, from missed to rested for a fortnight.
    private static let boxes = [0.5, 0.75, 0.85, 0.92, 0.96]

    /// 0…1. What has a schedule fades from its last answer on as its scheduler has it; a level is a share already.
    static func chance(_ state: MemoryState, on day: Day, by scheduler: any Scheduler) -> Double {
        let share = if case .schedule(let schedule) = state.memory { boxes[schedule.box - 1] } else { 1.0 }
        return share * state.retrievability(on: day, by: scheduler)
    }
}

/// How hard items are for a learner, in logits: by what they are, and by what the learner's memory says of them.
struct Difficulty: Sendable {
    /// So much harder is what is learned one belt later. All of these are our choice: there is nobody's data in them.
    static let belt = 0.8
    /// So much harder it is to say a word in Korean than to know what it means.
    static let saying = 0.6
    /// So much harder is a step of a term's own difficulty, 1…5.
    static let step = 0.25
    /// So much harder movements and exchanges are than words of the same belt.
    static let form = 0.3
    /// After so many answers memory weighs as much as what the item is.
    private static let trust = 2.0
    /// After so many items what a learner's memory says of their ability counts half.
    static let met = 20.0

    /// The belts, lowest first.
    let belts: [Grade]

    /// The place of a grade among the belts, in logits; the lowest is 0.
    func of(_ grade: Grade) -> Double { Difficulty.belt * Double(belts.count { $0 < grade }) }

    func of(_ term: Term, _ direction: Direction) -> Double {
        of(term.grade) + Difficulty.step * Double(min(max(term.difficulty, 1), 5) - 3)
            + (direction == .englishToKorean ? Difficulty.saying : 0)
    }

    /// The ability that is expected of a learner before any answer: that of their grade, moved by how much better or worse their memory is than that
    /// would have it.
    func expected(of learner: Learner, known: [(difficulty: Double, chance: Double)]) -> Double {
        let own = of(learner.grade)
        guard !known.isEmpty else { return own }
        let beyond = known.reduce(0) { $0 + ItemResponse.logit($1.chance) + $1.difficulty - own } / Double(known.count)
        let weight = Double(known.count) / (Double(known.count) + Difficulty.met)
        return own + min(max(beyond * weight, -2), 2)
    }

    /// The difficulty of an item for somebody of an ability who remembers it so: between what it is and what would make that memory likely.
    static func known(_ difficulty: Double, answers: Int, chance: Double, ability: Double) -> Double {
        let weight = Double(answers) / (Double(answers) + trust)
        return (1 - weight) * difficulty + weight * (ability - ItemResponse.logit(chance))
    }
}
