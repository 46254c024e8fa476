import Kernel
import Synchronization

/// An app on the command line: finds the command, understands its words, runs it, shows what it gave.
///
/// Holds no rule of any feature. The composition root builds it from the contributions of the app's plugins.
public struct Shell: Sendable {
    /// What the app says about itself.
    public let app: AppDescription
    /// Runs a program `dojang-foo` for `dojang foo` with the words that follow, and gives its exit status.
    public typealias External = @Sendable (_ words: [String]) -> Int32

    let commands: CommandList
    private let own: Set<[String]>
    let homeCards: [HomeCard]
    private let groups: [CommandGroup]
    private let today: @Sendable () -> Day
    private let glance: Glancing
    private let theme: @Sendable () -> Theme
    private let displays: [DisplaySource]
    private let sheets: @Sendable () -> [HelpSheet]
    private let warnings: [Warning]
    private let external: @Sendable (String) -> External?
    private let rows: [ShownRows]
    private let dressed: @Sendable (Command) -> Command

    /// An app.
    ///
    /// - Parameters:
    ///   - commands: the plugins' commands; a built-in of the same name wins.
    ///   - dressed: one of `commands` that is about to run, with what belongs around it; the built-in ones run as they are.
    ///   - credits: who is named in `about` besides.
    ///   - groups: what people do every day, for the first page of help; without any it lists every command.
    ///   - homeCards: what the bare app shows.
    ///   - today: which day “today” is; with `--today` the composition root gives that day.
    ///   - glance: how the cards of the first screen look at what they show.
    ///   - profiles: names to complete and suggest for `--profile`.
    ///   - theme: the colours that the person chose; asked for when something is drawn in colour.
    ///   - rows: where it is noted what stood in which row of a list.
    ///   - displays: where it is kept how everything should look; asked for when something is drawn.
    ///   - helpSheets: pages of help besides those of the commands; asked for when somebody wants help.
    ///   - warnings: what is said on standard error once a command is through.
    ///   - external: the program for a word that names no command, or nil; asked only when no command has that name.
    public init(
        app: AppDescription, commands: [Command], dressed: @escaping @Sendable (Command) -> Command = { $0 },
        credits: [CreditSource] = [], groups: [CommandGroup] = [], homeCards: [HomeCard],
        today: @escaping @Sendable () -> Day, glance: @escaping Glancing = { try $0.forEach { try $0() } },
        profiles: @escaping @Sendable () -> [String] = { [] }, theme: @escaping @Sendable () -> Theme = { .classic },
        displays: [DisplaySource] = [], rows: [ShownRows] = [],
        helpSheets: @escaping @Sendable () -> [HelpSheet] = { [] }, warnings: [Warning] = [],
        external: @escaping @Sendable (String) -> External? = { _ in nil }
    ) {
        self.app = app
        self.groups = groups
        self.homeCards = homeCards.sorted { $0.order < $1.order }
        (self.today, self.glance) = (today, glance)
        self.theme = theme
        self.displays = displays
        sheets = helpSheets
        (self.warnings, self.external, self.rows, self.dressed) = (warnings, external, rows, dressed)
        let builtIns = BuiltIns(
            app: app, given: commands, credits: credits, profiles: profiles, today: today, sheets: helpSheets, groups: groups)
        (self.commands, own) = (builtIns.everything, builtIns.names)
    }

    /// Every command, the built-in and the hidden ones too; `CommandRules` checks them.
    public var allCommands: [Command] { commands.commands }

    /// Runs a whole command line: the words behind the program's name.
    ///
    /// - Returns: the exit status; what went wrong has been said on standard error.
    public func run(_ arguments: [String], on console: any Console) -> Int32 {
        do {
            let (options, rest) = try GlobalOptions.split(arguments, stores: app.stores)
            return run(options, rest, on: console)
        } catch {
            return Shell.report(error, app: app.name, on: console)
        }
    }

    /// Runs a command line whose global options have been taken out by `GlobalOptions.split`.
    ///
    /// - Returns: the exit status; what went wrong has been said on standard error.
    public func run(_ options: GlobalOptions, _ words: [String], on console: any Console) -> Int32 {
        let console = LatinConsole.around(console)
        if let status = Shell.tell(version: app.version, of: app.name, options, on: console) { return status }
        do {
            try app.check(options)
            let presenter = Presenter(
                description: app, options: options, console: console, theme: theme, displays: displays, rows: rows,
                sheets: sheets)
            return try answer(options, words, presenter)
        } catch {
            return Shell.report(error, app: app.name, on: console)
        }
    }

