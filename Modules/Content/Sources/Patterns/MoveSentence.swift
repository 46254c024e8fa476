extension Move {
    /// The movement in a line of English: `3 right walking stance toward A: right low forearm block to A`.
    public var sentence: String {
        let done = deeds.map(\.phrase).joined(separator: ", and ")
        let parts = [ending.map { $0.isMaintained ? "\($0.phrase), kept" : $0.phrase }, done.isEmpty ? nil : done].compactMap {
            $0
        }
        return "\(number) " + (parts.isEmpty ? footwork : parts.joined(separator: ": "))
    }

    /// What is done, without the stance: `right low forearm block to A`; empty where nothing is.
    public var action: String { deeds.map(\.phrase).joined(separator: ", and ") }

    /// What the feet do, in words: each step, which foot kicks and which supports, or that they stay.
    public var footwork: String {
        guard !steps.isEmpty else { return standing }
        let words = steps.map(\.phrase).joined(separator: ", then ") + (isStamping ? " in a stamping motion" : "")
        return turn.map { "\(words), turning \($0.rawValue)" } ?? words
    }

    private var standing: String {
        if let kick = deeds.last(where: \.isKick) {
            guard let side = kick.side else { return "kick with one foot; the other supports" }
            let leg = kick.tool == "knee" ? "knee" : "foot"
            return "kick with the \(side.rawValue) \(leg); the \(side.other.rawValue) \(leg == "knee" ? "foot " : "")supports"
        }
        if let lifted = liftedFoot { return "lift the \(lifted.rawValue) foot; the \(lifted.other.rawValue) supports" }
        return "the feet stay"
    }

    /// How it is timed, in words: `fast, with 16`, `continuous, 6–12`; nil at the usual speed.
    public var pace: String? {
        guard let timing else { return nil }
        if let first = together.first, let last = together.last, together.count > 2, together == Array(first...max(first, last)) {
            return "\(timing.rawValue), \(first)–\(last)"
        }
        let others = together.filter { $0 != number }.map(String.init).joined(separator: ", ")
        return others.isEmpty ? timing.rawValue : "\(timing.rawValue), with \(others)"
    }
}

extension Move.Ending {
    /// `right walking stance toward A`.
    public var phrase: String {
        let name = [side?.rawValue, stance.rawValue, variant].compactMap { $0 }.joined(separator: " ")
        return toward.map { "\(name) toward \($0.letters)" } ?? name
    }
}

extension Move.Deed {
    /// `right middle punch to D`, `middle knife-hand guarding block`, `extend the left fist to D`.
    public var phrase: String { name + (toward.map { " to \($0.letters)" } ?? "") }

    /// As books put it: side, height, what with, what.
    private var name: String {
        let part = [side?.rawValue, tool].compactMap { $0 }.joined(separator: " ")
        switch action {
        case "extend": return "extend the \(part)"
        case "release": return "twist the \(part) free"
        case "grab":
            let tool = tool ?? "hands"
            return "reach up with both \(tool) to grab the head"
        default:
            // A high elbow is high by its name.
            let height = section.flatMap { tool?.hasPrefix("\($0) ") == true ? nil : $0 }
            return [side?.rawValue, height, toldTool, action].compactMap { $0 }.joined(separator: " ")
        }
    }

    /// What it is done with, where the action does not say it already.
    var toldTool: String? {
        guard let tool, !action.contains(tool), !(isKick && tool == "foot"), !(action.hasSuffix("punch") && tool == "fist") else {
            return nil
        }
        return tool.replacing(" ", with: "-")
    }
}
