import Documents
import FeedbackCOIN
import Kernel

/// A parser of entries in a table of our own or with other column names.
struct SheetEntries: Sendable {
    private let sheet: Sheet
    private let titles: [String]
    private let requestedTitles: [ImportKey: String]

    init(_ text: [UInt8], named requestedTitles: [ImportKey: String]) throws {
        do { sheet = try Sheet(text, limit: ImportFile.mostRows + 1) } catch { throw ImportFile.failure(error) }
        titles = sheet.rows.first?.fields.map { CSV.unguarded($0).trimmed() } ?? []
        self.requestedTitles = requestedTitles
    }

    /// Other programs' names for the same columns, folded and without blanks.
    private static let synonyms: [(ImportKey, [String])] = [
        (.context, ["situation", "topic", "subject", "title", "issue", "circumstances", "occasion"]),
        (
            .observation,
            ["feedback", "comment", "comments", "text", "message", "behaviour", "behavior", "description", "notes"]
        ),
        (.impact, ["effect", "consequence", "consequences", "result"]),
        (.nextSteps, ["nextstep", "action", "actions", "recommendation", "suggestion", "expectation", "todo"]),
        (.recipientName, ["recipient", "to", "name", "employee", "for", "colleague", "receiver"]),
        (.recipientAddress, ["email", "mail", "address", "recipientemail", "emailaddress"]),
        (.tags, ["tag", "labels", "label", "category", "categories", "competency"]),
        (.createdAt, ["created", "date", "timestamp", "written", "writtenon", "day", "givenon"]),
        (.happenedOn, ["happened", "eventdate"]), (.project, ["team", "initiative"]),
    ]

    /// Returns the entries, the columns with a guessed meaning, and the titles of unused columns.
    func read() throws -> ([ForeignEntry], [(key: ImportKey, title: String)], [String]) {
        let columnIndexes = try columns()
        guard columnIndexes[.context] != nil else {
            throw Failure(
                .columnUnknown,
                "No column holds the context. There are: \(titles.prefix(20).map { "“\($0.prefix(40))”" }.joined(separator: ", ")).",
                advice: titles.first.map { "Name it, as in --column context='\($0)'." }
                    ?? "Name it, as in --column context='Situation'.", kind: .badData)
        }
        let isOurs = columnIndexes[.id].map { titles[$0] == ImportKey.id.rawValue } ?? false
        let entries = sheet.rows.dropFirst().map { row in
            var values: [ImportKey: String] = [:]
            for (key, index) in columnIndexes where row.fields.indices.contains(index) {
                values[key] = CSV.unguarded(row.fields[index])
            }
            let tags = SheetEntries.list(values.removeValue(forKey: .tags) ?? "", isOurs)
            return ForeignEntry(place: row.line, values: values, tags: tags)
        }
        let usedColumns = columnIndexes.sorted { $0.value < $1.value }.map { (key: $0.key, title: titles[$0.value]) }
        let usesOwnTitles = usedColumns.allSatisfy { $0.key.rawValue == $0.title }
        let unusedTitles = titles.indices.filter {
            !columnIndexes.values.contains($0) && !SheetEntries.derivedColumns.contains(titles[$0])
        }
        .map {
            titles[$0]
        }
        return (entries, usesOwnTitles ? [] : usedColumns, unusedTitles)
    }

    /// The columns of our tables that follow from other data and are only for readers.
    private static let derivedColumns: Set<String> = ["shareCount", "sharedAt", "recipients", "status"]

    /// Splits a list.
    ///
    /// Our tables use commas, which no tag contains. Others also use semicolons or bars.
    private static func list(_ text: String, _ isOurs: Bool) -> [String] {
        text.split { $0 == "," || !isOurs && ($0 == ";" || $0 == "|") }.map { $0.trimmed() }.filter { !$0.isEmpty }
    }

    /// Returns the column of each key.
    ///
    /// The user's names come first, then our own names, then synonyms. Each column is used once.
    private func columns() throws -> [ImportKey: Int] {
        var columnIndexes: [ImportKey: Int] = [:]
        for (key, title) in requestedTitles {
            guard let index = titles.firstIndex(where: { Folding.compact($0) == Folding.compact(title) }) else {
                throw Failure(
                    .columnUnknown,
                    "There is no column “\(title)”. There are: \(titles.prefix(20).joined(separator: ", ")).",
                    kind: .badData)
            }
            columnIndexes[key] = index
        }
        let ownNames = ImportKey.allCases.map { ($0, [Folding.compact($0.rawValue)]) }
        for (key, names) in ownNames + SheetEntries.synonyms where columnIndexes[key] == nil {
            columnIndexes[key] =
                names.lazy.compactMap { name in
                    titles.indices.first { Folding.compact(titles[$0]) == name && !columnIndexes.values.contains($0) }
                }.first
        }
        return columnIndexes
    }
}
