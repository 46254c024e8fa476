import Kernel

/// One command of an app, as data for the parser, help, man page and completions.
public struct Command: Sendable {
    /// An example command line and its meaning.
    public struct Example: Sendable {
        /// The words after the app's name: `study --cards 15`.
        public let line: String
        public let meaning: String
        /// Whether `CommandRules` may run it.
        ///
        /// It is false for an example that needs more than the app's records, such as a file.
        /// `ExampleTests` prepares those.
        public let isRunnable: Bool

        public init(_ line: String, _ meaning: String, runs: Bool = true) {
            self.line = line
            self.meaning = meaning
            self.isRunnable = runs
        }
    }

    /// The words of its name: `["profile", "add"]`.
    public let path: [String]
    /// The name as the user types it: `profile add`.
    public var name: String { path.joined(separator: " ") }
    /// One line without a full stop: "Add a profile".
    public let summary: String
    /// Further help, in paragraphs separated by an empty line.
    public let discussion: String
    public let examples: [Example]
    public let parameters: [ParameterDeclaration]
    /// The documentation of its `--json` and `--plain` output, or nil if it outputs only text.
    public let returns: Returns?
    /// Whether it changes data, and so accepts `--dry-run` and, if it asks a question, `--yes`.
    public let changesData: Bool
    /// Whether lists omit it, like `__complete`.
    public let isHidden: Bool
    /// Reads the values of the parameters and returns a closure that runs the command.
    private(set) var bind: @Sendable (Invocation) throws -> @Sendable () throws -> Output

    /// Creates a command whose `path` is written as the user types it: `profile add`.
    ///
    /// - Parameter run: the body of the command. It receives the parameters' values, prints
    ///   nothing, and returns its output.
    public init<each Value: Sendable>(
        _ path: String, _ summary: String, discussion: String = "", examples: [Example],
        _ parameter: repeat Parameter<each Value>, returns: Returns? = nil, changes: Bool = false,
        isHidden: Bool = false, run: @escaping @Sendable (repeat each Value) throws -> Output
    ) {
        var declarations: [ParameterDeclaration] = []
        for element in repeat each parameter { declarations += element.declarations }
        let parameters = (repeat each parameter)
        self.path = path.split(separator: " ").map(String.init)
        self.summary = summary
        self.discussion = discussion
        self.examples = examples
        self.parameters = declarations
        self.returns = returns
        self.changesData = changes
        self.isHidden = isHidden
        bind = { invocation in
            let values = (repeat try (each parameters).value(invocation))
            return { try run(repeat each values) }
        }
    }

    /// Returns the same command with its execution wrapped by a closure, and its parsing unchanged.
    func running(_ wrapper: @escaping @Sendable (_ run: @escaping @Sendable () throws -> Output) throws -> Output)
        -> Command
    {
        var command = self
        command.bind = { [bind] invocation in
            let run = try bind(invocation)
            return { try wrapper(run) }
        }
        return command
    }

    /// Parses the words after the command's name, as a shell with only this command would, and runs
    /// it.
    ///
    /// - Throws: `Failure` of kind `usage` for words that it does not accept, and the command's own
    ///   errors.
    public func run(_ words: [String] = [], app: String = "app", in context: ParsingContext) throws -> Output {
        try Parser(app: app, commands: CommandList([self]), context: context).bind(self, to: words)()
    }
}

/// The documentation of a command's `--json` and `--plain` output.
public struct Returns: Sendable {
    /// Whether the output is an array of such objects rather than one.
    public let isList: Bool
    public let keys: [(name: String, help: String)]

    /// Returns the documentation of an array of objects with these fields.
    public static func list<Record>(_ fields: [Field<Record>]) -> Returns {
        Returns(isList: true, keys: fields.map { ($0.name, $0.help) })
    }

    /// Returns the documentation of one object with these fields.
    public static func one<Record>(_ fields: [Field<Record>]) -> Returns {
        Returns(isList: false, keys: fields.map { ($0.name, $0.help) })
    }
}
