import FeedbackCOIN
import Kernel
import Terminal

/// Four sections in an editor. What cannot be kept comes back with the reason on top, so that nothing typed is lost; after three times the
/// command fails.
struct EditorRound: Sendable {
    /// What the editor shows first.
    let text: FeedbackText
    /// What is said when it was left unchanged, or empty.
    let unchanged: String
    /// Keeps what was written.
    let save: @Sendable (FeedbackText) throws -> Output

    private static let rounds = 3

    var output: Output { output(showing: text, remark: "", round: 1) }

    private func output(showing shown: FeedbackText, remark: String, round: Int) -> Output {
        Output(
            continuation: .edit(text: EditorText.write(shown, remark: remark), fileName: "feedback.md") { saved in
                guard let written = saved.map(EditorText.read), !written.isBlank else { return Output(notice: unchanged) }
                do {
                    return try save(written)
                } catch let failure as Failure where failure.kind == .badData && round < EditorRound.rounds {
                    return output(showing: written, remark: failure.description, round: round + 1)
                }
            })
    }
}
