extension SparringExercise.Part {
    /// `right foot forward, right walking stance: right obverse middle punch`.
    public var phrase: String {
        if let words, deeds.isEmpty { return words }
        let step = foot.map { [$0.rawValue, "foot", way].compactMap { $0 }.joined(separator: " ") }
        let done = deeds.map(\.phrase).joined(separator: ", then ")
        let place = [step, ending?.phrase].compactMap { $0 }.joined(separator: ", ")
        return place.isEmpty ? done : "\(place): \(done)"
    }
}

extension SparringExercise.Deed {
    /// `right obverse middle punch`; the tool is added where the technique does not name it.
    public var phrase: String {
        let parts = [technique.side?.rawValue, form?.rawValue, technique.section, technique.action].compactMap { $0 }
        let name = parts.joined(separator: " ")
        guard let tool = technique.tool, !technique.action.contains(tool), tool != "foot" else { return name }
        return tool == "fist" && technique.action.hasSuffix("punch") ? name : "\(name), \(tool)"
    }
}
