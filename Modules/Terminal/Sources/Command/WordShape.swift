/// How one word of a command line looks, before anything is known about options.
enum WordShape: Equatable {
    /// `--name` or `--name=value`, `-n` or `-n=value`; `spelled` with its dashes.
    case option(spelled: String, value: String?)
    /// Anything else: also `-`, `-5`, `-.5`, and text that begins with a dash and a space.
    case plain

    init(_ word: String) {
        guard word.hasPrefix("-"), let second = word.dropFirst().first, !second.isWhitespace, !second.isNumber, second != "."
        else {
            self = .plain
            return
        }
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        self = .option(spelled: String(parts[0]), value: parts.count == 2 ? String(parts[1]) : nil)
    }
}
