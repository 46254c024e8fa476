import Content

/// What can be asked about one movement of a pattern, field by field.
struct MoveFacts {
    /// What one technique of the movement gives to the fields about techniques.
    typealias Values = [PatternQuestion.Field: String]

    let move: Move
    /// Everything but the technique; a field that cannot be told is missing.
    let values: Values
    /// One for each technique, with its tool left out.
    let deeds: [Values]

    init(_ pattern: Pattern, _ index: Int) {
        move = pattern.moves[index]
        var values: Values = [:]
        values[.foot] = Self.foot(move)
        values[.from] = index == 0 ? "D" : Self.look(pattern.moves[index - 1])
        values[.to] = Self.look(move)
        values[.stance] = move.ending?.stance.rawValue
        values[.stanceSide] = move.ending?.side?.rawValue
        self.values = values
        deeds = move.deeds.map { deed in
            var values: Values = [.technique: deed.action]
            values[.section] = deed.section
            values[.side] = deed.side?.rawValue
            return values
        }
    }

    /// The foot that goes somewhere, kicks or is lifted; nil when feet only turn, because then it is a matter of words.
    private static func foot(_ move: Move) -> String? {
        if move.steps.isEmpty { return move.liftedFoot?.rawValue ?? "none" }
        let steps = move.steps.filter { $0.verb != .pivot }
        let feet = Set(steps.compactMap(\.foot))
        if steps.contains(where: { $0.foot == nil || $0.verb == .jump }) || feet.count == 2 { return "both" }
        return feet.first?.rawValue
    }

    private static func look(_ move: Move) -> String? {
        (move.ending?.toward ?? move.deeds.compactMap(\.toward).first)?.letters
    }

    /// The values of these fields, once for each technique where they speak of one.
    func accepted(_ fields: [PatternQuestion.Field]) -> [Values] {
        let all = deeds.isEmpty ? [values] : deeds.map { values.merging($0) { first, _ in first } }
        return all.map { $0.filter { fields.contains($0.key) } }
    }

    /// The movement without its number.
    var phrase: String { String(move.sentence.dropFirst("\(move.number) ".count)) }
}
