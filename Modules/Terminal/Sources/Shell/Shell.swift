import Interface
import Kernel
import Synchronization

/// The command line of an app: it finds a command, parses its words, runs it and shows its output.
///
/// It contains no rule of any feature. The composition root builds it from the contributions of the
/// app's plugins.
public struct Shell: Sendable {
    public let app: AppDescription
    /// Runs a program `dojang-foo` for `dojang foo` with the words that follow, and returns its
    /// exit status.
    public typealias External = @Sendable (_ words: [String]) -> Int32

    let commands: CommandList
    private let builtInPaths: Set<[String]>
    let homeCards: [HomeCard]
    private let groups: [CommandGroup]
    private let today: @Sendable () -> Day
    private let readSnapshot: SnapshotReading
    private let theme: @Sendable () -> Theme
    private let displays: [DisplaySource]
    private let sheets: @Sendable () -> [HelpSheet]
    private let warnings: [Warning]
    private let external: @Sendable (String) -> External?
    private let rows: [ShownRows]
    private let decorate: @Sendable (Command) -> Command

    /// Creates a shell.
    ///
    /// - Parameters:
    ///   - commands: the plugins' commands. A built-in command of the same name takes precedence.
    ///   - decorate: returns one of `commands` with its prompts and hints, before it runs. Built-in
    ///     commands run unchanged.
    ///   - credits: additional names for `about`.
    ///   - groups: the everyday commands for the first page of help, which otherwise lists every
    ///     command.
    ///   - homeCards: the cards of the home screen.
    ///   - today: returns the current day. With `--today` the composition root passes that day.
    ///   - readSnapshot: runs the reads of the home cards.
    ///   - profiles: returns names to complete and suggest for `--profile`.
    ///   - theme: returns the user's colors, called only before a colored drawing.
    ///   - rows: the memories of the rows of lists.
    ///   - displays: the sources of display preferences, read only before a drawing.
    ///   - helpSheets: returns additional help pages, called only for help.
    ///   - warnings: the warnings on standard error after a command.
    ///   - external: returns the program for a word, or nil, called only if no command has that
    ///     name.
    public init(
        app: AppDescription, commands: [Command], decorate: @escaping @Sendable (Command) -> Command = { $0 },
        credits: [CreditSource] = [], groups: [CommandGroup] = [], homeCards: [HomeCard],
        today: @escaping @Sendable () -> Day, readSnapshot: @escaping SnapshotReading = { try $0.forEach { try $0() } },
        profiles: @escaping @Sendable () -> [String] = { [] }, theme: @escaping @Sendable () -> Theme = { .classic },
        displays: [DisplaySource] = [], rows: [ShownRows] = [],
        helpSheets: @escaping @Sendable () -> [HelpSheet] = { [] }, warnings: [Warning] = [],
        external: @escaping @Sendable (String) -> External? = { _ in nil }
    ) {
        self.app = app
        self.groups = groups
        self.homeCards = homeCards.sorted { $0.order < $1.order }
        self.today = today
        self.readSnapshot = readSnapshot
        self.theme = theme
        self.displays = displays
        sheets = helpSheets
        self.warnings = warnings
        self.external = external
        self.rows = rows
        self.decorate = decorate
        let builtIns = BuiltIns(
            app: app, appCommands: commands, credits: credits, profiles: profiles, today: today, sheets: helpSheets,
            groups: groups)
        self.commands = builtIns.everything
        builtInPaths = builtIns.names
    }

    /// All commands, including built-in and hidden ones, as `CommandRules` checks them.
    public var allCommands: [Command] { commands.commands }

    /// Runs a whole command line, given the words after the program's name.
    ///
    /// - Returns: the exit status. Errors have been printed on standard error.
    public func run(_ arguments: [String], on console: any Console) -> Int32 {
        do {
            let (options, rest) = try GlobalOptions.split(arguments, stores: app.stores)
            return run(options, rest, on: console)
        } catch {
            return Shell.report(error, app: app.name, on: console)
        }
    }

