import Kernel

/// A change of an entry.
///
/// Nil leaves a part unchanged.
package struct FeedbackChange: Hashable, Sendable {
    /// The new text of the changed sections.
    package var sections: [FeedbackSection: String]
    package var recipient: FieldChange<Recipient>?
    /// The ID of the person in `recipient`, or nil to derive it from `recipient`.
    package var person: Identifier<Person>?
    package var tags: [String]?
    package var kind: FieldChange<FeedbackKind>?
    package var direction: FeedbackDirection?
    package var happenedOn: FieldChange<Day>?
    package var project: FieldChange<String>?
    /// The next step.
    ///
    /// An open one also reopens an entry that was done.
    package var followUp: FieldChange<FollowUp>?

    package init(
        sections: [FeedbackSection: String] = [:], recipient: FieldChange<Recipient>? = nil, tags: [String]? = nil
    ) {
        self.sections = sections
        self.recipient = recipient
        self.tags = tags
    }

    init(followUp: FieldChange<FollowUp>) {
        self.init()
        self.followUp = followUp
    }

    /// Creates a change of the sections in which two texts differ.
    ///
    /// It contains only the editor's changes and leaves concurrent changes elsewhere intact.
    package init(from before: FeedbackText, to after: FeedbackText) {
        let changed = FeedbackSection.allCases.filter { before[$0] != after[$0] }
        self.init(sections: Dictionary(uniqueKeysWithValues: changed.map { ($0, after[$0]) }))
    }

    package var isEmpty: Bool { self == FeedbackChange() }

    /// Returns an entry with the change applied.
    ///
    /// - Throws: the errors of the text rules.
    func applied(to entry: FeedbackEntry) throws -> FeedbackEntry {
        var changed = entry
        // Only changed text is checked. An older entry may contain text that is no longer allowed.
        for (section, text) in sections { changed.text[section] = try EntryTextRules.checked(text, in: section) }
        try EntryTextRules.requireContext(changed.text)
        if let recipient {
            changed.recipient = recipient.value
            changed.person = recipient.value.map { person ?? Person.id(of: $0) }
        }
        if let tags { changed.tags = try EntryTextRules.checked(tags: tags) }
        if let kind { changed.kind = kind.value }
        if let direction { changed.direction = direction }
        if let happenedOn { changed.happenedOn = happenedOn.value }
        if let project { changed.project = try project.value.flatMap(EntryTextRules.checked(project:)) }
        if let followUp {
            changed.followUp = try followUp.value.map(EntryTextRules.checked(followUp:))
            if changed.followUp != nil, changed.followUp?.doneOn == nil { changed.doneOn = nil }
        }
        return changed
    }
}
