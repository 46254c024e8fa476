import Kernel
import Search

extension FeedbackJournal {
    /// What names the newest entry wherever an identifier is asked for.
    public static let latest = "latest"

    /// How people name an entry.
    public static let naming = Naming<FeedbackEntry>(
        "entry", listedBy: "list", begunBy: "Write one with `new`.", missing: .entryNotFound, names: { [$0.id.rawValue] },
        title: \.text.preview)

    /// The entry that is meant: `latest` is the newest, else as `naming` says.
    ///
    /// - Throws: `entryNotFound`; `namesSeveral`.
    public func entry(_ typed: String) throws -> FeedbackEntry {
        if typed == FeedbackJournal.latest, let newest = try entries(EntryFilter(limit: 1)).first { return newest }
        return try repository.read { records in
            try FeedbackJournal.shown([entry(typed, in: records)], in: records)[0]
        }
    }

    private func entry(_ typed: String, in records: any FeedbackRecords) throws -> FeedbackEntry {
        if let entry = try records.entry(Identifier(typed)) { return entry }
        // A short number is a row and no end of an id: there is no need to look further.
        let isRow = typed.count < NamingRule.shortest && NamingRule.row(typed) != nil
        let limit = isRow ? NamingRule.row(typed) : nil
        return try FeedbackJournal.naming.one(typed, of: records.entries(EntryFilter(limit: limit)))
    }

    /// The entries that a filter leaves, each with its row in the list of all.
    public func numbered(_ filter: EntryFilter) throws -> (entries: [FeedbackEntry], rows: [Int?]) {
        try repository.read { records in
            let entries = try FeedbackJournal.shown(records.entries(filter), in: records)
            guard filter.isNarrow else { return (entries, entries.indices.map { $0 + 1 }) }
            let all = try records.order().enumerated().map { ($0.element, $0.offset + 1) }
            let rows = Dictionary(all) { first, _ in first }
            return (entries, entries.map { rows[$0.id] })
        }
    }

    /// Where one stands: what the first screen shows.
    public struct FirstLook: Sendable {
        /// How many entries there are, how many of them were shared, and how many are drafts.
        public let counts: (all: Int, shared: Int, drafts: Int)
        /// The newest entries.
        public let newest: [FeedbackEntry]
        /// The newest draft.
        public let draft: FeedbackEntry?
        /// The entries whose next step is open, the earliest day first.
        public let due: [FeedbackEntry]
        /// What was shared last.
        public let lastShare: ShareEvent?
    }

    /// Where one stands, with so many of the newest entries. One question.
    public func standing(newest: Int) throws -> FirstLook {
        try repository.read { records in
            try records.foreseeStanding(newest: newest)
            var drafts = EntryFilter(limit: 1)
            drafts.status = .draft
            return FirstLook(
                counts: try records.counts(),
                newest: try FeedbackJournal.shown(records.entries(EntryFilter(limit: newest)), in: records),
                draft: try FeedbackJournal.shown(records.entries(drafts), in: records).first,
                due: try FeedbackJournal.shown(records.due(through: nil), in: records),
                lastShare: try records.shares(of: nil, limit: 1).first)
        }
    }

    /// Entries, newest first by the day they were written.
    public func entries(_ filter: EntryFilter = EntryFilter(limit: listLimit)) throws -> [FeedbackEntry] {
        try repository.read { try FeedbackJournal.shown($0.entries(filter), in: $0) }
    }

    /// The first line of entries, by their identifiers.
    public func previews(of ids: [Identifier<FeedbackEntry>]) throws -> [Identifier<FeedbackEntry>: String] {
        let found = try repository.read { try $0.entries(Array(Set(ids))) }.compactMap(\.self)
        return Dictionary(found.map { ($0.id, $0.text.preview) }) { first, _ in first }
    }

    /// How many entries there are, how many of them were shared, and how many are drafts.
    public func counts() throws -> (all: Int, shared: Int, drafts: Int) { try repository.read { try $0.counts() } }

    /// The entries that fit what a person looks for in sections, project, next step, tags and whom they are about, newest first; so many at most, all
    /// counted. People are found by every name that they have.
    ///
    /// - Parameter filter: what they must be besides; its limit counts for nothing.
    /// - Throws: `queryTooLong`.
    public func search(
        _ words: [String], limit: Int? = nil, _ filter: EntryFilter = EntryFilter()
    ) throws -> SearchResult<FeedbackEntry> {
        let people = try people(withNames: words)
        let isWhole = filter.rest.isNarrow == false && filter.isShared == nil && filter.status == nil && people.isEmpty
        var found = try repository.search(SearchQuery(words), limit: isWhole ? limit : nil)
        return try repository.read { records in
            if !isWhole {
                var named = EntryFilter()
                named.people = people
                let more = people.isEmpty ? [] : try records.entries(named)
                let ids = Set(found.records.map(\.id))
                let all = (found.records + more.filter { !ids.contains($0.id) }).filter(filter.wants)
                    .sorted { ($0.createdAt, $0.id) > ($1.createdAt, $1.id) }
                found = SearchResult(records: limit.map { Array(all.prefix(max(0, $0))) } ?? all, count: all.count)
            }
            return SearchResult(records: try FeedbackJournal.shown(found.records, in: records), count: found.count)
        }
    }

    /// The keys of those of whom something is noted, where words are the beginning of words of a name.
    private func people(withNames words: [String]) throws -> Set<Identifier<Person>> {
        let wanted = " " + Folding.folded(words.joined(separator: " "))
        guard wanted.count > 1 else { return [] }
        return try repository.read { records in
            guard try !records.people().isEmpty else { return [] }
            let members = try FeedbackJournal.people(in: records).members
            return members.filter { $0.isNoted && $0.names.contains { " \(Folding.folded($0))".contains(wanted) } }
                .reduce(into: []) { $0.formUnion($1.keys) }
        }
    }

    /// How often something was shared, ever; what the gate counts.
    public func shareCount() throws -> Int { try repository.read { try $0.shareCount() } }

    /// The share events of an entry, latest first.
    public func shares(of entry: FeedbackEntry) throws -> [ShareEvent] {
        try repository.read { try $0.shares(of: entry.id, limit: nil) }
    }

    /// The share events of all entries, latest first.
    public func shares(limit: Int? = listLimit) throws -> [ShareEvent] {
        try repository.read { try $0.shares(of: nil, limit: limit) }
    }
}
