import Footwork

extension SparringWalk {
    package init(_ exercise: SparringExercise) {
        self.init(
            exercise.steps.map {
                Step(attack: $0.attack.walkPart, defense: $0.defence.walkPart, counter: $0.counter?.walkPart)
            },
            opening: exercise.opening.map {
                Step(attack: $0.attack.walkPart, defense: $0.defence.walkPart, counter: nil)
            },
            isFree: exercise.steps.contains { $0.attack.foot == nil && $0.attack.actions.isEmpty })
    }
}

extension SparringExercise.Part {
    fileprivate var walkPart: SparringWalk.Part {
        SparringWalk.Part(ending: ending?.footworkEnding, foot: foot, way: way, words: phrase)
    }
}

extension SparringDiagram {
    package init(_ exercise: SparringExercise, colors: DiagramColors) {
        self.init(
            SparringWalk(exercise), name: exercise.name, note: exercise.note, doubt: exercise.doubt, colors: colors)
    }
}
