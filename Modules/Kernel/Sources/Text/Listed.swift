/// What stands before the last of a list.
public enum ListWord: String, CaseIterable, Sendable {
    /// All of them.
    case and
    /// One of them.
    case or
}

/// A list as a sentence has it: `listed(["a", "b", "c"])` is "a, b and c".
///
/// Other languages say it in their own way where a pack marks its place: `{1&}`.
public func listed(_ items: [String], _ word: ListWord = .and) -> String {
    guard items.count > 1, let last = items.last else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " \(word.rawValue) " + last
}
