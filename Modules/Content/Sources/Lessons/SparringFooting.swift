import Footwork

extension SparringWalk {
    /// Walks an exchange.
    public init(_ exercise: SparringExercise) {
        self.init(
            exercise.steps.map { Step(attack: $0.attack.footing, defence: $0.defence.footing, counter: $0.counter?.footing) },
            opening: exercise.opening.map { Step(attack: $0.attack.footing, defence: $0.defence.footing, counter: nil) },
            isFree: exercise.steps.contains { $0.attack.foot == nil && $0.attack.deeds.isEmpty })
    }
}

extension SparringExercise.Part {
    fileprivate var footing: SparringWalk.Part {
        SparringWalk.Part(ending: ending?.footing, foot: foot, way: way, words: phrase)
    }
}

extension SparringDiagram {
    /// A diagram in the colours of a belt.
    public init(_ exercise: SparringExercise, colours: DiagramColours) {
        self.init(
            SparringWalk(exercise), name: exercise.name, note: exercise.note, doubt: exercise.doubt, colours: colours)
    }
}
