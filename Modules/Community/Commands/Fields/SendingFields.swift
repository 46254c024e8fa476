import Community
import Kernel
import Terminal

/// Something that was sent, as a command reports it.
struct Sent: Sendable {
    let id: String
    let sending: Sending

    static let fields: [Field<Sent>] = [
        Field("id", title: "Id", "the identifier of what it is about") { .text($0.id) },
        Field("kind", title: "Kind", "feedback, suggestion, vote or upvote") { .text($0.sending.parcel.deed.rawValue) },
        Field("state", title: "State", "sent, or queued on this device until the community can be reached") {
            .text($0.sending.state.rawValue)
        },
        Field("changed", "whether it changed anything; a second vote does not") { .bool($0.sending.changed) },
    ]

    /// The report: what was done, and where it is now.
    func output(_ notice: String, blocks: [Block] = [], next: [String]) -> Output {
        let isUnconnected = sending.state == .queued && sending.trouble?.code == .notConnected
        var output = Output.changed(
            notice + waiting(isUnconnected), self, Sent.fields, next: isUnconnected ? ["community connect DIR"] : next)
        output.blocks = blocks
        return output
    }

    private func waiting(_ isUnconnected: Bool) -> String {
        guard sending.state == .queued else { return "" }
        if isUnconnected { return " It waits on this device. \(Failure.notConnected)" }
        return sending.trouble.map { " It waits on this device: \($0.message) It will be sent later, automatically." }
            ?? " It waits on this device: the community cannot be reached. It will be sent later, automatically."
    }
}

extension String {
    /// The first line, cut where a table would grow too wide.
    var inShort: String {
        let line = split(separator: "\n", maxSplits: 1).first.map(String.init) ?? ""
        return line.count > 60 || line.count < count ? line.prefix(60) + "…" : line
    }
}

extension ValueKind where Value == String {
    /// Text as it was typed: the service judges it, whoever calls.
    static func words(_ placeholder: String) -> Self { ValueKind(placeholder) { word, _ in word } }

    /// An identifier that completes from those there are.
    static func id(_ candidates: @escaping @Sendable () throws -> [String]) -> Self {
        ValueKind("ID", candidates: { _ in (try? candidates()) ?? [] }) { word, _ in word }
    }
}

extension Double {
    /// A share as people read it: "40 %".
    var percent: String { "\(Int((self * 100).rounded())) %" }
}
