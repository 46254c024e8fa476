import Footwork

extension SparringExercise.Part {
    /// The action in one line, for example `right foot forward, right walking stance: right obverse
    /// middle punch`.
    package var phrase: String {
        if let words, actions.isEmpty { return words }
        return [footwork, action].filter { !$0.isEmpty }.joined(separator: ": ")
    }

    /// The footwork alone, for example `right foot forward, right walking stance`; empty if the
    /// partner chooses.
    package var footwork: String {
        [steps.isEmpty ? nil : steps.map(\.phrase).joined(separator: ", then "), ending?.phrase].compactMap { $0 }
            .joined(separator: ", ")
    }

    /// The steps of the feet, in order.
    package var steps: [SparringExercise.Footstep] {
        [first, foot.map { SparringExercise.Footstep(foot: $0, way: way) }].compactMap { $0 }
    }

    /// The hand techniques or a kick, for example `right obverse middle punch`; empty if the
    /// partner chooses.
    package var action: String { actions.map(\.phrase).joined(separator: ", then ") }
}

extension SparringExercise.Footstep {
    /// The step in words, for example `right foot forward`.
    var phrase: String { [foot.rawValue, "foot", way].compactMap { $0 }.joined(separator: " ") }
}

extension SparringExercise.Action {
    /// The technique in words, for example `right obverse middle punch`.
    ///
    /// The tool precedes a technique whose name does not include it.
    package var phrase: String {
        let tool = technique.tool == "foot" ? nil : technique.displayedTool
        return [technique.side?.rawValue, form?.rawValue, technique.section, tool, technique.action].compactMap { $0 }
            .joined(
                separator: " ")
    }
}
