/// How people name one record of a list: by its row, by a whole name, or from four characters by the beginning or the end of one.
///
/// Rows are those of the list as it is shown by default, from 1. A whole name comes before a row, a row before the parts of names; what may
/// mean several is never guessed.
///
///     let naming = Naming(
///         "suggestion", listedBy: "community suggestions", missing: .notFound, names: { [$0.id.rawValue] }, title: \.title)
///     let meant = try naming.one("7gq2f", of: suggestions)
public struct Naming<Record>: Sendable {
    private let what: String
    /// The command whose rows are meant: "task list".
    public let list: String
    private let beginning: String
    private let missing: Failure.Code
    private let ambiguous: Failure.Code
    private let names: @Sendable (Record) -> [String]
    private let title: @Sendable (Record) -> String

    /// - Parameters:
    ///   - what: what one record is called: "suggestion".
    ///   - list: the command that lists them: "community suggestions".
    ///   - beginning: what to do where there is none at all: "Keep one with `add PHOTO`."; "" where the list says it.
    ///   - missing: the code of the failure when there is none of that name.
    ///   - ambiguous: the code when it may be several; `namesSeveral` when nil.
    ///   - names: the identifier, and whatever else is a whole name; without regard to case.
    ///   - title: what a person knows the record by, for the failure that names several.
    public init(
        _ what: String, listedBy list: String, begunBy beginning: String = "", missing: Failure.Code,
        ambiguous: Failure.Code? = nil,
        names: @escaping @Sendable (Record) -> [String], title: @escaping @Sendable (Record) -> String
    ) {
        (self.what, self.list, self.names, self.title) = (what, list, names, title)
        self.beginning = beginning
        (self.missing, self.ambiguous) = (missing, ambiguous ?? .namesSeveral)
    }

    /// What help says of the argument.
    public var help: String { "the \(what): its row in `\(list)`, its id, or four or more characters of either end of it" }

    /// The record that is meant.
    ///
    /// - Parameter records: all of them, in the order in which the list shows them.
    /// - Throws: a failure with the candidates when there are several, and one when there is none.
    public func one(_ typed: String, of records: [Record]) throws -> Record {
        let found = meant(by: typed, of: records)
        guard let first = found.first else { throw nothing(typed, rows: records.count) }
        guard found.count == 1 else { throw several(typed, found) }
        return first.record
    }

    /// The failure for what names several records; the first few are told apart.
    ///
    /// - Parameter found: the records, each with its row where it stands in the list.
    public func several(_ typed: String, _ found: [(row: Int?, record: Record)]) -> Failure {
        let shown = found.prefix(NamingRule.shown).map { row, record in
            let place = row.map { "row \($0), " } ?? ""
            return "“\(title(record).prefix(NamingRule.longestTitle))” (\(place)\(names(record).first ?? ""))"
        }
        let others = found.count > shown.count ? [counted(found.count - shown.count, "other")] : []
        return Failure(
            ambiguous, "“\(typed)” may mean \((shown + others).joined(separator: ", ")).",
            advice: "Type the row in `\(list)`, or more of its name.")
    }

    /// The failure for what names no record.
    ///
    /// - Parameter rows: how many rows the list has.
    public func nothing(_ typed: String, rows: Int) -> Failure {
        let shown = typed.prefix(NamingRule.longestTitle)
        guard rows > 0 || beginning.isEmpty else {
            return Failure(missing, "There is no \(what) yet.", advice: beginning)
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
            advice: "`\(list)` shows them all. Use a row, an id, or four characters of either end of an id.", absent: typed)
    }

    /// All that a word may mean, each with its row.
    public func meant(by typed: String, of records: [Record]) -> [(row: Int?, record: Record)] {
        let wanted = typed.lowercased()
        guard !wanted.isEmpty else { return [] }
        let whole = records.enumerated().filter { names($0.element).contains { $0.lowercased() == wanted } }
        guard whole.isEmpty else { return whole.map { ($0.offset + 1, $0.element) } }
        let row = NamingRule.row(wanted).flatMap { $0 <= records.count ? $0 : nil }
        let parts = records.enumerated().filter { entry in names(entry.element).contains { NamingRule.isEnd(wanted, of: $0) } }
        var places = Set(parts.map { $0.offset + 1 })
        if let row { places.insert(row) }
        return places.sorted().map { ($0, records[$0 - 1]) }
    }
}

/// What rows and parts of names look like.
public enum NamingRule {
    /// From how many characters the beginning or the end of a name is enough.
    public static let shortest = 4
    /// How many characters of the end of an identifier lists show.
    public static let shownEnd = 5
    /// How many candidates a failure names.
    static let shown = 5
    static let longestTitle = 60

    /// The row that a word may mean: figures without a zero in front; at most 999,999.
    public static func row(_ typed: String) -> Int? {
        guard typed.utf8.count <= 6, typed.utf8.allSatisfy({ (0x30...0x39).contains($0) }), typed.utf8.first != 0x30 else {
            return nil
        }
        return Int(typed)
    }

    /// Whether a word in small letters is enough of the beginning or the end of a name.
    public static func isEnd(_ typed: String, of name: String) -> Bool {
        guard typed.count >= shortest else { return false }
        let name = name.lowercased()
        return name.hasPrefix(typed) || name.hasSuffix(typed)
    }
}

extension Identifier {
    /// The end that lists show of an identifier that was made by chance: enough to name it.
    public var end: String { String(rawValue.suffix(NamingRule.shownEnd)) }
}
