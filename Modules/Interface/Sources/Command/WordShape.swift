/// The shape of one word of a command line, before the options are known.
package enum WordShape: Equatable {
    /// `--name` or `--name=value`, `-n` or `-n=value`.
    ///
    /// `spelled` includes the dashes.
    case option(spelled: String, value: String?)
    /// Any other word, including `-`, `-5`, `-.5`, and text that begins with a dash and a space.
    case plain

    package init(_ word: String) {
        guard word.hasPrefix("-"), let second = word.dropFirst().first, !second.isWhitespace, !second.isNumber,
            second != "."
        else {
            self = .plain
            return
        }
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        self = .option(spelled: String(parts[0]), value: parts.count == 2 ? String(parts[1]) : nil)
    }
}
