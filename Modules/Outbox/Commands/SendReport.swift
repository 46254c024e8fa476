import Interface
import Kernel

/// The report of a command that sends an outbox.
package struct SendReport: Sendable {
    private let sent: Int
    private let waiting: Int

    package static let fields: [Field<SendReport>] = [
        Field("sent", title: "Sent", "how many were sent now") { .integer($0.sent) },
        Field("waiting", title: "Waiting", "how many still wait") { .integer($0.waiting) },
    ]

    package init(sent: Int, waiting: Int) {
        self.sent = sent
        self.waiting = waiting
    }

    /// Returns the output, which fails with the reason while items wait.
    package func output(because trouble: Failure?, next: [String]) -> Output {
        let sentText = sent > 0 ? "Sent \(sent)." : waiting > 0 ? "Nothing could be sent." : "Nothing is waiting."
        let waitingText = waiting == 1 ? " 1 waits on this device." : " \(waiting) wait on this device."
        var output = Output.changed(
            waiting == 0 ? sentText : sentText + waitingText, self, SendReport.fields, next: next)
        output.failure = waiting > 0 ? trouble : nil
        return output
    }
}
