import Kernel

/// One command of an app, as data: parser, help, man page and completions are all made from it.
public struct Command: Sendable {
    /// A command line that runs, and what it does.
    public struct Example: Sendable {
        /// What is typed behind the app's name: `study --cards 15`.
        public let line: String
        /// What it does.
        public let meaning: String
        /// Whether `CommandRules` may run it; false for one that needs more than the records of an app, such as a file: `ExampleTests` prepares that.
        public let runs: Bool

        /// An example; its words must parse, and it must run unless `runs` is false.
        public init(_ line: String, _ meaning: String, runs: Bool = true) {
            (self.line, self.meaning, self.runs) = (line, meaning, runs)
        }
    }

    /// The words that name it: `["profile", "add"]`.
    public let path: [String]
    /// The same as it is typed: `profile add`.
    public var name: String { path.joined(separator: " ") }
    /// One line, without a full stop: "Add a profile".
    public let summary: String
    /// What else there is to know; paragraphs separated by an empty line.
    public let discussion: String
    /// Command lines that run.
    public let examples: [Example]
    /// Its parameters; arguments in their order.
    public let parameters: [ParameterDeclaration]
    /// What `--json` and `--plain` give; nil when it gives nothing but text.
    public let returns: Returns?
    /// Whether it changes anything, and so takes `--dry-run` and, where it asks, `--yes`.
    public let changes: Bool
    /// Hidden from lists, like `__complete`.
    public let isHidden: Bool
    /// Reads the values of its parameters; what it gives does what the command does.
    let bind: @Sendable (Invocation) throws -> @Sendable () throws -> Output

    /// A command. `path` is written as it is typed: `profile add`.
    ///
    /// - Parameter run: what it does with the values of its parameters. Prints nothing: it returns what is to be shown.
    public init<each Value: Sendable>(
        _ path: String, _ summary: String, discussion: String = "", examples: [Example],
        _ parameter: repeat Parameter<each Value>, returns: Returns? = nil, changes: Bool = false, isHidden: Bool = false,
        run: @escaping @Sendable (repeat each Value) throws -> Output
    ) {
        var declarations: [ParameterDeclaration] = []
        for one in repeat each parameter { declarations += one.declarations }
        let parameters = (repeat each parameter)
        self.path = path.split(separator: " ").map(String.init)
        (self.summary, self.discussion, self.examples, self.parameters) = (summary, discussion, examples, declarations)
        (self.returns, self.changes, self.isHidden) = (returns, changes, isHidden)
        bind = { invocation in
            let values = (repeat try (each parameters).value(invocation))
            return { try run(repeat each values) }
        }
    }

    private init(_ command: Command, bind: @escaping @Sendable (Invocation) throws -> @Sendable () throws -> Output) {
        (path, summary, discussion, examples) = (command.path, command.summary, command.discussion, command.examples)
        (parameters, returns, changes, isHidden) = (command.parameters, command.returns, command.changes, command.isHidden)
        self.bind = bind
    }

    /// The same command doing something else around what it does; its words are understood as before.
    func running(_ around: @escaping @Sendable (_ run: @escaping @Sendable () throws -> Output) throws -> Output) -> Command {
        Command(self) { [bind] invocation in
            let run = try bind(invocation)
            return { try around(run) }
        }
    }

    /// Understands the words behind its name, as a shell of this command alone does, and runs it.
    ///
    /// - Throws: `Failure` of kind `usage` for words that it does not take, and what the command throws.
    public func run(_ words: [String] = [], app: String = "app", in context: ParsingContext) throws -> Output {
        try Parser(app: app, commands: CommandList([self]), context: context).bind(self, to: words)()
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
