/// The conjunction before the last item of a list.
public enum ListWord: String, CaseIterable, Sendable {
    case and
    case or
}

/// Returns a list as part of a sentence: `listed(["a", "b", "c"])` is "a, b and c".
///
/// Language packs format the list in their own way where they mark its place: `{1&}`.
public func listed(_ items: [String], _ word: ListWord = .and) -> String {
    guard items.count > 1, let last = items.last else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " \(word.rawValue) " + last
}

extension StringProtocol {
    /// The text with a capital first letter, as at the beginning of a sentence.
    public var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

/// Returns the first few items and the number of others: "a, b and 3 others". If there are no
/// others, it returns all items, separated by commas.
public func listed<Item>(first limit: Int, of items: [Item], _ describe: (Item) -> String) -> String {
    let shown = items.prefix(limit).map(describe)
    let others = items.count - shown.count
    return others > 0 ? listed(shown + [counted(others, "other")]) : shown.joined(separator: ", ")
}
