import Footwork

extension SparringExercise.Part {
    /// In one line: `right foot forward, right walking stance: right obverse middle punch`.
    public var phrase: String {
        if let words, deeds.isEmpty { return words }
        return [place, action].filter { !$0.isEmpty }.joined(separator: ": ")
    }

    /// The feet alone: `right foot forward, right walking stance`; empty when the partner chooses.
    public var place: String {
        [steps.isEmpty ? nil : steps.map(\.phrase).joined(separator: ", then "), ending?.phrase].compactMap { $0 }
            .joined(separator: ", ")
    }

    /// The steps of the feet, in order.
    public var steps: [SparringExercise.Footstep] {
        [first, foot.map { SparringExercise.Footstep(foot: $0, way: way) }].compactMap { $0 }
    }

    /// The hands alone, or a kick: `right obverse middle punch`; empty when the partner chooses.
    public var action: String { deeds.map(\.phrase).joined(separator: ", then ") }
}

extension SparringExercise.Footstep {
    /// `right foot forward`.
    var phrase: String { [foot.rawValue, "foot", way].compactMap { $0 }.joined(separator: " ") }
}

extension SparringExercise.Deed {
    /// `right obverse middle punch`; the tool stands before the technique that does not name it.
    public var phrase: String {
        let tool = technique.tool == "foot" ? nil : technique.toldTool
        return [technique.side?.rawValue, form?.rawValue, technique.section, tool, technique.action].compactMap { $0 }.joined(
            separator: " ")
    }
}
