import Content
import Kernel
import Practice

/// The estimated recall of everything that gradings ask.
struct RecallEstimates {
    /// The state of each target that has a memory.
    private let states: [Target: MemoryState]
    private let scheduler: any Scheduler

    init(_ memories: [ItemMemory], by scheduler: any Scheduler) {
        states = Dictionary(memories.map { ($0.target, $0.state) }, uniquingKeysWith: { first, _ in first })
        self.scheduler = scheduler
    }

    func state(_ target: Target) -> MemoryState? { states[target] }

    /// Returns the probability that a target is known on a day. A level counts relative to the best
    /// level of its kind, as in lessons.
    func knowledge(_ target: Target, on day: Day) -> Knowledge {
        guard let state = states[target] else { return .none }
        let recall = state.retrievability(on: day, by: scheduler)
        let ceiling =
            state.memory.level == nil ? 1 : Double(RecallEstimates.evidence(of: target).ceiling) / Double(Level.full)
        return Knowledge(chance: recall / ceiling, answers: state.answers)
    }

    /// Returns the kind of evidence for a target.
    ///
    /// A movement is shown and asked under one name, lines and steps are performed, and questions
    /// are chosen.
    private static func evidence(of target: Target) -> Evidence {
        if target.kind == .patterns { return .recalled }
        return target.kind == .lineWork || ["attack", "defend"].contains(target.place.word) ? .done : .chosen
    }

    /// Returns all targets of an exchange that can have a memory.
    static func parts(of exercise: SparringExercise) -> [Target] {
        let words = ["attack", "defend"] + questionWords
        return exercise.steps.indices.flatMap { step in words.map { exercise.item("\($0)-\(step + 1)") } } + [
            exercise.item("number")
        ]
    }

    /// The words of the questions about each step of an exchange.
    private static let questionWords = ["defence", "counter", "stance", "section"]

    /// Returns the knowledge of an exchange: as performed by the defender or as answered in
    /// questions, whichever is better.
    func knowledge(_ exercise: SparringExercise, on day: Day) -> Knowledge {
        let steps = exercise.steps.indices.map { knowledge(exercise.item("defend-\($0 + 1)"), on: day) }
        let answered = exercise.steps.indices.flatMap { step in
            RecallEstimates.questionWords.map { exercise.item("\($0)-\(step + 1)") }
        }.filter { states[$0] != nil }.map { knowledge($0, on: day) }
        let performed = Knowledge(mean: steps)
        let questioned = Knowledge(mean: answered)
        return questioned.chance > performed.chance ? questioned : performed
    }

    /// Returns whether any part of an exchange has ever been practiced or answered, and whether the
    /// first time was on the given day.
    func history(_ exercise: SparringExercise, on day: Day) -> (ever: Bool, first: Bool) {
        let parts =
            exercise.steps.indices.flatMap { ["attack-\($0 + 1)", "defend-\($0 + 1)", "defence-\($0 + 1)"] } + [
                "number"
            ]
        let knownStates = parts.compactMap { states[exercise.item($0)] }
        let isFirst = !knownStates.isEmpty && knownStates.allSatisfy { $0.last == day && $0.answers == 1 }
        return (!knownStates.isEmpty, isFirst)
    }

    /// Returns whether a target has ever been answered, and whether the first time was on the given
    /// day.
    func history(_ target: Target, on day: Day) -> (ever: Bool, first: Bool) {
        guard let state = states[target] else { return (false, false) }
        return (true, state.last == day && state.answers == 1)
    }
}
