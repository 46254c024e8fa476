import Content
import Kernel
import Practice

/// What a learner remembers of everything that gradings ask.
struct Recollection {
    private let states: [Target: MemoryState]
    private let scheduler: any Scheduler

    init(_ memories: [ItemMemory], by scheduler: any Scheduler) {
        states = Dictionary(memories.map { ($0.target, $0.state) }, uniquingKeysWith: { first, _ in first })
        self.scheduler = scheduler
    }

    func state(_ target: Target) -> MemoryState? { states[target] }

    /// How likely a target is known on a day. Of a level it counts how much was shown of what can be shown of such a thing at best, as lessons count.
    func knows(_ target: Target, on day: Day) -> Knowledge {
        guard let state = states[target] else { return .none }
        let likely = state.retrievability(on: day, by: scheduler)
        let best = state.memory.level == nil ? 1 : Double(Recollection.evidence(of: target).ceiling) / Double(Level.full)
        return Knowledge(chance: likely / best, answers: state.answers)
    }

    /// A movement is shown and asked for under one name; lines and steps are done, questions are chosen.
    private static func evidence(of target: Target) -> Evidence {
        if target.kind == .patterns { return .recalled }
        return target.kind == .lineWork || ["attack", "defend"].contains(target.place.word) ? .done : .chosen
    }

    /// Everything that may be remembered of an exchange.
    static func parts(of exercise: SparringExercise) -> [Target] {
        let words = ["attack", "defend"] + questions
        return exercise.steps.indices.flatMap { step in words.map { exercise.item("\($0)-\(step + 1)") } } + [
            exercise.item("number")
        ]
    }

    private static let questions = ["defence", "counter", "stance", "section"]

    /// An exchange as its defender does it, or as its questions were answered, whichever is known better.
    func knows(_ exercise: SparringExercise, on day: Day) -> Knowledge {
        let steps = exercise.steps.indices.map { knows(exercise.item("defend-\($0 + 1)"), on: day) }
        let asked = exercise.steps.indices.flatMap { step in
            Recollection.questions.map { exercise.item("\($0)-\(step + 1)") }
        }.filter { states[$0] != nil }.map { knows($0, on: day) }
        let (done, known) = (Knowledge(mean: steps), Knowledge(mean: asked))
        return known.chance > done.chance ? known : done
    }

    /// Whether anything of an exchange was ever done or answered, and whether that began on a day.
    func meets(_ exercise: SparringExercise, on day: Day) -> (ever: Bool, first: Bool) {
        let parts = exercise.steps.indices.flatMap { ["attack-\($0 + 1)", "defend-\($0 + 1)", "defence-\($0 + 1)"] } + ["number"]
        let known = parts.compactMap { states[exercise.item($0)] }
        return (!known.isEmpty, !known.isEmpty && known.allSatisfy { $0.last == day && $0.answers == 1 })
    }

    /// Whether a target was ever answered, and whether it was for the first time on a day.
    func meets(_ target: Target, on day: Day) -> (ever: Bool, first: Bool) {
        guard let state = states[target] else { return (false, false) }
        return (true, state.last == day && state.answers == 1)
    }
}
