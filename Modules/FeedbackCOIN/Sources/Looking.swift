import Kernel

extension FeedbackJournal {
    /// What names the newest entry wherever an identifier is asked for.
    public static let latest = "latest"

    /// The entry with this identifier; `latest` is the newest.
    ///
    /// - Throws: `entryNotFound`.
    public func entry(_ id: String) throws -> FeedbackEntry {
        let found =
            id == FeedbackJournal.latest ? try entries(EntryFilter(limit: 1)).first : try repository.entry(Identifier(id))
        guard let found else { throw Failure.noEntry(Identifier(String(id.prefix(60)))) }
        return found
    }

    /// Entries, newest first by the day they were written.
    public func entries(_ filter: EntryFilter = EntryFilter(limit: listLimit)) throws -> [FeedbackEntry] {
        try repository.entries(filter)
    }

    /// How many entries there are, and how many of them were shared.
    public func counts() throws -> (all: Int, shared: Int) { try repository.counts() }

    /// The entries that have all of these words anywhere in their sections, recipient or tags, newest first. Case, accents and width
    /// do not matter; part of a word is enough.
    public func search(_ words: [String]) throws -> [FeedbackEntry] {
        let wanted = words.flatMap { $0.split(whereSeparator: \.isWhitespace) }.map { Wording.folded(String($0)) }
        guard !wanted.isEmpty else { return [] }
        return try repository.entries(EntryFilter()).filter { entry in
            let text = entry.searchedText
            return wanted.allSatisfy { text.contains($0) }
        }
    }

    /// How often something was shared, ever; what the gate counts.
    public func shareCount() throws -> Int { try repository.shareCount() }

    /// The share events of an entry, latest first.
    public func shares(of entry: FeedbackEntry) throws -> [ShareEvent] { try repository.shares(of: entry.id, limit: nil) }

    /// The share events of all entries, latest first.
    public func shares(limit: Int? = listLimit) throws -> [ShareEvent] { try repository.shares(of: nil, limit: limit) }
}

extension FeedbackEntry {
    var searchedText: String {
        let sections = FeedbackSection.allCases.map { text[$0] }
        return Wording.folded((sections + [recipient?.title ?? ""] + tags).joined(separator: "\n"))
    }
}
