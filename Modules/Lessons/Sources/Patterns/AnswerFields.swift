import Content

extension Move {
    /// The comparable fields of a movement: side and stance, and the side, height, tool and action
    /// of each technique.
    var fields: [String] {
        let stance: [String?] = [ending?.side?.rawValue, ending?.stance.rawValue]
        return (stance + actions.flatMap(\.fields)).map { $0 ?? "" }
    }
}

extension SparringExercise.Part {
    /// The comparable fields of a part: foot movements, side and stance, and the form, side,
    /// height, tool and action of each technique.
    var fields: [String] {
        let feet: [String?] = [first?.foot.rawValue, first?.way, foot?.rawValue, way]
        let stance: [String?] = [ending?.side?.rawValue, ending?.stance.rawValue]
        let techniques: [String?] = actions.flatMap { [$0.form?.rawValue] + $0.technique.fields }
        return (feet + stance + techniques).map { $0 ?? "" }
    }
}

extension Move.Action { fileprivate var fields: [String?] { [side?.rawValue, section, tool, action] } }
