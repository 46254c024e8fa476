import Kernel

/// One command of an app, as data: parser, help, man page and completions are all made from it.
public struct Command: Sendable {
    /// A command line that runs, and what it does.
    public struct Example: Sendable {
        /// What is typed behind the app's name: `study --cards 15`.
        public let line: String
        /// What it does.
        public let meaning: String
        /// Whether `CommandRules` may run it; false for one that needs what a test does not have, such as a file.
        public let runs: Bool

        /// An example; its words must parse, and it must run unless `runs` is false.
        public init(_ line: String, _ meaning: String, runs: Bool = true) {
            (self.line, self.meaning, self.runs) = (line, meaning, runs)
        }
    }

    /// The words that name it: `["profile", "add"]`.
    public let path: [String]
    /// One line, without a full stop: "Add a profile".
    public let summary: String
    /// What else there is to know; paragraphs separated by an empty line.
    public let discussion: String
    /// Command lines that run.
    public let examples: [Example]
    /// Its parameters; arguments in their order.
    public let parameters: [any CommandParameter]
    /// What `--json` and `--plain` give; nil when it gives nothing but text.
    public let returns: Returns?
    /// Whether it changes anything, and so takes `--dry-run` and, where it asks, `--yes`.
    public let changes: Bool
    /// Hidden from lists, like `__complete`.
    public let isHidden: Bool
    /// What it does. Prints nothing: it returns what is to be shown.
    public let run: @Sendable (Invocation) throws -> Output

    /// A command. `path` is written as it is typed: `profile add`.
    public init(
        _ path: String, _ summary: String, discussion: String = "", examples: [Example], parameters: [any CommandParameter] = [],
        returns: Returns? = nil, changes: Bool = false, isHidden: Bool = false,
        run: @escaping @Sendable (Invocation) throws -> Output
    ) {
        self.path = path.split(separator: " ").map(String.init)
        (self.summary, self.discussion, self.examples, self.parameters) = (summary, discussion, examples, parameters)
        (self.returns, self.changes, self.isHidden, self.run) = (returns, changes, isHidden, run)
    }
}

/// What a command gives to `--json` and `--plain`, for its documentation.
public struct Returns: Sendable {
    /// Whether it is an array of such objects, or one.
    public let isList: Bool
    /// The keys and what they hold.
    public let keys: [(name: String, help: String)]

    /// An array of objects with these fields.
    public static func list<Record>(_ fields: [Field<Record>]) -> Returns {
        Returns(isList: true, keys: fields.map { ($0.name, $0.help) })
    }

    /// One object with these fields.
    public static func one<Record>(_ fields: [Field<Record>]) -> Returns {
        Returns(isList: false, keys: fields.map { ($0.name, $0.help) })
    }
}

/// A command line that was understood: values by parameter.
public struct Invocation: Sendable {
    /// The app's name, for sentences that tell what to type next.
    public let app: String
    private let values: [String: any Sendable]
    private let given: Set<String>

    /// An understood command line; made by the parser, and by tests.
    public init(app: String, values: [String: any Sendable], given: Set<String>) {
        (self.app, self.values, self.given) = (app, values, given)
    }

    /// The value of a parameter.
    ///
    /// - Throws: `Failure` `undeclaredParameter` when the command does not declare it.
    public subscript<Value>(_ parameter: Parameter<Value>) -> Value {
        get throws {
            guard let value = values[parameter.name] as? Value else {
                throw Failure("undeclaredParameter", "The command asks for “\(parameter.name)”, which it does not declare.")
            }
            return value
        }
    }

    /// Whether the user gave it.
    public func has<Value>(_ parameter: Parameter<Value>) -> Bool { given.contains(parameter.name) }
}
