import Interface
import Kernel

/// A mistyped line that is not an answer, such as `9` among four choices, `q` without its colon, or
/// words that match no choice.
///
/// The app explains the mistake and asks again.
package enum AnswerTypo {
    /// Returns the explanation of a mistyped line, or nil if the line is an answer.
    ///
    /// - Parameters:
    ///   - choices: the choices of the question, empty if the answer is typed.
    ///   - words: the inputs that the view accepts besides an answer.
    ///   - isRight: whether the line is right in other words. It is called only if the line matches
    ///     no choice.
    package static func explanation(
        on line: String, among choices: [String], _ words: String, isRight: () throws -> Bool
    ) rethrows -> StyledText? {
        if line.hasPrefix(":") || keys.contains(line.lowercased()) {
            let inputs = [words, ":u takes the last answer back", ":q leaves"].filter { !$0.isEmpty }
            return StyledText(
                "“\(line.prefix(quotedLength))” is not an answer. \(inputs.joined(separator: ", ")).", .warning)
        }
        guard !choices.isEmpty, !(1...choices.count).contains(Int(line) ?? 0),
            !choices.contains(where: { Folding.compact($0) == Folding.compact(line) }), try !isRight()
        else { return nil }
        return StyledText("Type a number from 1 to \(choices.count).", .warning)
    }

    /// Keys of the other exercises, none of which is a word in either language.
    private static let keys: Set<String> = ["q", "s", "u"]
    /// The maximum length of the quoted line.
    private static let quotedLength = 20
}
