import Kernel

/// A kind of value on the command line, with its parsing, help and completion.
public struct ValueKind<Value: Sendable>: Sendable {
    /// The placeholder in a usage line: `N`, `DAY`, `FILE`.
    public let placeholder: String
    /// The accepted values, for help: `10…50`, `learn|test`.
    ///
    /// It is empty if the placeholder says it.
    public let values: String
    /// Returns the words to complete and suggest from, for a typed beginning.
    public let candidates: @Sendable (_ typed: String) -> [String]
    /// Returns a value as the user would type it, for a default that help shows.
    let spelled: @Sendable (Value) -> String
    /// Returns the value of a word.
    ///
    /// It throws a `Failure` of kind `usage` whose message completes "--cards: …" in plain words.
    public let parse: @Sendable (_ word: String, _ context: ParsingContext) throws -> Value

    package init(
        _ placeholder: String, values: String = "", candidates: @escaping @Sendable (String) -> [String] = { _ in [] },
        spelled: @escaping @Sendable (Value) -> String = { "\($0)" },
        parse: @escaping @Sendable (String, ParsingContext) throws -> Value
    ) {
        self.placeholder = placeholder
        self.values = values
        self.candidates = candidates
        self.spelled = spelled
        self.parse = parse
    }

    /// Returns the same kind with other completions, such as the names of profiles or the ids of
    /// entries.
    public func completed(by candidates: @escaping @Sendable (String) -> [String]) -> ValueKind {
        ValueKind(placeholder, values: values, candidates: candidates, spelled: spelled, parse: parse)
    }

    /// Returns a kind that parses the same words and converts the value.
    public func map<Other: Sendable>(_ transform: @escaping @Sendable (Value) throws -> Other) -> ValueKind<Other> {
        ValueKind<Other>(placeholder, values: values, candidates: candidates) { word, context in
            try transform(parse(word, context))
        }
    }
}

/// The context in which words are parsed.
public struct ParsingContext: Sendable {
    /// The day on which "today" and "yesterday" are based.
    public let today: Day
    /// The access to files and standard input, for values that are files.
    public let files: ConsoleFiles
    /// Prints the interpretation of a word on standard error: “last friday” is Friday, 20 November
    /// 2026.
    public let printInterpretation: @Sendable (String) -> Void

    /// Returns the identifier of the record that a row of a list showed, or nil.
    let shownID: @Sendable (_ list: String, _ row: Int) -> String?

    /// Creates a context.
    ///
    /// Without `printInterpretation`, interpretations of words are discarded. Without `shown`, row
    /// numbers refer to the current list.
    public init(
        today: Day, files: ConsoleFiles, printInterpretation: @escaping @Sendable (String) -> Void = { _ in },
        shownID: @escaping @Sendable (_ list: String, _ row: Int) -> String? = { _, _ in nil }
    ) {
        self.today = today
        self.files = files
        self.shownID = shownID
        self.printInterpretation = printInterpretation
    }
}

extension ValueKind where Value == String {
    /// Returns the same kind, in which a number is a row of the list as it was last shown.
    ///
    /// - Parameter isName: returns whether a number is the whole name of a record, which takes
    ///   precedence over a row.
    public func row(of list: String, unless isName: @escaping @Sendable (String) -> Bool = { _ in false }) -> ValueKind
    {
        ValueKind(placeholder, values: values, candidates: candidates, spelled: spelled) { word, context in
            guard let row = NamingRule.row(word), let id = context.shownID(list, row), !isName(word) else {
                return try parse(word, context)
            }
            return id
        }
    }
}
