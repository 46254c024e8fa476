import Kernel
import Terminal

/// What was typed by a slip of the finger: `9` where there are four choices, `q` without its colon, or words that none of them has. It is no answer; it is
/// said, and asked again.
enum Slip {
    /// What is said of a line; nil where it is an answer.
    ///
    /// - Parameters:
    ///   - choices: what there is to choose from; empty where the answer is typed.
    ///   - words: what may be typed besides an answer, as the face says it.
    ///   - isRight: whether the line is right, in whatever words; asked only where it names none of the choices.
    static func sentence(
        on line: String, among choices: [String], _ words: String, isRight: () throws -> Bool
    ) rethrows -> StyledText? {
        if line.hasPrefix(":") || keys.contains(line.lowercased()) {
            let others = [words, ":u takes the last answer back", ":q leaves"].filter { !$0.isEmpty }
            return StyledText("“\(line.prefix(longest))” is not an answer. \(others.joined(separator: ", ")).", .warning)
        }
        guard !choices.isEmpty, !(1...choices.count).contains(Int(line) ?? 0),
            !choices.contains(where: { Folding.compact($0) == Folding.compact(line) }), try !isRight()
        else { return nil }
        return StyledText("Type a number from 1 to \(choices.count).", .warning)
    }

    /// Keys of the other exercises; no word of either language is one of them.
    private static let keys: Set<String> = ["q", "s", "u"]
    /// How much of a line is shown again.
    private static let longest = 20
}