    /// Answers `--version`, which takes no command: a composition root that asks first composes nothing for it.
    ///
    /// - Returns: the exit status; nil when something else is wanted.
    public static func tell(version: String, of app: String, _ options: GlobalOptions, on console: any Console) -> Int32? {
        guard options.wantsVersion, !options.wantsHelp else { return nil }
        do {
            try console.write("\(app) \(version)\n")
            return 0
        } catch { return report(error, app: app, on: console) }
    }

    /// Says on standard error what went wrong, one line and one of advice; for a composition root that fails before it has a shell.
    ///
    /// - Returns: the exit status.
    public static func report(_ error: any Error, app: String, on console: any Console) -> Int32 {
        Trouble.report(error, app: app, on: console)
    }

    private func answer(_ options: GlobalOptions, _ words: [String], _ presenter: Presenter) throws -> Int32 {
        let named = Array(words.prefix { $0 != "--" })
        defer { warnings.compactMap { $0.sentence(words.first ?? "") }.forEach(presenter.note) }
        switch commands.find(named) {
        case .group(let path):
            if let word = words.dropFirst(path.count + 1).first { throw commands.unknown(word, after: path, app: app.name) }
            let isHome = path.isEmpty && !options.wantsHelp
            try presenter.show(isHome ? home.output(options.form) : help(path))
        case .unknown(let path, let word):
            if path.isEmpty, let program = external(word) {
                return program(Array(words.dropFirst()) + (options.wantsHelp ? ["--help"] : []))
            }
            if options.wantsHelp, case .option = WordShape(word) {
                try presenter.show(help(path))
            } else {
                throw commands.unknown(word, after: path, app: app.name)
            }
        case .command(let command, _) where options.wantsHelp:
            try presenter.show(help(command.path))
        case .command(let command, _):
            try run(command, Array(words.dropFirst(command.path.count)), presenter)
        }
        return 0
    }

    private var home: HomeView { HomeView(cards: homeCards, app: app, today: today(), glance: glance) }

    private func help(_ path: [String]) throws -> Output {
        try HelpPage(app: app, commands: commands, sheets: sheets(), groups: groups).page(of: path)
    }

    private func run(_ command: Command, _ words: [String], _ presenter: Presenter) throws {
        let notes = Mutex<[String]>([])
        let taken = Mutex<[TakenRow]>([])
        // A program that counts rows means those of the present; a person means what was on the screen.
        let memory = presenter.console.isInputTerminal ? rows : []
        let wouldWrite = Mutex(false)
        let isJSON = presenter.options.form == .json
        let real = isJSON ? presenter.console.files.besideJSON : presenter.console.files
        let files = presenter.options.isDryRun ? real.rehearsed { wouldWrite.withLock { $0 = true } } : real
        let shown: @Sendable (String, Int) -> String? = { list, row in
            guard let id = memory.lazy.compactMap({ $0.id(list, row) }).first else { return nil }
            taken.withLock { $0.append(TakenRow(list: list, row: row, id: id)) }
            return id
        }
        let say: @Sendable (String) -> Void = { note in notes.withLock { $0.append(note) } }
        let context = ParsingContext(today: today(), files: files, note: say, shown: shown)
        let able = own.contains(command.path) ? command : dressed(command)
        let run = try Parser(app: app.name, commands: commands, context: context).bind(able, to: words)
        notes.withLock { $0 }.forEach(presenter.note)
        do {
            try presenter.show(run())
            if command.path == ["about"], own.contains(command.path) { try presenter.tellTranslator() }
            if presenter.options.isDryRun, !command.changes, !wouldWrite.withLock({ $0 }) {
                presenter.note("“\(command.name)” changes nothing, with or without --dry-run.")
            }
        } catch let failure as Failure {
            throw taken.withLock { $0 }.lazy.compactMap { $0.failure(for: failure) }.first ?? failure
        }
    }
}

/// A row that was typed, and what stood in it.
private struct TakenRow {
    let list: String
    let row: Int
    let id: String

    /// The failure in words of rows, where it says that the record is not there.
    func failure(for failure: Failure) -> Failure? {
        guard failure.absent == id else { return nil }
        return Failure(
            failure.code, "What stood in row \(row) of `\(list)` is not there any more.",
            advice: "`\(list)` shows what there is now.", kind: failure.kind)
    }
}