    /// Runs a command line whose global options were extracted by `GlobalOptions.split`.
    ///
    /// - Returns: the exit status. Errors have been printed on standard error.
    public func run(_ options: GlobalOptions, _ words: [String], on console: any Console) -> Int32 {
        let console = LatinConsole.ifNeeded(console)
        if let status = Shell.printVersion(version: app.version, of: app.name, options, on: console) { return status }
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

    /// Answers `--version`, which takes no command.
    ///
    /// A composition root calls it before it composes anything.
    ///
    /// - Returns: the exit status, or nil if the user wants something else.
    public static func printVersion(version: String, of app: String, _ options: GlobalOptions, on console: any Console)
        -> Int32?
    {
        guard options.wantsVersion, !options.wantsHelp else { return nil }
        do {
            try console.write("\(app) \(version)\n")
            return 0
        } catch { return report(error, app: app, on: console) }
    }

    /// Prints an error and its advice on standard error, for a composition root that fails before
    /// it has a shell.
    ///
    /// - Returns: the exit status.
    public static func report(_ error: any Error, app: String, on console: any Console) -> Int32 {
        ErrorReporter.report(error, app: app, on: console)
    }

    private func answer(_ options: GlobalOptions, _ words: [String], _ presenter: Presenter) throws -> Int32 {
        let wordsBeforeDashes = Array(words.prefix { $0 != "--" })
        defer { warnings.compactMap { $0.sentence(words.first ?? "") }.forEach(presenter.printMessage) }
        switch commands.find(wordsBeforeDashes) {
        case .group(let path):
            if let word = words.dropFirst(path.count + 1).first {
                throw commands.unknown(word, after: path, app: app.name)
            }
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

    private var home: HomeView { HomeView(cards: homeCards, app: app, today: today(), readSnapshot: readSnapshot) }

    private func help(_ path: [String]) throws -> Output {
        try HelpPage(app: app, commands: commands, sheets: sheets(), groups: groups).page(of: path)
    }

    private func run(_ command: Command, _ words: [String], _ presenter: Presenter) throws {
        let notes = Mutex<[String]>([])
        let usedRows = Mutex<[UsedRow]>([])
        // A program's row number refers to the current list. A person's refers to the list on the
        // screen.
        let memory = presenter.console.isInputTerminal ? rows : []
        let wouldWrite = Mutex(false)
        let isJSON = presenter.options.form == .json
        let consoleFiles = isJSON ? presenter.console.files.withoutStandardOutput : presenter.console.files
        let files =
            presenter.options.isDryRun ? consoleFiles.dryRunCopy { wouldWrite.withLock { $0 = true } } : consoleFiles
        let recordID: @Sendable (String, Int) -> String? = { list, row in
            guard let id = memory.lazy.compactMap({ $0.id(list, row) }).first else { return nil }
            usedRows.withLock { $0.append(UsedRow(list: list, row: row, id: id)) }
            return id
        }
        let printNote: @Sendable (String) -> Void = { note in notes.withLock { $0.append(note) } }
        let context = ParsingContext(today: today(), files: files, printInterpretation: printNote, shownID: recordID)
        let decorated = builtInPaths.contains(command.path) ? command : decorate(command)
        let run = try Parser(app: app.name, commands: commands, context: context).bind(decorated, to: words)
        notes.withLock { $0 }.forEach(presenter.printMessage)
        do {
            try presenter.show(run())
            if command.path == ["about"], builtInPaths.contains(command.path) { try presenter.printTranslationNotice() }
            if presenter.options.isDryRun, !command.changesData, !wouldWrite.withLock({ $0 }) {
                presenter.printMessage("“\(command.name)” changes nothing, with or without --dry-run.")
            }
        } catch let failure as Failure {
            throw usedRows.withLock { $0 }.lazy.compactMap { $0.failure(for: failure) }.first ?? failure
        }
    }
}

/// A row that the user typed, and the record that it showed.
private struct UsedRow {
    let list: String
    let row: Int
    let id: String

    /// Returns the failure in terms of rows if it reports that the record is missing.
    func failure(for failure: Failure) -> Failure? {
        guard failure.missingName == id else { return nil }
        return Failure(
            failure.code, "What stood in row \(row) of `\(list)` is not there any more.",
            advice: "`\(list)` shows what there is now.", kind: failure.kind)
    }
}
