import Kernel

/// What a command asks of its command line, declared where the command is: its value is handed to the command's closure.
///
///     Command("pupil add", "Add a pupil", examples: […], .argument("name", .text, "who"), .flag("loud", "shout")) { name, loud in … }
///
/// What several commands take is a value of its own, a `static let` or a computed property, or a `group` that is one value to them.
public struct Parameter<Value: Sendable>: Sendable {
    /// What it puts on the command line: one option, flag or argument; several for a group; nothing where it is not offered.
    public let declarations: [ParameterDeclaration]
    let value: @Sendable (Invocation) throws -> Value

    /// One parameter of one form.
    ///
    /// - Parameter read: the value of the words that were given, none when it was not given; at least one when it is required.
    init<Single>(
        _ name: String, _ form: ParameterForm, _ kind: ValueKind<Single>, _ help: String, defaultText: String? = nil,
        isRequired: Bool = false, isRepeatable: Bool = false,
        read: @escaping @Sendable (_ words: [String], ParsingContext) throws -> Value
    ) {
        let declaration = ParameterDeclaration(
            name: name, form: form, help: help, placeholder: kind.placeholder, values: kind.values, defaultText: defaultText,
            isRequired: isRequired, isRepeatable: isRepeatable, candidates: kind.candidates)
        declarations = [declaration]
        value = { invocation in
            let words = try invocation.words(of: declaration)
            return try declaration.labelled(words) { try read(words, invocation.context) }
        }
    }

    private init(_ declarations: [ParameterDeclaration], value: @escaping @Sendable (Invocation) throws -> Value) {
        (self.declarations, self.value) = (declarations, value)
    }

    // MARK: - Forms. `short` is one letter; text, because a literal of another type is not understood behind a dot in a pack.

    /// `--cards N`, with a value when it is not given. `shown` is that value as one would type it; as it describes itself when nil.
    public static func option(
        _ name: String, short: String? = nil, _ kind: ValueKind<Value>, default fallback: Value, shown: String? = nil,
        _ help: String
    ) -> Parameter {
        Parameter(name, .option(short: short?.first), kind, help, defaultText: shown ?? kind.spelled(fallback)) {
            words, context in
            try words.last.map { try kind.parse($0, context) } ?? fallback
        }
    }

    /// `--belt GRADE`, or nothing. `shown` is what help calls the default, for a command that must know whether anything was typed.
    public static func option<Single>(
        _ name: String, short: String? = nil, _ kind: ValueKind<Single>, shown: String? = nil, _ help: String
    ) -> Parameter where Value == Single? {
        Parameter(name, .option(short: short?.first), kind, help, defaultText: shown) { words, context in
            try words.last.map { try kind.parse($0, context) }
        }
    }

    /// `--to ADDRESS`, as often as one likes.
    public static func options<Single>(
        _ name: String, short: String? = nil, _ kind: ValueKind<Single>, _ help: String
    ) -> Parameter where Value == [Single] {
        Parameter(name, .option(short: short?.first), kind, help, isRepeatable: true) { words, context in
            try words.map { try kind.parse($0, context) }
        }
    }

    /// A word that must be given.
    public static func argument(_ name: String, _ kind: ValueKind<Value>, _ help: String) -> Parameter {
        Parameter(name, .argument(isRest: false), kind, help, isRequired: true) { words, context in
            try kind.parse(words.first ?? "", context)
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
    public static func rest<Single>(
        _ name: String, _ kind: ValueKind<Single>, isRequired: Bool = true, _ help: String
    ) -> Parameter where Value == [Single] {
        Parameter(name, .argument(isRest: true), kind, help, isRequired: isRequired, isRepeatable: true) { words, context in
            try words.map { try kind.parse($0, context) }
        }
    }

    // MARK: - Combinations

    /// Several parameters that are one value to those who take it: `.group(focus, rest) { Lengths(focus: $0, rest: $1) }`.
    public static func group<each Part>(
        _ part: repeat Parameter<each Part>, value: @escaping @Sendable (repeat each Part) throws -> Value
    ) -> Parameter {
        var declarations: [ParameterDeclaration] = []
        for one in repeat each part { declarations += one.declarations }
        let parts = (repeat each part)
        return Parameter(declarations) { invocation in try value(repeat (each parts).value(invocation)) }
    }

    /// The same parameter where something is there that it is about; where it is not, nothing is declared and this value is taken.
    public func offered(when isThere: Bool, otherwise absent: Value) -> Parameter {
        isThere ? self : Parameter([]) { _ in absent }
    }
}

extension Parameter where Value == Bool {
    /// `--with-notes`: given or not.
    public static func flag(_ name: String, short: String? = nil, _ help: String) -> Parameter {
        Parameter(name, .flag(short: short?.first), ValueKind<Bool>("") { _, _ in true }, help) { words, _ in !words.isEmpty }
    }
}
