import Interface
import Kernel

/// The rules for the declaration of a command, checked before it runs.
enum DeclarationRules {
    /// Returns problems with a command's names, order of parameters, examples and summary.
    @Sendable static func check(_ command: Command, _ fixture: RuleFixture) -> [String] {
        nameProblems(command, fixture) + orderProblems(command)
            + command.examples.compactMap { parsingProblem($0, command, fixture) }
            + (command.examples.isEmpty ? ["it has no example"] : [])
            + (command.summary.hasSuffix(".") || command.summary.isEmpty
                ? ["its summary is empty or ends in a full stop"] : [])
    }

    /// Checks that no argument is a secret.
    ///
    /// Secrets must come from a file, because other users can list arguments.
    @Sendable static func secrets(_ command: Command, _ fixture: RuleFixture) -> [String] {
        command.parameters.filter { parameter in
            !parameter.isFlag && parameter.placeholder != "FILE"
                && parameter.name.split(separator: "-").contains {
                    ["password", "secret", "token", "passphrase", "pin"].contains($0)
                }
        }.map { "\($0.label) takes a secret from an argument" }
    }

    /// Returns the names that occur twice or hide a global option.
    private static func nameProblems(_ command: Command, _ fixture: RuleFixture) -> [String] {
        let globals = OptionTable(GlobalOption.parameters)
        let shadowed = command.parameters.filter { parameter in parameter.spellings.contains { globals[$0] != nil } }
        let duplicateNames = Dictionary(grouping: command.parameters, by: \.name).filter { $0.value.count > 1 }.keys
        return shadowed.map { "\($0.label) is an option of every command" }
            + duplicateNames.sorted().map { "two parameters are called \($0)" }
            + (fixture.given.count { $0.path == command.path } > 1 ? ["two commands have this name"] : [])
            + (command.path.isEmpty ? ["it has no name"] : [])
    }

    /// Returns arguments that can never be filled because of the ones before them.
    private static func orderProblems(_ command: Command) -> [String] {
        let arguments = command.parameters.filter(\.isArgument)
        let rest = arguments.dropLast().filter(\.isRepeatable).map {
            "\($0.label) takes all words, and an argument follows"
        }
        let required = zip(arguments, arguments.dropFirst()).filter { !$0.isRequired && $1.isRequired }
        return rest + required.map { "\($1.label) must be given and stands behind one that need not be" }
    }

    /// Returns the reason that an example does not parse, or nil.
    private static func parsingProblem(
        _ example: Command.Example, _ command: Command, _ fixture: RuleFixture
    ) -> String? {
        do {
            let (_, words) = try GlobalOptions.split(ExampleLine.words(example.line))
            guard case .command(let foundCommand, _) = fixture.commands.find(words.prefix { $0 != "--" }.map { $0 }),
                foundCommand.path == command.path
            else { return "the example “\(example.line)” is of another command" }
            let context = ParsingContext(today: Day(ordinal: 0), files: .none)
            let rest = Array(words.dropFirst(command.path.count))
            _ = try Parser(app: fixture.app, commands: fixture.commands, context: context).bind(command, to: rest)
            return nil
        } catch {
            return "the example “\(example.line)” does not parse: \(error)"
        }
    }
}
