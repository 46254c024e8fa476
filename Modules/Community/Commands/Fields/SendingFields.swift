import Community
import Interface
import Kernel

/// A submission as a command reports it.
struct SubmissionReport: Sendable {
    let id: String
    let sending: Sending

    static let fields: [Field<SubmissionReport>] = [
        Field("id", title: "Id", "the identifier of what it is about") { .text($0.id) },
        Field("kind", title: "Kind", "feedback, suggestion, vote or upvote") {
            .text($0.sending.submission.action.rawValue)
        },
        Field("state", title: "State", "sent, or queued on this device until the community can be reached") {
            .text($0.sending.state.rawValue)
        },
        Field("changed", "whether it changed anything; a second vote does not") { .bool($0.sending.changed) },
    ]

    /// Returns the report of an action and the state of its delivery.
    func output(_ notice: String, blocks: [Block] = [], next: [String]) -> Output {
        let isUnconnected = sending.state == .queued && sending.trouble?.code == .notConnected
        var output = Output.changed(
            notice + waitingText(isUnconnected), self, SubmissionReport.fields,
            next: isUnconnected ? ["community connect DIR"] : next)
        output.blocks = blocks
        return output
    }

    /// Returns the reason why the submission waits, or empty text for a sent one.
    private func waitingText(_ isUnconnected: Bool) -> String {
        guard sending.state == .queued else { return "" }
        if isUnconnected { return " It waits on this device. \(Failure.notConnected)" }
        return sending.trouble.map { " It waits on this device: \($0.message) It will be sent later, automatically." }
            ?? " It waits on this device: the community cannot be reached. It will be sent later, automatically."
    }
}

extension String {
    /// The first line, truncated to fit a table column.
    var firstLine: String {
        let line = split(separator: "\n", maxSplits: 1).first.map(String.init) ?? ""
        return line.count > 60 || line.count < count ? line.prefix(60) + "…" : line
    }
}

extension ValueKind where Value == String {
    /// Creates a kind for unchecked text, because the service checks it for every caller.
    static func words(_ placeholder: String) -> Self { ValueKind(placeholder) { word, _ in word } }

    /// Creates a kind for an identifier that completes from the existing ones.
    static func id(_ candidates: @escaping @Sendable () throws -> [String]) -> Self {
        ValueKind("ID", candidates: { _ in (try? candidates()) ?? [] }) { word, _ in word }
    }
}

extension Double {
    /// A share as a percentage, for example "40 %".
    var percent: String { "\(Int((self * 100).rounded())) %" }
}
