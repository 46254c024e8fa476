extension Move {
    /// The movement in a line of English: `3 Right walking stance toward A: low block, forearm`.
    public var sentence: String {
        let done = deeds.map(\.phrase).joined(separator: ", and ")
        let parts = [ending.map { $0.isMaintained ? "\($0.phrase), kept" : $0.phrase }, done.isEmpty ? nil : done].compactMap {
            $0
        }
        return "\(number) " + (parts.isEmpty ? footwork : parts.joined(separator: ": "))
    }

    /// What the feet do, in words; `the feet stay` when they do.
    public var footwork: String {
        guard !steps.isEmpty else { return "the feet stay" }
        let words = steps.map(\.phrase).joined(separator: ", then ")
        return turn.map { "\(words), turning \($0.rawValue)" } ?? words
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
    /// `right middle punch to D, fist`.
    public var phrase: String {
        let name = [side?.rawValue, section, action].compactMap { $0 }.joined(separator: " ")
        let known =
            tool.map { action.contains($0) || (isKick && $0 == "foot") || (action.hasSuffix("punch") && $0 == "fist") } ?? true
        return (known ? name : "\(name), \(tool ?? "")") + (toward.map { " to \($0.letters)" } ?? "")
    }
}
