import Content

/// The facts about one movement of a pattern that can be asked, by field.
struct MoveFacts {
    /// The field values of one technique of the movement.
    typealias Values = [PatternQuestion.Field: String]

    let move: Move
    /// The values other than the technique. A field without a definite value is missing.
    let values: Values
    /// The values of each technique of the movement.
    let actionValues: [Values]

    init(_ pattern: Pattern, _ index: Int) {
        move = pattern.moves[index]
        var values: Values = [:]
        values[.foot] = Self.foot(move)
        values[.from] = index == 0 ? "D" : Self.facing(pattern.moves[index - 1])
        values[.to] = Self.facing(move)
        values[.stance] = move.ending?.stance.rawValue
        values[.stanceSide] = move.ending?.side?.rawValue
        self.values = values
        actionValues = move.actions.map { action in
            var values: Values = [.technique: action.action]
            values[.section] = action.section
            values[.side] = action.side?.rawValue
            return values
        }
    }

    /// Returns the foot that moves, kicks or is lifted. The result is nil if the feet only turn,
    /// because names for that vary.
    private static func foot(_ move: Move) -> String? {
        if move.steps.isEmpty { return move.liftedFoot?.rawValue ?? "none" }
        let steps = move.steps.filter { $0.verb != .pivot }
        let feet = Set(steps.compactMap(\.foot))
        if steps.contains(where: { $0.foot == nil || $0.verb == .jump }) || feet.count == 2 { return "both" }
        return feet.first?.rawValue
    }

    /// Returns the letters of the direction that the body faces at the end of a movement.
    private static func facing(_ move: Move) -> String? {
        (move.ending?.toward ?? move.actions.compactMap(\.toward).first)?.letters
    }

    /// Returns the values of these fields, once for each technique if a field describes one.
    func accepted(_ fields: [PatternQuestion.Field]) -> [Values] {
        let combined = actionValues.isEmpty ? [values] : actionValues.map { values.merging($0) { first, _ in first } }
        return combined.map { $0.filter { fields.contains($0.key) } }
    }

    /// The movement without its number.
    var phrase: String { String(move.sentence.dropFirst("\(move.number) ".count)) }
}
