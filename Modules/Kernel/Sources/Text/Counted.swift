/// A number and what it counts: `counted(3, "day")` is "3 days", `counted(1, "match")` "1 match".
///
/// - Parameter many: the word for several where English is irregular, as in `counted(2, "entry", "entries")`.
public func counted(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number) \(number == 1 ? one : many ?? plural(one))"
}

/// The word for several: what hisses gets `es`.
private func plural(_ word: String) -> String {
    word + (["s", "x", "ch", "sh"].contains(where: word.hasSuffix) ? "es" : "s")
}
