import Kernel

/// How a parameter stands on the command line.
public enum ParameterForm: Hashable, Sendable {
    /// `--name VALUE`, and `-n VALUE` when it has a short form.
    case option(short: Character?)
    /// `--name`.
    case flag(short: Character?)
    /// A word in its place. `isRest` takes all the words that follow.
    case argument(isRest: Bool)
}

/// A parameter as help, completion and the parser see it, whatever the type of its value.
public protocol CommandParameter: Sendable {
    /// Its name: `cards` for `--cards`, `name` for an argument that help writes as `NAME`.
    var name: String { get }
    /// How it stands on the command line.
    var form: ParameterForm { get }
    /// One line of help.
    var help: String { get }
    /// What stands for the value in a usage line.
    var placeholder: String { get }
    /// Which values there are, for help.
    var values: String { get }
    /// What is taken when it is not given, for help; nil when nothing is.
    var defaultText: String? { get }
    /// Whether it must be given.
    var isRequired: Bool { get }
    /// Whether it may be given more than once.
    var isRepeatable: Bool { get }
    /// Words to complete and suggest from.
    var candidates: @Sendable (_ typed: String) -> [String] { get }
    /// The value of the words that were given for it; none when it was not given.
    ///
    /// - Throws: `Failure` of kind `usage`.
    func value(of words: [String], in context: ParsingContext) throws -> any Sendable
}

/// A parameter of a command, declared once and asked for by its declared value: `try call[cards]`.
public struct Parameter<Value: Sendable>: CommandParameter {
    public let name: String
    public let form: ParameterForm
    public let help: String
    public let placeholder: String
    public let values: String
    public let defaultText: String?
    public let isRequired: Bool
    public let isRepeatable: Bool
    public let candidates: @Sendable (String) -> [String]
    let parse: @Sendable ([String], ParsingContext) throws -> Value

    public func value(of words: [String], in context: ParsingContext) throws -> any Sendable { try parse(words, context) }

    init<Single>(
        _ name: String, _ form: ParameterForm, _ kind: ValueKind<Single>, _ help: String, defaultText: String? = nil,
        isRequired: Bool = false,
        isRepeatable: Bool = false, parse: @escaping @Sendable ([String], ParsingContext) throws -> Value
    ) {
        (self.name, self.form, self.help, self.defaultText) = (name, form, help, defaultText)
        (placeholder, values, candidates) = (kind.placeholder, kind.values, kind.candidates)
        (self.isRequired, self.isRepeatable, self.parse) = (isRequired, isRepeatable, parse)
    }

    /// `--cards N`, with a value when it is not given. `shown` is that value as one would type it.
    public static func option(
        _ name: String, short: Character? = nil, _ kind: ValueKind<Value>, default fallback: Value, shown: String, _ help: String
    ) -> Parameter {
        Parameter(name, .option(short: short), kind, help, defaultText: shown) { words, context in
            try words.last.map { try kind.parse($0, context) } ?? fallback
        }
    }

    /// `--belt GRADE`, or nothing.
    public static func option<Single>(_ name: String, short: Character? = nil, _ kind: ValueKind<Single>, _ help: String)
        -> Parameter
    where Value == Single? {
        Parameter(name, .option(short: short), kind, help) { words, context in try words.last.map { try kind.parse($0, context) }
        }
    }

    /// `--to ADDRESS`, as often as one likes.
    public static func options<Single>(_ name: String, short: Character? = nil, _ kind: ValueKind<Single>, _ help: String)
        -> Parameter
    where Value == [Single] {
        Parameter(name, .option(short: short), kind, help, isRepeatable: true) { words, context in
            try words.map { try kind.parse($0, context) }
        }
    }

    /// A word that must be given.
    public static func argument(_ name: String, _ kind: ValueKind<Value>, _ help: String) -> Parameter {
        Parameter(name, .argument(isRest: false), kind, help, isRequired: true) { words, context in
            guard let word = words.first else {
                throw Failure("missingArgument", "\(name.uppercased()) is missing.", kind: .usage)
            }
            return try kind.parse(word, context)
        }
    }

    /// A word that may be given.
    public static func optionalArgument<Single>(_ name: String, _ kind: ValueKind<Single>, _ help: String) -> Parameter
    where Value == Single? {
        Parameter(name, .argument(isRest: false), kind, help) { words, context in
            try words.first.map { try kind.parse($0, context) }
        }
    }

    /// All the words that follow; at least one when it is required.
    public static func rest<Single>(_ name: String, _ kind: ValueKind<Single>, isRequired: Bool = true, _ help: String)
        -> Parameter
    where Value == [Single] {
        Parameter(name, .argument(isRest: true), kind, help, isRequired: isRequired, isRepeatable: true) { words, context in
            guard !words.isEmpty || !isRequired else {
                throw Failure("missingArgument", "\(name.uppercased()) is missing.", kind: .usage)
            }
            return try words.map { try kind.parse($0, context) }
        }
    }
}

extension Parameter where Value == Bool {
    /// `--with-notes`: given or not.
    public static func flag(_ name: String, short: Character? = nil, _ help: String) -> Parameter {
        Parameter(name, .flag(short: short), ValueKind<Bool>("") { _, _ in true }, help) { words, _ in !words.isEmpty }
    }
}
