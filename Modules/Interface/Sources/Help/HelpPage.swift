import Kernel

/// The help of the app, a noun, a command or a sheet, as blocks.
package struct HelpPage {
    let app: AppDescription
    let commands: CommandList
    let sheets: [HelpSheet]
    let groups: [CommandGroup]

    package init(app: AppDescription, commands: CommandList, sheets: [HelpSheet], groups: [CommandGroup]) {
        self.app = app
        self.commands = commands
        self.sheets = sheets
        self.groups = groups
    }

    /// Returns the help for these words with the sheet of the same name, or the app's help without
    /// words.
    ///
    /// - Throws: `Failure` `unknownCommand` for unknown words.
    package func page(of words: [String]) throws -> Output { Output(blocks: try blocks(of: words) + app.problemLine) }

    private func blocks(of words: [String]) throws -> [Block] {
        let sheet = sheet(of: words)?.page ?? []
        switch commands.find(words) {
        case .command(let command, let rest):
            guard rest.isEmpty || command.parameters.contains(where: \.isArgument) else {
                throw commands.unknown(rest[0], after: command.path, app: app.name)
            }
            return page(of: command) + (sheet.isEmpty ? [] : [.gap] + sheet)
        case .group(let path):
            return path.isEmpty ? overview : group(path) + (sheet.isEmpty ? [] : [.gap] + sheet)
        case .unknown where !sheet.isEmpty: return sheet
        case .unknown(let path, let word): throw unknown(word, after: path)
        }
    }

    /// Returns the sheet with this name of one or more words.
    package func sheet(of words: [String]) -> HelpSheet? {
        words.isEmpty ? nil : sheets.first { $0.name == words.joined(separator: " ") }
    }

    private func unknown(_ word: String, after path: [String]) -> Failure {
        let names = path.isEmpty ? sheets.map(\.name) : []
        guard let near = Suggestion.nearest(to: word, among: commands.words(after: path) + names), names.contains(near)
        else { return commands.unknown(word, after: path, app: app.name) }
        return Failure(
            .unknownCommand, "There is no help on “\(word)”.", advice: "Did you mean “\(app.name) help \(near)”?",
            kind: .usage)
    }

    // MARK: - Pages

    private var overview: [Block] {
        [.paragraph(StyledText(declared: app.about))]
            + section("Usage", [usage("COMMAND [arguments] [options]"), usage("help COMMAND")])
            + everyday + section("Topics", topics) + section("Options of every command", facts(app.globals))
    }

    /// The everyday commands by purpose, or every command without groups.
    private var everyday: [Block] {
        let groups = CommandGroup.merged(groups)
        guard !groups.isEmpty else { return section("Commands", [list(commands.commands)]) }
        return groups.flatMap { group in section(group.title, [list(group.names.compactMap(commands.named))]) }
            + [
                .gap,
                .paragraph(
                    StyledText("All commands, also the rarely used ones: ")
                        + StyledText("\(app.name) help --all", .input)),
            ]
    }

    /// Every command that is not hidden, in the order of the plugins.
    package var everything: Output {
        Output(blocks: section("Commands", [list(commands.commands)], isFirst: true) + app.problemLine)
    }

    /// The help sheets that have a name of their own rather than a command's.
    private var topics: [Block] {
        let commandWords = Set(commands.words(after: []))
        let others = sheets.filter { !commandWords.contains($0.name) }
        return others.isEmpty ? [] : [.facts(others.map { ("help \($0.name)", StyledText(declared: $0.title)) })]
    }

    private func group(_ path: [String]) -> [Block] {
        section("Usage", [usage("\(path.joined(separator: " ")) COMMAND [arguments] [options]")], isFirst: true)
            + section("Commands", [list(commands.commands(below: path))]) + globals
    }

    private func page(of command: Command) -> [Block] {
        let path = command.name
        let subcommands = commands.commands(below: command.path)
        let examples = command.examples.flatMap { example in
            [
                Block.paragraph(StyledText("\(app.name) \(example.line)", .input)),
                .paragraph(StyledText(declared: "    \(example.meaning)", .muted)),
            ]
        }
        return [.paragraph(StyledText(declared: command.summary) + StyledText("."))]
            + section("Usage", [usage("\(path) \(command.usage)".trimmingSpaces)])
            + HelpPage.paragraphs(command.discussion).flatMap { [.gap, .paragraph(StyledText(declared: $0))] }
            + section("Arguments", facts(command.parameters.filter(\.isArgument)))
            + section("Options", facts(command.parameters.filter { !$0.isArgument }))
            + section("Examples", examples) + section("Keys of --json and --plain", returns(command.returns))
            + section("Commands below", subcommands.isEmpty ? [] : [list(subcommands)]) + globals
    }

    // MARK: - Parts

    private func section(_ title: String, _ blocks: [Block], isFirst: Bool = false) -> [Block] {
        blocks.isEmpty ? [] : (isFirst ? [] : [.gap]) + [.heading(StyledText(declared: title, .title))] + blocks
    }

    /// Returns a usage line, which may wrap because it is not meant for copying.
    private func usage(_ line: String) -> Block { .paragraph(StyledText("\(app.name) \(line)", .accent)) }

    private func list(_ commands: [Command]) -> Block {
        .facts(commands.filter { !$0.isHidden }.map { ($0.name, StyledText(declared: $0.summary)) })
    }

    private func facts(_ parameters: [ParameterDeclaration]) -> [Block] {
        parameters.isEmpty ? [] : [.facts(parameters.map { ($0.synopsis, $0.explanation) })]
    }

    private func returns(_ returns: Returns?) -> [Block] {
        guard let returns else { return [] }
        let form = returns.isList ? "A list of objects with these keys." : "One object with these keys."
        return [
            .paragraph(StyledText(declared: form)),
            .facts(returns.keys.map { ($0.name, StyledText(declared: $0.help)) }),
        ]
    }

    /// The names of the global options, which the overview explains.
    private var globals: [Block] {
        let names = app.globals.map { "--\($0.name)" }.joined(separator: ", ")
        return section("Options of every command", [.paragraph(StyledText("\(names). See “\(app.name) help”."))])
    }

    /// Returns the paragraphs of a text, which empty lines separate.
    package static func paragraphs(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).split(separator: "").map {
            $0.joined(separator: " ")
        }
    }
}

extension String {
    /// The text without spaces at both ends.
    package var trimmingSpaces: String {
        guard let first = firstIndex(where: { $0 != " " }), let last = lastIndex(where: { $0 != " " }) else {
            return ""
        }
        return String(self[first...last])
    }
}
