import Content

extension Move {
    /// What it is made of, field by field: side and stance, and of each technique side, height, tool and action.
    var fields: [String] {
        let stance: [String?] = [ending?.side?.rawValue, ending?.stance.rawValue]
        return (stance + deeds.flatMap(\.fields)).map { $0 ?? "" }
    }
}

extension SparringExercise.Part {
    /// What it is made of, field by field: how the feet go, side and stance, and of each technique form, side, height, tool and action.
    var fields: [String] {
        let feet: [String?] = [first?.foot.rawValue, first?.way, foot?.rawValue, way]
        let stance: [String?] = [ending?.side?.rawValue, ending?.stance.rawValue]
        let done: [String?] = deeds.flatMap { [$0.form?.rawValue] + $0.technique.fields }
        return (feet + stance + done).map { $0 ?? "" }
    }
}

extension Move.Deed {
    fileprivate var fields: [String?] { [side?.rawValue, section, tool, action] }
}
