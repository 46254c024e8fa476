/// The rule by which people name one record of a list: by its row, its whole name, or at least four
/// characters of either end of a name.
///
/// Rows are those of the default list, from 1. A whole name takes precedence over rows and parts of
/// names. A word that matches several records is an error.
///
///     let naming = RecordNaming(
///         "suggestion", listedBy: "community suggestions", missing: .notFound, names: { [$0.id.rawValue] }, title: \.title)
///     let suggestion = try naming.uniqueMatch("7gq2f", of: suggestions)
public struct RecordNaming<Record>: Sendable {
    private let what: String
    /// The command that prints the rows: "task list".
    public let list: String
    private let emptyListAdvice: String
    private let missing: Failure.Code
    private let ambiguous: Failure.Code
    private let names: @Sendable (Record) -> [String]
    private let title: @Sendable (Record) -> String

    /// Creates the rule for the records of one list.
    ///
    /// - Parameters:
    ///   - what: the word for one record: "suggestion".
    ///   - list: the command that lists them: "community suggestions".
    ///   - emptyListAdvice: the advice if there are no records at all: "Keep one with `add PHOTO`."
    ///     It is "" if the list gives the advice.
    ///   - missing: the code of the failure if no record matches.
    ///   - ambiguous: the code if several records match; `namesSeveral` when nil.
    ///   - names: returns the identifier and all other whole names. Case is ignored.
    ///   - title: returns the title that people recognize, for the failure with several candidates.
    public init(
        _ what: String, listedBy list: String, emptyListAdvice: String = "", missing: Failure.Code,
        ambiguous: Failure.Code? = nil,
        names: @escaping @Sendable (Record) -> [String], title: @escaping @Sendable (Record) -> String
    ) {
        self.what = what
        self.list = list
        self.names = names
        self.title = title
        self.emptyListAdvice = emptyListAdvice
        self.missing = missing
        self.ambiguous = ambiguous ?? .namesSeveral
    }

    public var help: String {
        "the \(what): its row in `\(list)`, its id, or four or more characters of either end of it"
    }

    /// Returns the record that a word names.
    ///
    /// - Parameter records: all records, in the order of the list.
    /// - Throws: a failure with the candidates if there are several, and a failure if there is
    ///   none.
    public func uniqueMatch(_ typed: String, of records: [Record]) throws -> Record {
        let matches = resolve(typed, of: records)
        guard let first = matches.first else { throw notFoundFailure(typed, rows: records.count) }
        guard matches.count == 1 else { throw ambiguousFailure(typed, matches) }
        return first.record
    }

    /// Returns the failure for a word that names several records, with the first few as candidates.
    ///
    /// - Parameter matches: the records, each with its row if the list shows it.
    public func ambiguousFailure(_ typed: String, _ matches: [(row: Int?, record: Record)]) -> Failure {
        let shown = matches.prefix(NamingRule.candidateLimit).map { row, record in
            let location = row.map { "row \($0), " } ?? ""
            return "“\(title(record).prefix(NamingRule.longestTitle))” (\(location)\(names(record).first ?? ""))"
        }
        let others = matches.count > shown.count ? [counted(matches.count - shown.count, "other")] : []
        return Failure(
            ambiguous, "“\(typed)” may mean \((shown + others).joined(separator: ", ")).",
            advice: "Type the row in `\(list)`, or more of its name.")
    }

    /// Returns the failure for a word that names no record.
    ///
    /// - Parameter rows: the number of rows in the list.
    public func notFoundFailure(_ typed: String, rows: Int) -> Failure {
        let shown = typed.prefix(NamingRule.longestTitle)
        guard rows > 0 || emptyListAdvice.isEmpty else {
            return Failure(missing, "There is no \(what) yet.", advice: emptyListAdvice)
        }
        guard NamingRule.row(typed) == nil else {
            return Failure(
                missing,
                rows == 0
                    ? "There is no \(what) in row \(shown): the list is empty."
                    : "There is no \(what) in row \(shown): the list has \(counted(rows, "row")).",
                advice: "`\(list)` shows them.")
        }
        return Failure(
            missing, "There is no \(what) “\(shown)”.",
            advice: "`\(list)` shows them all. Use a row, an id, or four characters of either end of an id.",
            missingName: typed)
    }

    /// Returns all records that a word may name, each with its row.
    public func resolve(_ typed: String, of records: [Record]) -> [(row: Int?, record: Record)] {
        let lowercasedWord = typed.lowercased()
        guard !lowercasedWord.isEmpty else { return [] }
        let exactMatches = records.enumerated().filter {
            names($0.element).contains { $0.lowercased() == lowercasedWord }
        }
        guard exactMatches.isEmpty else { return exactMatches.map { ($0.offset + 1, $0.element) } }
        let row = NamingRule.row(lowercasedWord).flatMap { $0 <= records.count ? $0 : nil }
        let affixMatches = records.enumerated().filter { entry in
            names(entry.element).contains { NamingRule.isAffix(lowercasedWord, of: $0) }
        }
        var rows = Set(affixMatches.map { $0.offset + 1 })
        if let row { rows.insert(row) }
        return rows.sorted().map { ($0, records[$0 - 1]) }
    }
}

/// The rules for rows and parts of names.
public enum NamingRule {
    /// The least number of characters at the beginning or the end of a name that are enough.
    public static let minimumAffixLength = 4
    /// The number of characters at the end of an identifier that lists show.
    public static let shortFormLength = 5
    /// The greatest number of candidates that a failure names.
    static let candidateLimit = 5
    static let longestTitle = 60

    /// Returns the row that a word may name: digits without a leading zero, at most 999,999.
    public static func row(_ typed: String) -> Int? {
        guard typed.utf8.count <= 6, typed.utf8.allSatisfy({ (0x30...0x39).contains($0) }), typed.utf8.first != 0x30
        else { return nil }
        return Int(typed)
    }

    /// Whether a lower-case word is a sufficient beginning or end of a name.
    public static func isAffix(_ typed: String, of name: String) -> Bool {
        guard typed.count >= minimumAffixLength else { return false }
        let name = name.lowercased()
        return name.hasPrefix(typed) || name.hasSuffix(typed)
    }
}

extension Identifier {
    /// The end of a random identifier that lists show. It is enough to name the record.
    public var shortForm: String { String(rawValue.suffix(NamingRule.shortFormLength)) }
}
