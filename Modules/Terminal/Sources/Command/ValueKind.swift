import Kernel

/// How a word on the command line becomes a value: parsing, what help says, what completion offers.
public struct ValueKind<Value: Sendable>: Sendable {
    /// What stands for the value in a usage line: `N`, `DAY`, `FILE`.
    public let placeholder: String
    /// Which values there are, for help: `10…50`, `learn|test`; empty when the placeholder says it.
    public let values: String
    /// Words to complete and to suggest from, given what has been typed.
    public let candidates: @Sendable (_ typed: String) -> [String]
    /// A value as one would type it, for a default that help shows.
    let spelled: @Sendable (Value) -> String
    /// The value of a word.
    ///
    /// Throws a `Failure` of kind `usage` whose message completes "--cards: …" in plain words.
    public let parse: @Sendable (_ word: String, _ context: ParsingContext) throws -> Value

    package init(
        _ placeholder: String, values: String = "", candidates: @escaping @Sendable (String) -> [String] = { _ in [] },
        spelled: @escaping @Sendable (Value) -> String = { "\($0)" },
        parse: @escaping @Sendable (String, ParsingContext) throws -> Value
    ) {
        (self.placeholder, self.values, self.candidates) = (placeholder, values, candidates)
        (self.spelled, self.parse) = (spelled, parse)
    }

    /// The same kind with other completions: the names of profiles, the ids of entries.
    public func completed(by candidates: @escaping @Sendable (String) -> [String]) -> ValueKind {
        ValueKind(placeholder, values: values, candidates: candidates, spelled: spelled, parse: parse)
    }

    /// The same words, read into another value.
    public func map<Other: Sendable>(_ transform: @escaping @Sendable (Value) throws -> Other) -> ValueKind<Other> {
        ValueKind<Other>(placeholder, values: values, candidates: candidates) { word, context in
            try transform(parse(word, context))
        }
    }
}

/// What parsing a word may depend on.
public struct ParsingContext: Sendable {
    /// The day that "today" and "yesterday" are counted from.
    public let today: Day
    /// Reads files and standard input for values that are files.
    public let files: ConsoleFiles
    /// Tells the user, as a sentence on standard error, how a word was read: “last friday” is Friday, 20 November 2026.
    public let note: @Sendable (String) -> Void

    /// What stood in a row of a list when the person last saw it; nil where nobody knows.
    let shown: @Sendable (_ list: String, _ row: Int) -> String?

    /// A context. Without `note`, what a kind has to say about its reading is lost; without `shown`, a row is one of the present.
    public init(
        today: Day, files: ConsoleFiles, note: @escaping @Sendable (String) -> Void = { _ in },
        shown: @escaping @Sendable (_ list: String, _ row: Int) -> String? = { _, _ in nil }
    ) {
        (self.today, self.files, self.shown, self.note) = (today, files, shown, note)
    }
}

extension ValueKind where Value == String {
    /// The same, where a number is the row of a list: it means what stood there when the list was last shown.
    ///
    /// - Parameter isName: whether the number is the whole name of something, which comes before a row.
    public func row(of list: String, unless isName: @escaping @Sendable (String) -> Bool = { _ in false }) -> ValueKind {
        ValueKind(placeholder, values: values, candidates: candidates, spelled: spelled) { word, context in
            guard let row = NamingRule.row(word), let id = context.shown(list, row), !isName(word) else {
                return try parse(word, context)
            }
            return id
        }
    }
}
