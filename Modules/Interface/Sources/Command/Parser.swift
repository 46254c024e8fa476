import Kernel

/// A parser of the words after a command's name.
package struct Parser {
    let app: String
    let commands: CommandList
    let context: ParsingContext

    /// Creates a parser.
    ///
    /// - Parameter commands: all commands of the app, for suggestions.
    package init(app: String, commands: CommandList, context: ParsingContext) {
        self.app = app
        self.commands = commands
        self.context = context
    }

    /// Returns the command bound to the values of its parameters, ready to run.
    ///
    /// - Throws: `Failure` of kind `usage`, with the nearest suggestion in its advice.
    package func bind(_ command: Command, to words: [String]) throws -> @Sendable () throws -> Output {
        let sorted = try sort(words, for: command)
        var wordsByName = sorted.options
        try assign(sorted.arguments, of: command, in: &wordsByName)
        let usage = "\(line(command)) \(command.usage)"
        return try command.bind(Invocation(words: wordsByName, context: context, usage: usage))
    }

    /// Separates options and their values from arguments.
    ///
    /// Every word after `--` is an argument.
    private func sort(_ typedWords: [String], for command: Command) throws -> (
        options: [String: [String]], arguments: [String]
    ) {
        let table = OptionTable(command.parameters)
        var (options, arguments): ([String: [String]], [String]) = ([:], [])
        var words = typedWords[...]
        while let word = words.popFirst() {
            if word == "--" { return (options, arguments + words) }
            guard case .option(let spelled, let inline) = WordShape(word) else {
                arguments.append(word)
                continue
            }
            guard let option = table[spelled] else { throw unknownOption(spelled, of: command) }
            let value = try option.takeValue(spelled: spelled, inline: inline, from: &words)
            options[option.name, default: []].append(value)
        }
        return (options, arguments)
    }

    /// Assigns words to the arguments, in the order of declaration.
    private func assign(_ arguments: [String], of command: Command, in wordsByName: inout [String: [String]]) throws {
        var words = arguments[...]
        for parameter in command.parameters {
            guard case .argument(let isRest) = parameter.form, let first = words.first else { continue }
            wordsByName[parameter.name] = isRest ? Array(words) : [first]
            words = isRest ? [] : words.dropFirst()
        }
        if let extra = words.first { throw unexpectedWord(extra, of: command) }
    }

    private func line(_ command: Command) -> String { ([app] + command.path).joined(separator: " ") }

    private func unexpectedWord(_ word: String, of command: Command) -> Failure {
        if !commands.words(after: command.path).isEmpty, !command.parameters.contains(where: \.isArgument) {
            return commands.unknown(word, after: command.path, app: app)
        }
        return Failure(
            .unexpectedArgument, "“\(line(command))” does not take “\(word)”.",
            advice: "Usage: \(line(command)) \(command.usage)", kind: .usage)
    }

    private func unknownOption(_ spelled: String, of command: Command) -> Failure {
        // A word that is a synonym, such as --date, is no misspelling of --data.
        let isSynonym = Synonyms.contains(String(spelled.drop { $0 == "-" }))
        let near =
            OptionTable(command.parameters).nearest(to: spelled)
            ?? (isSynonym ? nil : OptionTable(GlobalOption.parameters).nearest(to: spelled))
        let ownOptions = command.parameters.filter { !$0.isArgument }.map { "--\($0.name)" }
        let optionAdvice =
            ownOptions.isEmpty || ownOptions.count > 8
            ? "See “\(line(command)) --help”; write text that begins with a dash after “--”."
            : "It has \(ownOptions.joined(separator: ", ")); write text that begins with a dash after “--”."
        return Failure(
            .unknownOption, "“\(line(command))” has no option “\(spelled)”.",
            advice: near.map { "Did you mean “\($0)”?" } ?? optionAdvice,
            kind: .usage)
    }
}

extension Command {
    /// The part of a usage line after the name: `NAME [--belt GRADE] [options]`.
    var usage: String {
        let arguments = parameters.filter(\.isArgument).map(\.usage)
        let options = parameters.filter { !$0.isArgument }.map { "[\($0.usage)]" + ($0.isRepeatable ? "…" : "") }
        return (arguments + options).joined(separator: " ")
    }
}
