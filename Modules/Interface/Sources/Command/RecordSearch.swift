import Kernel
import Search

/// A command that searches records by words, with the same words, limit and hints in every app.
public struct RecordSearch<Record: Sendable>: Sendable {
    private let path: String
    private let summary: String
    private let subject: String
    private let example: String
    private let defaultLimit: Int
    private let fields: [Field<Record>]
    private let find: @Sendable (_ words: [String], _ limit: Int) throws -> SearchResult<Record>
    private let blocks: (@Sendable (Record) -> [Block])?
    private let next: @Sendable (Record?) -> [String]

    /// Creates a search over the records that `find` returns.
    ///
    /// - Parameters:
    ///   - subject: the searched records: "the notes".
    ///   - example: a word for the examples.
    ///   - defaultLimit: the default number of results.
    ///   - blocks: the presentation of a record for people, or nil for a table.
    ///   - next: the next command to suggest, after the first result or after none.
    package init(
        _ path: String, _ summary: String, subject: String, example: String, defaultLimit: Int,
        returns fields: [Field<Record>],
        find: @escaping @Sendable (_ words: [String], _ limit: Int) throws -> SearchResult<Record>,
        blocks: (@Sendable (Record) -> [Block])? = nil, next: @escaping @Sendable (Record?) -> [String]
    ) {
        self.path = path
        self.summary = summary
        self.subject = subject
        self.example = example
        self.defaultLimit = defaultLimit
        self.fields = fields
        self.find = find
        self.blocks = blocks
        self.next = next
    }

    /// The command that users type.
    public var command: Command {
        Command(
            path, summary,
            discussion: """
                Looks at \(subject). All words must be there; for the last word, its beginning is enough. Capital letters and accents do not matter. \
                '"Quoted words"' must be next to each other. Hangul is found by its syllables, by the beginning of a word, and by initial consonants.
                """,
            examples: [
                .init("\(path) \(example)", "everything with this word, or a word that begins like it"),
                .init("\(path) --limit 5 '\"\(example)\"'", "the whole word, at most five results"),
            ],
            .rest("words", ValueKind("WORD") { word, _ in word }, "what to look for; all words must be there"),
            .option("limit", .integer(1...1_000_000), default: defaultLimit, "how many at most"), returns: .list(fields)
        ) { words, limit in
            let result = try find(words, limit)
            let isEmpty = try SearchQuery(words).isEmpty
            let heading = StyledText("\(result.count) found", .title)
            var output = Output.list(
                result.records, fields, heading: heading,
                empty: isEmpty ? SearchQuery.hint : "Nothing has all of these words.", next: next(result.records.first))
            if let blocks, !result.records.isEmpty {
                output.blocks = [.heading(heading)] + result.records.flatMap { [.gap] + blocks($0) }
            }
            if result.records.count < result.count {
                output.notice = "Showing \(result.records.count) of \(result.count); --limit shows more."
            }
            return output
        }
    }
}
