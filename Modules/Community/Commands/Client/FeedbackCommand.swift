import Community
import Interface
import Kernel

/// The command `community feedback`.
struct FeedbackCommand: Sendable {
    let client: CommunityClient
    let product: String

    /// The values of `--share-usage`.
    private enum Switch: String, CaseIterable, Sendable { case on, off }

    /// The line of the form above which the person writes.
    private static let formSeparator =
        "--- Describe your feedback… above this line. What is below is sent too, and cannot be changed here."

    var feedback: Command {
        Command(
            "community feedback", "Send feedback to the developers",
            discussion: """
                \(CommunityHelp.invitation(to: product)). Your feedback shapes our roadmap - vote on features!

                App version, system and machine are always sent too. Belt, mode, most used feature and number of sessions are also sent, and that you \
                used the app this month, unless you say --share-usage off; that choice is kept. You see everything before it is sent, and are asked; \
                --yes answers. Without a text, your editor opens with a form.

                You are known by an anonymous name that this device made. community mine shows the answers.
                """,
            examples: [
                .init(
                    "community feedback 'It is hard to read' --category Bug --yes", "report a bug, without being asked"),
                .init("community feedback 'More help, please' --share-usage off --yes", "without usage data"),
            ],
            .optionalArgument("text", .words("TEXT"), "what you would like to share, up to 4,000 characters"),
            Parameter<Feedback.Category>.option(
                "category", .choice("KIND"), default: .general, shown: "General", "what it is about"),
            Parameter<Switch?>.option(
                "share-usage", .choice("WHEN"), "share usage data to help prioritize features; remembered"),
            .option("file", .inputFile, "take the text from a file, - for standard input"),
            returns: .one(SubmissionReport.fields),
            changes: true
        ) { words, kind, sharing, file in
            let attachment = try client.attachment(sharing: sharing.map { $0 == .on })
            if let text = try file.map({ String(decoding: try $0.bytes(limit: 1 << 20), as: UTF8.self) }) ?? words {
                return try confirmation(kind, text, attachment)
            }
            let form =
                "\n\n\(FeedbackCommand.formSeparator)\nCategory: \(kind.title)\n"
                + (attachment.lines + [FeedbackCommand.sharingLine(attachment)]).joined(separator: "\n") + "\n"
            return Output(
                blocks: [.heading("What would you like to share?")],
                continuation: .edit(text: form, fileName: "feedback.txt") { saved in
                    try send(kind, saved?.components(before: FeedbackCommand.formSeparator) ?? "", attachment)
                })
        }
    }

    /// Checks the text, then shows the submission and asks for confirmation.
    private func confirmation(_ category: Feedback.Category, _ text: String, _ attachment: Attachment) throws -> Output
    {
        let text = try TextRules.text.validated(text, "The text")
        var shown: [(name: String, value: StyledText)] = [
            ("Category", StyledText(declared: category.title)), ("Text", StyledText(text)),
        ]
        shown.append(("Sent with it", StyledText(attachment.lines.joined(separator: " · "))))
        return Output(
            blocks: [
                .heading("Send Feedback"),
                .paragraph(StyledText(declared: CommunityHelp.invitation(to: product), .muted)),
                .facts(shown),
                .paragraph(StyledText(declared: FeedbackCommand.sharingLine(attachment))),
            ],
            continuation: .confirm(question: "Send this?") { try send(category, text, attachment) })
    }

    /// Returns a line with the switch, its state and the option that changes it.
    private static func sharingLine(_ attachment: Attachment) -> String {
        let (current, other): (Switch, Switch) = attachment.usage == nil ? (.off, .on) : (.on, .off)
        return "Share usage data to help prioritize features: \(current) (--share-usage \(other) turns it \(other))"
    }

    /// Sends feedback and returns the report.
    private func send(_ category: Feedback.Category, _ text: String, _ attachment: Attachment) throws -> Output {
        let sending = try client.sendFeedback(category, text, with: attachment)
        guard case .feedback(let feedback) = sending.submission else { return Output() }
        let notice =
            sending.state == .sent
            ? "Feedback Sent (\(feedback.id)). Thank you! Your feedback helps shape \(product)'s future."
            : "Feedback saved (\(feedback.id)). It has not been sent yet."
        return SubmissionReport(id: feedback.id.rawValue, sending: sending).output(
            notice,
            blocks: [
                .paragraph(
                    StyledText(
                        sending.state == .sent
                            ? "Sent with it: \(attachment.lines.joined(separator: " · "))"
                            : "To be sent with it: \(attachment.lines.joined(separator: " · "))", .muted))
            ],
            next: ["community mine", "community roadmap"])
    }
}

extension String {
    /// Returns the text before the first occurrence of a line, or the whole text.
    fileprivate func components(before line: String) -> String {
        guard let range = firstRange(of: line) else { return self }
        return String(self[..<range.lowerBound])
    }
}
