import Kernel

/// Feedback and suggestions.
extension Participation {
    /// What would be sent along with feedback now.
    ///
    /// - Parameter sharing: whether usage data goes along; nil as remembered.
    public func attachment(sharing: Bool? = nil) throws -> Attachment {
        Attachment(device: device, usage: try (sharing ?? sharesUsage()) ? usage() : nil)
    }

    /// Sends feedback. Whether usage data goes along is remembered for the next.
    ///
    /// - Parameter attachment: what was shown to the person before: that goes along, and nothing that came to be known since; nil for what
    ///   would be shown now.
    /// - Throws: `emptyText`, `textTooLong`, `controlCharacters`, `authorBlocked`, `outboxFull`.
    public func tell(_ category: Feedback.Category, _ text: String, with attachment: Attachment? = nil) throws -> Sending {
        let attachment = try attachment ?? self.attachment()
        let text = try Wording.text.kept(text, "The text")
        let shares = attachment.usage != nil
        if try notebook.notes().sharesUsage != shares { try notebook.change { $0.sharesUsage = shares } }
        return try send { author in
            .feedback(
                Feedback(
                    id: ids.next(), author: author, category: category, text: text, timestamp: time.now(),
                    device: attachment.device, usage: attachment.usage))
        }
    }

    /// What is like a suggestion already, among what can still be voted for; nothing where the board is away.
    ///
    /// - Throws: as `tell`.
    public func lookAlikes(of title: String, _ description: String) throws -> [RankedSuggestion] {
        let (title, description) = (try Wording.title(title), try Wording.text.kept(description, "The text"))
        let open = ((try? sight(.glance).suggestions) ?? []).filter { $0.suggestion.status.isOpen && $0.suggestion.isOf(app) }
        let similar = Likeness.similar(to: title, description, among: open.map(\.suggestion)).map(\.id)
        return similar.compactMap { id in open.first { $0.suggestion.id == id } }
    }

    /// Suggests something.
    ///
    /// - Throws: as `tell`.
    public func suggest(_ title: String, _ description: String) throws -> Sending {
        let (title, description) = (try Wording.title(title), try Wording.text.kept(description, "The text"))
        return try send { author in
            .suggestion(
                Suggestion(
                    id: ids.next(), title: title, description: description, author: author, submittedAt: time.now(), app: app))
        }
    }

    /// Takes back a suggestion of one's own, with the votes for it.
    ///
    /// - Throws: `suggestionNotFound`, `suggestionClosed` when it is on the roadmap, `notAllowed` when it is another's.
    public func withdraw(_ suggestion: Identifier<Suggestion>) throws -> Sending {
        try send { _ in .withdrawal(suggestion: suggestion) }
    }

    /// Suggestions by status, then by votes; of hidden ones only those that are the person's own.
    ///
    /// - Parameter mine: only the person's own.
    /// - Throws: `communityUnreachable`.
    public func suggestions(mine: Bool = false) throws -> [RankedSuggestion] {
        try suggestions(mine: mine, in: sight())
    }

    /// The same, of what was seen.
    public func suggestions(mine: Bool, in sight: Sight) throws -> [RankedSuggestion] {
        let author = try author()
        return sight.suggestions.filter { mine ? $0.suggestion.author == author : $0.suggestion.isOf(app) }
    }
}

/// What goes along with feedback.
public struct Attachment: Hashable, Sendable {
    /// App, system and machine.
    public let device: DeviceInfo
    /// How the app is used; nil for those who do not share it.
    public let usage: UsageData?

    /// Everything in it, a line each.
    public var lines: [String] {
        let always = ["\(device.app) \(device.appVersion)", device.system, device.machine]
        guard let usage else { return always + ["no usage data"] }
        return always
            + [usage.belt, usage.mode, usage.feature, usage.sessions.map { counted($0, "session") }].compactMap { $0 }
    }
}
