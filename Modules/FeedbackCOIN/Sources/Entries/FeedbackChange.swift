/// What is to be changed in an entry; nil leaves it.
public struct FeedbackChange: Hashable, Sendable {
    /// What becomes of the recipient.
    public enum RecipientChange: Hashable, Sendable {
        /// Somebody else.
        case set(Recipient)
        /// Nobody any more.
        case remove
    }

    /// The new text of sections; those that are not named stay.
    public var sections: [FeedbackSection: String]
    /// Whom it is for.
    public var recipient: RecipientChange?
    /// All the tags that it has from now on.
    public var tags: [String]?

    /// What is named changes; without values, nothing.
    public init(sections: [FeedbackSection: String] = [:], recipient: RecipientChange? = nil, tags: [String]? = nil) {
        (self.sections, self.recipient, self.tags) = (sections, recipient, tags)
    }

    /// The sections in which a text differs from another: what an editor changed, and nothing that somebody else changed meanwhile.
    public init(from before: FeedbackText, to after: FeedbackText) {
        let changed = FeedbackSection.allCases.filter { before[$0] != after[$0] }
        self.init(sections: Dictionary(uniqueKeysWithValues: changed.map { ($0, after[$0]) }))
    }

    /// Whether nothing is to be changed.
    public var isEmpty: Bool { self == FeedbackChange() }

    /// - Throws: what the rules of wording throw.
    func applied(to entry: FeedbackEntry) throws -> FeedbackEntry {
        var changed = entry
        // Only what is new is judged: an older entry may hold what nobody may write any more.
        for (section, text) in sections { changed.text[section] = try Wording.checked(text, in: section) }
        try Wording.requireContext(changed.text)
        switch recipient {
        case .set(let recipient): changed.recipient = recipient
        case .remove: changed.recipient = nil
        case nil: break
        }
        if let tags { changed.tags = try Wording.checked(tags: tags) }
        return changed
    }
}
