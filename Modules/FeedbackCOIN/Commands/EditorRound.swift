import FeedbackCOIN
import Kernel
import Terminal

/// Four sections in an editor.
struct EditorRound: Sendable {
    /// What the editor shows first.
    let text: FeedbackText
    /// What its file is called.
    var fileName = "feedback.md"
    /// What is said when it was left unchanged, or empty.
    let unchanged: String
    /// Keeps what was written.
    let save: @Sendable (FeedbackText) throws -> Output

    var output: Output {
        Output(
            continuation: .edit(text: EditorText.write(text), fileName: fileName) { saved in
                guard let written = saved.map(EditorText.read), !written.isBlank else { return Output(notice: unchanged) }
                return try save(written)
            })
    }
}
