import Kernel

/// Feedback and suggestions.
extension CommunityClient {
    /// Returns the data that would accompany feedback now.
    ///
    /// - Parameter sharing: whether to include usage data, or nil for the saved choice.
    package func attachment(sharing: Bool? = nil) throws -> Attachment {
        Attachment(device: device, usage: try (sharing ?? sharesUsage()) ? usage() : nil)
    }

    /// Sends feedback and saves the choice about usage data for the next one.
    ///
    /// - Parameter attachment: the data shown to the person before, which is sent without later
    ///   additions. Nil uses the current data.
    /// - Throws: `emptyText`, `textTooLong`, `controlCharacters`, `authorBlocked`, `outboxFull`.
    package func sendFeedback(_ category: Feedback.Category, _ text: String, with attachment: Attachment? = nil) throws
        -> Sending
    {
        let attachment = try attachment ?? self.attachment()
        let text = try TextRules.text.validated(text, "The text")
        let shares = attachment.usage != nil
        if try notebook.notes().sharesUsage != shares { try notebook.change { $0.sharesUsage = shares } }
        return try send { author in
            .feedback(
                Feedback(
                    id: ids.next(), author: author, category: category, text: text, timestamp: time.now(),
                    device: attachment.device, usage: attachment.usage))
        }
    }

    /// Returns similar suggestions that are open for votes, or none if the board is away.
    ///
    /// - Throws: the errors of `sendFeedback`.
    package func similarSuggestions(of title: String, _ description: String) throws -> [RankedSuggestion] {
        let title = try TextRules.title(title)
        let description = try TextRules.text.validated(description, "The text")
        let openSuggestions = ((try? snapshot(.brief).suggestions) ?? []).filter {
            $0.suggestion.status.isOpen && $0.suggestion.isOf(app)
        }
        let similar = TextSimilarity.similar(to: title, description, among: openSuggestions.map(\.suggestion)).map(\.id)
        return similar.compactMap { id in openSuggestions.first { $0.suggestion.id == id } }
    }

    /// Sends a suggestion.
    ///
    /// - Throws: the errors of `sendFeedback`.
    package func suggest(_ title: String, _ description: String) throws -> Sending {
        let title = try TextRules.title(title)
        let description = try TextRules.text.validated(description, "The text")
        return try send { author in
            .suggestion(
                Suggestion(
                    id: ids.next(), title: title, description: description, author: author, submittedAt: time.now(),
                    app: app))
        }
    }

    /// Withdraws the person's own suggestion with the votes for it.
    ///
    /// - Throws: `suggestionNotFound`, `suggestionClosed` if it is on the roadmap, `notAllowed` if
    ///   it belongs to another person.
    package func withdraw(_ suggestion: Identifier<Suggestion>) throws -> Sending {
        try send { _ in .withdrawal(suggestion: suggestion) }
    }

    /// Returns suggestions by status, then by votes. Hidden ones are included only for their
    /// author.
    ///
    /// - Parameter mine: whether to return only the person's own.
    /// - Throws: `communityUnreachable`.
    package func suggestions(mine: Bool = false) throws -> [RankedSuggestion] {
        try suggestions(mine: mine, in: snapshot())
    }

    /// Returns the person's own suggestions in a snapshot, or all suggestions of the app.
    package func suggestions(mine: Bool, in snapshot: BoardSnapshot) throws -> [RankedSuggestion] {
        let author = try author()
        return snapshot.suggestions.filter { mine ? $0.suggestion.author == author : $0.suggestion.isOf(app) }
    }
}

/// The data that accompanies feedback.
package struct Attachment: Hashable, Sendable {
    /// The app, system and machine.
    package let device: DeviceInfo
    /// The usage data, or nil without consent.
    package let usage: UsageData?

    /// The data as text, one fact a line.
    package var lines: [String] {
        let deviceLines = ["\(device.app) \(device.appVersion)", device.system, device.machine]
        guard let usage else { return deviceLines + ["no usage data"] }
        return deviceLines
            + [usage.belt, usage.mode, usage.feature, usage.sessions.map { counted($0, "session") }].compactMap { $0 }
    }
}
