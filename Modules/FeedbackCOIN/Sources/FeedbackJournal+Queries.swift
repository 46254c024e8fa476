import Kernel
import Search

extension FeedbackJournal {
    /// The name of the newest entry wherever an identifier is expected.
    package static let latest = "latest"

    /// The rules by which a text means an entry.
    package static let naming = RecordNaming<FeedbackEntry>(
        "entry", listedBy: "list", emptyListAdvice: "Write one with `new`.", missing: .entryNotFound,
        names: { [$0.id.rawValue] },
        title: \.text.preview)

    /// Returns the entry that a text means: the newest for `latest`, or else by the rules of
    /// `naming`.
    ///
    /// - Throws: `entryNotFound`, `namesSeveral`.
    package func entry(_ typed: String) throws -> FeedbackEntry {
        if typed == FeedbackJournal.latest, let newest = try entries(EntryFilter(limit: 1)).first { return newest }
        return try repository.read { records in
            try FeedbackJournal.withCurrentPeople([entry(typed, in: records)], in: records)[0]
        }
    }

    private func entry(_ typed: String, in records: any FeedbackRecords) throws -> FeedbackEntry {
        if let entry = try records.entry(Identifier(typed)) { return entry }
        // A short number is always a row, so no identifier needs to be searched.
        let isRow = typed.count < NamingRule.minimumAffixLength && NamingRule.row(typed) != nil
        let limit = isRow ? NamingRule.row(typed) : nil
        return try FeedbackJournal.naming.uniqueMatch(typed, of: records.entries(EntryFilter(limit: limit)))
    }

    /// Returns the entries that match a filter, with their rows in the list of all.
    package func numbered(_ filter: EntryFilter) throws -> (entries: [FeedbackEntry], rows: [Int?]) {
        try repository.read { records in
            let entries = try FeedbackJournal.withCurrentPeople(records.entries(filter), in: records)
            guard filter.isRestrictive else { return (entries, entries.indices.map { $0 + 1 }) }
            let numberedIDs = try records.entryIDs().enumerated().map { ($0.element, $0.offset + 1) }
            let rows = Dictionary(numberedIDs) { first, _ in first }
            return (entries, entries.map { rows[$0.id] })
        }
    }

    /// The data of the home screen.
    package struct Overview: Sendable {
        /// The number of all entries, shared entries and drafts.
        package let counts: (all: Int, shared: Int, drafts: Int)
        package let newest: [FeedbackEntry]
        /// The newest draft, or nil if there is none.
        package let draft: FeedbackEntry?
        /// The entries with an open next step, earliest first.
        package let due: [FeedbackEntry]
        /// The latest share of any entry, or nil before the first.
        package let lastShare: ShareEvent?
    }

    /// Returns the data of the home screen with the given number of newest entries, with one query.
    package func overview(newest: Int) throws -> Overview {
        try repository.read { records in
            try records.prefetchOverview(newest: newest)
            var drafts = EntryFilter(limit: 1)
            drafts.status = .draft
            return Overview(
                counts: try records.counts(),
                newest: try FeedbackJournal.withCurrentPeople(records.entries(EntryFilter(limit: newest)), in: records),
                draft: try FeedbackJournal.withCurrentPeople(records.entries(drafts), in: records).first,
                due: try FeedbackJournal.withCurrentPeople(records.due(through: nil), in: records),
                lastShare: try records.shares(of: nil, limit: 1).first)
        }
    }

    /// Returns entries, the latest written first.
    package func entries(_ filter: EntryFilter = EntryFilter(limit: listLimit)) throws -> [FeedbackEntry] {
        try repository.read { try FeedbackJournal.withCurrentPeople($0.entries(filter), in: $0) }
    }

    /// Returns the first lines of entries, by identifier.
    package func previews(of ids: [Identifier<FeedbackEntry>]) throws -> [Identifier<FeedbackEntry>: String] {
        let entries = try repository.read { try $0.entries(Array(Set(ids))) }.compactMap(\.self)
        return Dictionary(entries.map { ($0.id, $0.text.preview) }) { first, _ in first }
    }

    /// Returns the number of all entries, shared entries and drafts.
    package func counts() throws -> (all: Int, shared: Int, drafts: Int) { try repository.read { try $0.counts() } }

    /// Returns the entries that match a search in sections, project, next step, tags and people,
    /// newest first.
    ///
    /// People are found by all of their names. The limit applies to the returned entries, and the
    /// count includes all matches.
    ///
    /// - Parameter filter: a further condition. Its limit is ignored.
    /// - Throws: `queryTooLong`.
    package func search(
        _ words: [String], limit: Int? = nil, _ filter: EntryFilter = EntryFilter()
    ) throws -> SearchResult<FeedbackEntry> {
        let people = try people(withNames: words)
        let isUnfiltered =
            filter.withoutIndexedCriteria.isRestrictive == false && filter.isShared == nil && filter.status == nil
            && people.isEmpty
        var result = try repository.search(SearchQuery(words), limit: isUnfiltered ? limit : nil)
        return try repository.read { records in
            if !isUnfiltered {
                var personFilter = EntryFilter()
                personFilter.people = people
                let matchesByPerson = people.isEmpty ? [] : try records.entries(personFilter)
                let ids = Set(result.records.map(\.id))
                let matches = (result.records + matchesByPerson.filter { !ids.contains($0.id) }).filter(filter.matches)
                    .sorted { ($0.createdAt, $0.id) > ($1.createdAt, $1.id) }
                result = SearchResult(
                    records: limit.map { Array(matches.prefix(max(0, $0))) } ?? matches, count: matches.count)
            }
            return SearchResult(
                records: try FeedbackJournal.withCurrentPeople(result.records, in: records), count: result.count)
        }
    }

    /// Returns the keys of saved people with a name in which the words begin words.
    private func people(withNames words: [String]) throws -> Set<Identifier<Person>> {
        let foldedWords = " " + Folding.folded(words.joined(separator: " "))
        guard foldedWords.count > 1 else { return [] }
        return try repository.read { records in
            guard try !records.people().isEmpty else { return [] }
            let members = try FeedbackJournal.people(in: records).members
            return members.filter { $0.isSaved && $0.names.contains { " \(Folding.folded($0))".contains(foldedWords) } }
                .reduce(into: []) { $0.formUnion($1.keys) }
        }
    }

    /// Returns the number of all share events, which the gate counts.
    package func shareCount() throws -> Int { try repository.read { try $0.shareCount() } }

    /// Returns the share events of an entry, latest first.
    package func shares(of entry: FeedbackEntry) throws -> [ShareEvent] {
        try repository.read { try $0.shares(of: entry.id, limit: nil) }
    }

    /// Returns the share events of all entries, latest first.
    package func shares(limit: Int? = listLimit) throws -> [ShareEvent] {
        try repository.read { try $0.shares(of: nil, limit: limit) }
    }
}
