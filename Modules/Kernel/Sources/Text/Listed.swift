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

extension StringProtocol {
    /// With a capital first letter, as at the beginning of a sentence.
    public var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

/// The first few of many, and how many others there are: "a, b and 3 others"; all of them, with commas alone, where there are no more.
public func listed<Item>(first most: Int, of items: [Item], _ said: (Item) -> String) -> String {
    let shown = items.prefix(most).map(said)
    let others = items.count - shown.count
    return others > 0 ? listed(shown + [counted(others, "other")]) : shown.joined(separator: ", ")
}
