extension Move {
    /// The missing or impossible details of hands and feet, each as a field, a sentence and advice.
    var omissions: [(field: String, sentence: String, advice: String)] {
        var result: [(field: String, sentence: String, advice: String)] = []
        if !isAccountedFor {
            result.append(
                ("techniques", "It has no technique, and does not say why.", "Add a technique, or “noAction”."))
        }
        if noAction != nil, !actions.isEmpty {
            result.append(
                ("noAction", "It has a technique and also a reason for having none.", "Remove one of the two."))
        }
        if isStamping, steps.isEmpty {
            result.append(("stamping", "It stamps, but no foot comes down.", "Add the step, or remove “stamping”."))
        }
        if let sourceNumber = handPositionSource, sourceNumber >= number {
            result.append(
                (
                    "otherHand", "It keeps the hands as in \(sourceNumber), but that movement does not come before it.",
                    "Correct the number."
                ))
        }
        return result
    }

    /// The movement whose hand position continues, from words such as `as in 13`.
    var handPositionSource: Int? {
        guard let words = otherHand?.split(separator: " "), let index = words.firstIndex(of: "in"), index > 0,
            words[index - 1] == "as", index + 1 < words.count
        else { return nil }
        return Int(words[index + 1])
    }
}
