import Interface
import Kernel

/// An editor that reopens on a text until the text is valid.
///
/// An invalid text reopens with the error on top. If the user then leaves it unchanged, the text is
/// saved as a draft.
struct EditorRounds {
    let console: any Console
    let text: String
    let fileName: String
    /// Uses the edited text, or nil if the user left it unchanged.
    let proceed: (String?) throws -> Output

    /// The maximum number of times that it opens, because an editor may be a script that never
    /// succeeds.
    private static let maximumRounds = 10

    /// Returns the output for the edited text.
    func output() throws -> Output {
        guard console.isInputTerminal else {
            throw Failure(
                .editorNeedsTerminal, "This opens an editor, which needs a terminal.",
                advice: "Give the text on the command line instead; --help names the options for it.", kind: .usage)
        }
        var editedText = try console.companions.edit(text, fileName)
        var round = 1
        while true {
            do {
                return try proceed(editedText == text ? nil : editedText)
            } catch let failure as Failure where editedText != text {
                guard failure.kind == .badData || failure.kind == .usage, round < EditorRounds.maximumRounds else {
                    throw savingDraft(editedText, failure)
                }
                let newText = try editAgain(editedText, failure)
                guard newText != editedText else { throw savingDraft(editedText, failure) }
                editedText = newText
                round += 1
            }
        }
    }

    private func editAgain(_ editedText: String, _ error: Failure) throws -> String {
        let head = EditorRounds.errorHeader(error)
        do {
            var saved = try console.companions.edit(head.joined() + editedText, fileName)
            for line in head where saved.hasPrefix(line) { saved.removeFirst(line.count) }
            return saved
        } catch let editorFailure as Failure {
            throw savingDraft(editedText, editorFailure)
        }
    }

    /// Returns the lines on top that are not part of the text.
    private static func errorHeader(_ error: Failure) -> [String] {
        [
            error.description,
            "Correct it below and save. To give up, close it without changes: what you wrote is kept as a draft.",
        ].map {
            "<!-- \($0.split(whereSeparator: \.isNewline).joined(separator: " ")) -->\n"
        } + ["\n"]
    }

    private func savingDraft(_ editedText: String, _ failure: Failure) -> Failure {
        guard let file = console.companions.saveDraft(editedText, fileName) else { return failure }
        let advice = [failure.advice, "What you wrote is kept in \(file)."].filter { !$0.isEmpty }.joined(
            separator: " ")
        return Failure(failure.code, failure.message, advice: advice, kind: failure.kind, denial: failure.denial)
    }
}
