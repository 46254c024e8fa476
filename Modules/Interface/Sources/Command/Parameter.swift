import Kernel

/// A parameter of a command, declared with the command, which passes its value to the command's
/// closure.
///
/// ```
/// Command(
///     "pupil add", "Add a pupil", examples: […], .argument("name", .text, "who"), .flag("loud", "shout")
/// ) { name, loud in … }
/// ```
///
/// A parameter shared by several commands is a `static let`, a computed property, or a `group` that
/// combines several into one value.
public struct Parameter<Value: Sendable>: Sendable {
    /// The options, flags or arguments that it declares: several for a group, none if it is not
    /// offered.
    public let declarations: [ParameterDeclaration]
    let value: @Sendable (Invocation) throws -> Value

    /// Creates one parameter of one form.
    ///
    /// - Parameter read: returns the value of the given words. They are empty if the parameter was
    ///   not given, and never empty if it is required.
    init<Single>(
        _ name: String, _ form: ParameterForm, _ kind: ValueKind<Single>, _ help: String, defaultText: String? = nil,
        isRequired: Bool = false, isRepeatable: Bool = false,
        read: @escaping @Sendable (_ words: [String], ParsingContext) throws -> Value
    ) {
        let declaration = ParameterDeclaration(
            name: name, form: form, help: help, placeholder: kind.placeholder, values: kind.values,
            defaultText: defaultText, isRequired: isRequired, isRepeatable: isRepeatable, candidates: kind.candidates)
        declarations = [declaration]
        value = { invocation in
            let words = try invocation.words(of: declaration)
            return try declaration.labelingErrors(words) { try read(words, invocation.context) }
        }
    }

    private init(_ declarations: [ParameterDeclaration], value: @escaping @Sendable (Invocation) throws -> Value) {
        self.declarations = declarations
        self.value = value
    }

    // MARK: - Forms

    // `short` is one letter. It is a `String`, because a literal of another type fails to compile
    // in a parameter pack after a leading dot.

    /// Returns a parameter `--cards N` with a default value.
    ///
    /// Help shows the default as `shown`, or else as the value describes itself.
    public static func option(
        _ name: String, short: String? = nil, _ kind: ValueKind<Value>, default fallback: Value, shown: String? = nil,
        _ help: String
    ) -> Parameter {
        Parameter(name, .option(short: short?.first), kind, help, defaultText: shown ?? kind.spelled(fallback)) {
            words, context in
            try words.last.map { try kind.parse($0, context) } ?? fallback
        }
    }

    /// Returns an optional parameter `--belt GRADE`.
    ///
    /// Help shows `shown` as the default. Use this form for a command that must know whether the
    /// user typed anything.
    public static func option<Single>(
        _ name: String, short: String? = nil, _ kind: ValueKind<Single>, shown: String? = nil, _ help: String
    ) -> Parameter where Value == Single? {
        Parameter(name, .option(short: short?.first), kind, help, defaultText: shown) { words, context in
            try words.last.map { try kind.parse($0, context) }
        }
    }

    /// Returns a repeatable parameter `--to ADDRESS`.
    public static func options<Single>(
        _ name: String, short: String? = nil, _ kind: ValueKind<Single>, _ help: String
    ) -> Parameter where Value == [Single] {
        Parameter(name, .option(short: short?.first), kind, help, isRepeatable: true) { words, context in
            try words.map { try kind.parse($0, context) }
        }
    }

    /// Returns a parameter for a required word.
    public static func argument(_ name: String, _ kind: ValueKind<Value>, _ help: String) -> Parameter {
        Parameter(name, .argument(isRest: false), kind, help, isRequired: true) { words, context in
            try kind.parse(words.first ?? "", context)
        }
    }

    /// Returns a parameter for an optional word.
    public static func optionalArgument<Single>(_ name: String, _ kind: ValueKind<Single>, _ help: String) -> Parameter
    where Value == Single? {
        Parameter(name, .argument(isRest: false), kind, help) { words, context in
            try words.first.map { try kind.parse($0, context) }
        }
    }

    /// Returns a parameter for all words that follow, at least one if it is required.
    public static func rest<Single>(
        _ name: String, _ kind: ValueKind<Single>, isRequired: Bool = true, _ help: String
    ) -> Parameter where Value == [Single] {
        Parameter(name, .argument(isRest: true), kind, help, isRequired: isRequired, isRepeatable: true) {
            words, context in
            try words.map { try kind.parse($0, context) }
        }
    }

    // MARK: - Combinations

    /// Returns several parameters combined into one value: `.group(focus, rest) { Lengths(focus:
    /// $0, rest: $1) }`.
    public static func group<each Part>(
        _ part: repeat Parameter<each Part>, value: @escaping @Sendable (repeat each Part) throws -> Value
    ) -> Parameter {
        var declarations: [ParameterDeclaration] = []
        for element in repeat each part { declarations += element.declarations }
        let parts = (repeat each part)
        return Parameter(declarations) { invocation in try value(repeat (each parts).value(invocation)) }
    }

    /// Returns the same parameter if the app has its subject, and otherwise a fixed value without a
    /// declaration.
    public func declared(if isAvailable: Bool, otherwise fixedValue: Value) -> Parameter {
        isAvailable ? self : Parameter([]) { _ in fixedValue }
    }
}

extension Parameter where Value == Bool {
    /// Returns a flag parameter such as `--with-notes`.
    public static func flag(_ name: String, short: String? = nil, _ help: String) -> Parameter {
        Parameter(name, .flag(short: short?.first), ValueKind<Bool>("") { _, _ in true }, help) { words, _ in
            !words.isEmpty
        }
    }
}
