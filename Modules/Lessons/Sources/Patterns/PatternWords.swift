import Content

/// The words of answers about patterns: their display texts and the values that are known
/// everywhere.
enum PatternWords {
    typealias Field = PatternQuestion.Field

    /// Returns values as a natural phrase.
    static func text(of values: [Field: String], _ fields: [Field]) -> String {
        if let foot = values[.foot], fields == [.foot] { return feet[foot] ?? foot }
        if fields == [.from, .to] { return "from \(values[.from] ?? "") to \(values[.to] ?? "")" }
        let order: [Field] = [.stanceSide, .stance, .to, .side, .section, .technique]
        return order.filter(fields.contains).compactMap { values[$0] }.joined(separator: " ")
    }

    /// Returns the expected format of a typed answer.
    static func form(of fields: [Field]) -> String {
        switch fields {
        case [.foot]: "left, right, both or none"
        case [.from, .to]: "two letters, as in B D"
        case [.to]: "a letter: A, B, C or D"
        case [.stance, .stanceSide]: "side and stance"
        case [.technique, .section]: "section and technique"
        case [.side, .section]: "left or right, and high, middle or low"
        case [.side]: "left or right"
        case [.section]: "high, middle or low"
        case _ where fields.contains(.to): MovementLine.form(of: fields)
        default: fields.map(\.rawValue).joined(separator: ", ")
        }
    }

    /// Returns the values of a field that are known everywhere.
    static func common(_ field: Field) -> [String] {
        switch field {
        case .foot: ["left", "right", "both", "none"]
        case .from, .to: ["A", "B", "C", "D"]
        case .stance: [Stance.walking, .sitting, .l, .fixed].map(\.rawValue)
        case .stanceSide, .side: ["left", "right"]
        case .section: ["high", "middle", "low"]
        case .technique: []
        }
    }

    /// The displayed text of each value of the foot.
    private static let feet = [
        "left": "the left foot", "right": "the right foot", "both": "both feet", "none": "none: the feet stay",
    ]
}
