import Kernel

/// What is to be changed in an entry; nil leaves it.
public struct FeedbackChange: Hashable, Sendable {

    /// The new text of sections; those that are not named stay.
    public var sections: [FeedbackSection: String]
    /// The other person.
    public var recipient: FieldChange<Recipient>?
    /// Who that is, with a `recipient`; nil for whoever the recipient names.
    public var person: Identifier<Person>?
    /// All the tags that it has from now on.
    public var tags: [String]?
    /// Praise or growth.
    public var kind: FieldChange<FeedbackKind>?
    /// Given or received.
    public var direction: FeedbackDirection?
    /// The day of what happened.
    public var happenedOn: FieldChange<Day>?
    /// What it was about.
    public var project: FieldChange<String>?
    /// The next step. One that is open takes back that everything was done.
    public var followUp: FieldChange<FollowUp>?

    /// What is named changes; without values, nothing.
    public init(
        sections: [FeedbackSection: String] = [:], recipient: FieldChange<Recipient>? = nil, tags: [String]? = nil
    ) {
        (self.sections, self.recipient, self.tags) = (sections, recipient, tags)
    }

    init(followUp: FieldChange<FollowUp>) {
        self.init()
        self.followUp = followUp
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
        if let recipient {
            changed.recipient = recipient.value
            changed.person = recipient.value.map { person ?? Person.id(of: $0) }
        }
        if let tags { changed.tags = try Wording.checked(tags: tags) }
        if let kind { changed.kind = kind.value }
        if let direction { changed.direction = direction }
        if let happenedOn { changed.happenedOn = happenedOn.value }
        if let project { changed.project = try project.value.flatMap(Wording.checked(project:)) }
        if let followUp {
            changed.followUp = try followUp.value.map(Wording.checked(followUp:))
            if changed.followUp != nil, changed.followUp?.doneOn == nil { changed.doneOn = nil }
        }
        return changed
    }
}
