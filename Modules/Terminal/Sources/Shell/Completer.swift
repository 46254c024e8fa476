import Interface
import Kernel

/// Completion of a half-typed command line.
struct Completer {
    let commands: CommandList
    let profiles: @Sendable () -> [String]
    let globals: [ParameterDeclaration]

    /// Returns whole words that begin with the last of these words.
    func candidates(for typedWords: [String]) -> [String] {
        let (words, wasSplit) = Completer.rejoined(typedWords)
        let typed = words.last ?? ""
        let place = place(after: words.dropLast())
        let suggestions: [String]
        if let option = place.pending {
            suggestions = values(of: option, typed)
        } else if !place.onlyArguments, typed.hasPrefix("-") {
            suggestions = options(typed, place, bare: wasSplit)
        } else {
            suggestions = commandsOrValues(typed, place)
        }
        let stem = wasSplit && place.pending == nil ? String(typed.drop { $0 != "=" }.dropFirst()) : typed
        return suggestions.filter { $0.hasPrefix(stem) && !$0.unicodeScalars.contains(where: \.isControl) }
    }

    /// The position of the unfinished word.
    private struct Place {
        /// The words that are no options: the command and its arguments.
        var positional: [String] = []
        /// The option whose value the unfinished word is.
        var pending: ParameterDeclaration?
        /// Whether `--` came before, after which no word is an option.
        var onlyArguments = false
    }

    private func place(after words: ArraySlice<String>) -> Place {
        var place = Place()
        for word in words {
            if place.pending != nil {
                place.pending = nil
            } else if place.onlyArguments {
                place.positional.append(word)
            } else if word == "--" {
                place.onlyArguments = true
            } else if case .option(let spelled, let value) = WordShape(word) {
                if value == nil, let option = table(place)[spelled], !option.isFlag { place.pending = option }
            } else {
                place.positional.append(word)
            }
        }
        return place
    }

    private func table(_ place: Place) -> OptionTable {
        guard case .command(let command, _) = commands.find(place.positional) else { return OptionTable(globals) }
        return OptionTable(command.parameters + globals)
    }

    private func options(_ typed: String, _ place: Place, bare: Bool) -> [String] {
        let table = table(place)
        guard case .option(let spelled, .some(let value)) = WordShape(typed) else {
            return table.options.map { "--\($0.name)" }
        }
        return table[spelled].map { values(of: $0, value).map { bare ? $0 : "\(spelled)=\($0)" } } ?? []
    }

    private func commandsOrValues(_ typed: String, _ place: Place) -> [String] {
        switch commands.find(place.positional) {
        case .group(let path): return commands.words(after: path)
        case .unknown: return []
        case .command(let command, let rest):
            let subcommands = rest.isEmpty ? commands.words(after: command.path) : []
            return subcommands + (argument(rest.count, of: command).map { values(of: $0, typed) } ?? [])
        }
    }

    private func argument(_ index: Int, of command: Command) -> ParameterDeclaration? {
        let arguments = command.parameters.filter(\.isArgument)
        if index < arguments.count { return arguments[index] }
        return arguments.last { $0.isRepeatable }
    }

    private func values(of parameter: ParameterDeclaration, _ typed: String) -> [String] {
        parameter.name == "profile" && !parameter.isArgument ? profiles() : parameter.candidates(typed)
    }

    /// Joins words that Bash has split, such as the three words of `--cards=1`.
    private static func rejoined(_ words: [String]) -> (words: [String], wasSplit: Bool) {
        guard let sign = words.lastIndex(of: "="), sign > 0, sign >= words.count - 2, words[sign - 1].hasPrefix("--")
        else { return (words, false) }
        let value = sign + 1 < words.count ? words[sign + 1] : ""
        return (words[..<(sign - 1)] + [words[sign - 1] + "=" + value], true)
    }
}
