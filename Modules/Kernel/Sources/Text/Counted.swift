/// Returns a number with its unit: `counted(3, "day")` is "3 days", `counted(1, "match")` is "1
/// match".
///
/// - Parameter irregularPlural: the plural, if irregular, as in `counted(2, "entry", "entries")`.
public func counted(_ number: Int, _ singular: String, _ irregularPlural: String? = nil) -> String {
    "\(number) \(number == 1 ? singular : irregularPlural ?? plural(singular))"
}

/// Returns the plural of a word. Words that end in a sibilant get `es`.
private func plural(_ word: String) -> String {
    word + (["s", "x", "ch", "sh"].contains(where: word.hasSuffix) ? "es" : "s")
}
