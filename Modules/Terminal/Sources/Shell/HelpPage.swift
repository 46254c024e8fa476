import Kernel

/// The help of the app, of a noun, and of a command, as blocks.
struct HelpPage {
    let app: AppDescription
    let commands: CommandList

    /// The page for these words; none for the app.
    ///
    /// - Throws: `Failure` `unknownCommand` when they name nothing.
    func page(of words: [String]) throws -> Output {
        switch commands.find(words) {
        case .command(let command, let rest):
            guard rest.isEmpty || command.parameters.contains(where: \.isArgument) else {
                throw commands.unknown(rest[0], after: command.path, app: app.name)
            }
            return Output(blocks: page(of: command))
        case .group(let path): return Output(blocks: path.isEmpty ? overview : group(path))
        case .unknown(let path, let word): throw commands.unknown(word, after: path, app: app.name)
        }
    }

    // MARK: - Pages

    private var overview: [Block] {
        [.paragraph(StyledText(app.about))] + section("Usage", [usage("COMMAND [arguments] [options]"), usage("help COMMAND")])
            + section("Commands", [list(commands.commands)])
            + section("Options of every command", facts(GlobalOption.parameters))
    }

    private func group(_ path: [String]) -> [Block] {
        section("Usage", [usage(path.joined(separator: " ") + " COMMAND [arguments] [options]")], isFirst: true)
            + section("Commands", [list(commands.below(path))]) + globals
    }

    private func page(of command: Command) -> [Block] {
        let path = command.path.joined(separator: " ")
        let more = commands.below(command.path)
        let examples = command.examples.flatMap { example in
            [
                Block.drawn(StyledText("\(app.name) \(example.line)", .input)),
                .paragraph(StyledText("    \(example.meaning)", .muted)),
            ]
        }
        return [.paragraph(StyledText(command.summary + "."))]
            + section("Usage", [usage("\(path) \(command.usage)".trimmingSpaces)])
            + HelpPage.paragraphs(command.discussion).flatMap { [.gap, .paragraph(StyledText($0))] }
            + section("Arguments", facts(command.parameters.filter(\.isArgument)))
            + section("Options", facts(command.parameters.filter { !$0.isArgument }))
            + section("Examples", examples) + section("Gives to --json and --plain", returns(command.returns))
            + section("Commands below", more.isEmpty ? [] : [list(more)]) + globals
    }

    // MARK: - Parts

    private func section(_ title: String, _ blocks: [Block], isFirst: Bool = false) -> [Block] {
        blocks.isEmpty ? [] : (isFirst ? [] : [.gap]) + [.heading(StyledText(title, .title))] + blocks
    }

    private func usage(_ line: String) -> Block { .paragraph(StyledText("\(app.name) \(line)", .input)) }

    private func list(_ commands: [Command]) -> Block {
        .facts(commands.filter { !$0.isHidden }.map { ($0.path.joined(separator: " "), StyledText($0.summary)) })
    }

    private func facts(_ parameters: [any CommandParameter]) -> [Block] {
        parameters.isEmpty ? [] : [.facts(parameters.map { ($0.synopsis, StyledText($0.explanation)) })]
    }

    private func returns(_ returns: Returns?) -> [Block] {
        guard let returns else { return [] }
        let form = returns.isList ? "A list of objects with these keys." : "One object with these keys."
        return [.paragraph(StyledText(form)), .facts(returns.keys.map { ($0.name, StyledText($0.help)) })]
    }

    /// Their names alone: what they do stands in the overview.
    private var globals: [Block] {
        let names = GlobalOption.parameters.map { "--\($0.name)" }.joined(separator: ", ")
        return section("Options of every command", [.paragraph(StyledText("\(names). See “\(app.name) help”."))])
    }

    static func paragraphs(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).split(separator: "").map { $0.joined(separator: " ") }
    }
}

extension String {
    var trimmingSpaces: String {
        guard let first = firstIndex(where: { $0 != " " }), let last = lastIndex(where: { $0 != " " }) else { return "" }
        return String(self[first...last])
    }
}
