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
        var written = try console.companions.edit(text, fileName)
        var round = 1
        while true {
            do {
                return try proceed(written == text ? nil : written)
            } catch let failure as Failure where written != text {
                guard failure.kind == .badData || failure.kind == .usage, round < EditorRounds.maximumRounds else {
                    throw savingDraft(written, failure)
                }
                let again = try editAgain(written, failure)
                guard again != written else { throw savingDraft(written, failure) }
                written = again
                round += 1
            }
        }
    }

    private func editAgain(_ written: String, _ error: Failure) throws -> String {
        let head = EditorRounds.head(error)
        do {
            var saved = try console.companions.edit(head.joined() + written, fileName)
            for line in head where saved.hasPrefix(line) { saved.removeFirst(line.count) }
            return saved
        } catch let trouble as Failure {
            throw savingDraft(written, trouble)
        }
    }

    /// Returns the lines on top that are not part of the text.
    private static func head(_ error: Failure) -> [String] {
        [
            error.description,
            "Correct it below and save. To give up, close it without changes: what you wrote is kept as a draft.",
        ].map {
            "<!-- \($0.split(whereSeparator: \.isNewline).joined(separator: " ")) -->\n"
        } + ["\n"]
    }

    private func savingDraft(_ written: String, _ failure: Failure) -> Failure {
        guard let file = console.companions.saveDraft(written, fileName) else { return failure }
        let advice = [failure.advice, "What you wrote is kept in \(file)."].filter { !$0.isEmpty }.joined(
            separator: " ")
        return Failure(failure.code, failure.message, advice: advice, kind: failure.kind, denial: failure.denial)
    }
}
