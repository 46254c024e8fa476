import Interface
import Kernel

/// The commands of every app: help, manual, completions and `about`.
struct BuiltIns: Sendable {
    let app: AppDescription
    let appCommands: [Command]
    let credits: [CreditSource]
    let profiles: @Sendable () -> [String]
    let today: @Sendable () -> Day
    let sheets: @Sendable () -> [HelpSheet]
    let groups: [CommandGroup]

    /// The paths of the built-in commands.
    let names: Set<[String]> = [["help"], ["about"], ["completions"], ["man"], ["__complete"]]

    /// The app's commands and the built-in ones, which take precedence.
    var everything: CommandList {
        CommandList(appCommands.filter { !names.contains($0.path) } + [help, about, completions, man, complete])
    }

    private var help: Command {
        Command(
            "help", "Explain a command or a topic, or list them",
            examples: [
                .init("help", "What you do every day"), .init("help --all", "Every command"),
                .init("help man", "Explain man"),
            ],
            .rest(
                "command", word("COMMAND").completed { _ in everything.words(after: []) + sheets().map(\.name) },
                isRequired: false,
                "the command or topic to explain"), .flag("all", "list every command, also the rarely used ones")
        ) { words, wantsAll in
            let help = HelpPage(app: app, commands: everything, sheets: sheets(), groups: groups)
            if wantsAll, words.isEmpty { return help.everything }
            let page = try help.page(of: words)
            help.sheet(of: words)?.onOpen()
            return page
        }
    }

    /// The app's usage statistics command, if it has one.
    private var usage: Command? { appCommands.first { $0.path == ["usage"] && $0.parameters.isEmpty } }

    private var about: Command {
        let fields: [Field<AppDescription>] = [
            Field("name", title: "Name", "the command to type") { .text($0.name) },
            Field("version", title: "Version", "the version") { .text($0.version) },
            Field("about", title: "About", "what the app is for", cell: { StyledText(declared: $0.about) }) {
                .text($0.about)
            },
            Field("credits", title: "Credits", "who made its parts", cell: \.creditLines) {
                .texts($0.credits + $0.contributors)
            },
            Field(
                "privacy", title: "Privacy", "what happens with your data", cell: { StyledText(declared: $0.privacy) }
            ) {
                .text($0.privacy)
            },
            Field("support", title: "Support", "where to get help") { .text($0.support) },
        ]
        return Command(
            "about", "Show version, credits, privacy and support", examples: [.init("about", "Show them")],
            .flag("usage", "show what was counted on this device instead, as `usage` does")
                .declared(if: usage != nil, otherwise: false), returns: .one(fields)
        ) { wantsUsage in
            guard let usage, wantsUsage else {
                var app = app
                app.contributors = credits.flatMap { (try? $0.lines()) ?? [] }
                return .one(app, fields)
            }
            return try usage.run(app: app.name, in: ParsingContext(today: today(), files: .none))
        }
    }

    private var completions: Command {
        Command(
            "completions", "Print a script that completes commands in your shell",
            discussion: """
                The script asks \(app.name) itself, so names of your own records complete too. Put it where your shell looks for it:

                bash: \(app.name) completions bash > ~/.local/share/bash-completion/completions/\(app.name)

                zsh: \(app.name) completions zsh > a folder of $fpath, as the file _\(app.name)

                fish: \(app.name) completions fish > ~/.config/fish/completions/\(app.name).fish
                """,
            examples: [.init("completions bash", "Print the script for bash")],
            .argument("shell", ValueKind<ShellLanguage>.choice("SHELL"), "the shell to write for")
        ) { shell in .text(shell.script(for: app.name)) }
    }

    private var man: Command {
        Command(
            "man", "Print the manual page",
            discussion:
                "The page is written in mdoc. To read it: \(app.name) man > \(app.name).1, then man -l \(app.name).1.",
            examples: [.init("man", "Print the page")]
        ) { .text(ManPage(app: app, commands: everything, date: today()).text) }
    }

    private var complete: Command {
        Command(
            "__complete", "Tell a shell what can come next, one on each line",
            examples: [.init("__complete -- comp", "Complete comp")],
            .rest("word", word("WORD"), isRequired: false, "the words typed so far, the unfinished one last"),
            isHidden: true
        ) { words in
            let completer = Completer(commands: everything, profiles: profiles, globals: app.globals)
            return .text(completer.candidates(for: words).map { $0 + "\n" }.joined())
        }
    }

    private func word(_ placeholder: String) -> ValueKind<String> { ValueKind(placeholder) { word, _ in word } }
}

extension AppDescription {
    fileprivate var creditLines: StyledText {
        (credits.map { StyledText(declared: $0) } + contributors.map { StyledText($0) }).enumerated()
            .map { StyledText($0.offset == 0 ? "" : "\n") + $0.element }.joined()
    }
}
