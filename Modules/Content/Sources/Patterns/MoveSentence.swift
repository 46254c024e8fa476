extension Move {
    /// The movement in a line of English, for example `3 right walking stance toward A: right low
    /// forearm block to A`.
    package var sentence: String {
        let actions = actions.map(\.phrase).joined(separator: ", and ")
        let parts = [
            ending.map { $0.isMaintained ? "\($0.phrase), kept" : $0.phrase }, actions.isEmpty ? nil : actions,
        ]
        .compactMap {
            $0
        }
        return "\(number) " + (parts.isEmpty ? footwork : parts.joined(separator: ": "))
    }

    /// The action without the stance, for example `right low forearm block to A`; empty if there is
    /// none.
    package var action: String { actions.map(\.phrase).joined(separator: ", and ") }

    /// The footwork in words: each step, the kicking and supporting feet, or that the feet stay.
    package var footwork: String {
        guard !steps.isEmpty else { return stationaryFootwork }
        let words = steps.map(\.phrase).joined(separator: ", then ") + (isStamping ? " in a stamping motion" : "")
        return turn.map { "\(words), turning \($0.rawValue)" } ?? words
    }

    private var stationaryFootwork: String {
        if let kick = actions.last(where: \.isKick) {
            guard let side = kick.side else { return "kick with one foot; the other supports" }
            let leg = kick.tool == "knee" ? "knee" : "foot"
            return
                "kick with the \(side.rawValue) \(leg); the \(side.other.rawValue) \(leg == "knee" ? "foot " : "")supports"
        }
        if let liftedFoot { return "lift the \(liftedFoot.rawValue) foot; the \(liftedFoot.other.rawValue) supports" }
        return "the feet stay"
    }

    /// The timing in words, for example `fast, with 16` or `continuous, 6–12`; nil at the usual
    /// speed.
    package var pace: String? {
        guard let timing else { return nil }
        if let first = timingGroup.first, let last = timingGroup.last, timingGroup.count > 2,
            timingGroup == Array(first...max(first, last))
        {
            return "\(timing.rawValue), \(first)–\(last)"
        }
        let otherNumbers = timingGroup.filter { $0 != number }.map(String.init).joined(separator: ", ")
        return otherNumbers.isEmpty ? timing.rawValue : "\(timing.rawValue), with \(otherNumbers)"
    }
}

extension Move.Ending {
    /// The stance in words, for example `right walking stance toward A`.
    package var phrase: String {
        let name = [side?.rawValue, stance.rawValue, variant].compactMap { $0 }.joined(separator: " ")
        return toward.map { "\(name) toward \($0.letters)" } ?? name
    }
}

extension Move.Action {
    /// The action in words.
    ///
    /// Examples: `right middle punch to D`, `middle knife-hand guarding block`, `extend the left
    /// fist to D`.
    package var phrase: String { name + (toward.map { " to \($0.letters)" } ?? "") }

    /// The name in the order of the books: side, height, tool, action.
    private var name: String {
        let toolPhrase = [side?.rawValue, tool].compactMap { $0 }.joined(separator: " ")
        switch action {
        case "extend": return "extend the \(toolPhrase)"
        case "release": return "twist the \(toolPhrase) free"
        case "grab":
            let tool = tool ?? "hands"
            return "reach up with both \(tool) to grab the head"
        default:
            // The tool "high elbow" already names the height.
            let height = section.flatMap { tool?.hasPrefix("\($0) ") == true ? nil : $0 }
            return [side?.rawValue, height, displayedTool, action].compactMap { $0 }.joined(separator: " ")
        }
    }

    /// The tool, unless the action already names it.
    var displayedTool: String? {
        guard let tool, !action.contains(tool), !(isKick && tool == "foot"),
            !(action.hasSuffix("punch") && tool == "fist")
        else { return nil }
        return tool.replacing(" ", with: "-")
    }
}
