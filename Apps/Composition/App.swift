import Interface
import Kernel
import LanguagesAdapters
import LanguagesCommands
import Monetization
import MonetizationAdapters
import Terminal
import TerminalAdapters

/// An app: its description and its plugins.
public struct App: Sendable {
    /// Builds an app in an environment.
    public typealias Builder = @Sendable (Environment) throws -> App

    private(set) var description: AppDescription
    package let registry: Registry
    private let environment: Environment
    private let profiles: @Sendable () -> [String]
    private let theme: @Sendable () -> Theme
    private let recover: (@Sendable (Failure) throws -> Output)?
    /// The entitlements that answer the app's gates, or nil if the app has none.
    package let entitlements: Entitlements?

    /// Creates an app from its plugins, in the order in which their contributions are shown.
    ///
    /// - Parameters:
    ///   - shop: The products of the app, or nil for an app that sells nothing and asks no gate.
    ///   - recover: The output that replaces a failure, such as a paywall. Nil shows the failure.
    /// - Throws: `duplicateContribution`, naming the colliding plugins.
    package init(
        _ description: AppDescription, in environment: Environment,
        profiles: @escaping @Sendable () -> [String] = { [] },
        theme: @escaping @Sendable () -> Theme = { .classic }, shop: Shop? = nil,
        recover: (@Sendable (Failure) throws -> Output)? = nil, plugins: [any Plugin]
    ) throws {
        self.description = description
        self.environment = environment
        self.profiles = profiles
        self.theme = theme
        self.description.stores = environment.stores.map(StoreChoice.init)
        self.recover = recover
        entitlements = shop?.entitlements
        let languages = LanguagesPlugin(
            .at(environment.folder), environment.options, environment.variables, environment.injectedStore)
        registry = try Registry(
            plugins + machinePlugins(environment.folder, environment.options, isTrial: environment.injectedStore != nil)
                + [languages])
    }

    /// Creates an app that sells nothing.
    public init(_ description: AppDescription, in environment: Environment, plugins: [any Plugin]) throws {
        try self.init(description, in: environment, shop: nil, plugins: plugins)
    }

    /// Runs the app with the arguments, terminal and environment of this process, and exits.
    ///
    /// - Parameter engines: Plugins that contribute to `.stores`, in addition to the built-in ones.
    public static func main(_ name: String, _ build: Builder, engines: [any Plugin] = []) -> Never {
        let variables = ProcessArguments.variables
        let words = Result { try ProcessArguments.arguments() }
        let home = try? Environment.split(name, words.get(), variables, engines).environment
        let companions = ConsoleCompanions.real(
            variables: variables, drafts: Drafts(below: home?.folder("drafts") ?? ""))
        let console = TerminalConsole(environment: variables, companions: companions, stores: home?.stores ?? [])
        do {
            exit(run(name, build, try words.get(), on: console, engines: engines))
        } catch {
            exit(Shell.report(error, app: name, on: console))
        }
    }

    /// Runs the app on any console.
    ///
    /// - Parameters:
    ///   - arguments: The words after the program's name.
    ///   - engines: Plugins that contribute to `.stores`, as in `main`.
    ///   - adjust: A change of the environment before the app is built, such as another clock or
    ///     store.
    /// - Returns: the exit status.
    public static func run(
        _ name: String, _ build: Builder, _ arguments: [String], on rawConsole: any Console,
        engines: [any Plugin] = [], adjust: (Environment) -> Environment = { $0 }
    ) -> Int32 {
        do {
            let (base, words) = try Environment.split(
                name, arguments, rawConsole.environment, engines, isTerminal: rawConsole.isTerminal)
            let console = rawConsole.translated(
                by: .init(base.options.language, base.variables, userPacksIn: base.folder("languages")))
            if let status = Shell.printVersion(version: Release.version, of: name, base.options, on: console) {
                return status
            }
            var environment = adjust(base)
            environment.caller = StoreClient(name, words, base.options, on: console, upkeep: environment.upkeep.start)
            let app = try build(environment)
            defer { environment.opened.close() }
            let status = app.shell.run(base.options, words, on: console)
            for postCommandTask in app.registry.all(.postCommandTasks) { postCommandTask.run(words.first ?? "") }
            // A failed command has already given its reason, and `doctor` reports all damage.
            if status == 0, words.first != "doctor", let damage = environment.opened.damage(in: name) {
                _ = Shell.report(damage, app: name, on: console)
            }
            return status
        } catch {
            return Shell.report(error, app: name, on: rawConsole)
        }
    }

    package var gates: [Gate] { registry.all(.gates) }

    /// Returns a command with the app's additions around its output.
    private func decorated(_ command: Command) -> Command {
        let recovering = recover.map(command.recovering) ?? command
        let options = environment.options
        guard options.form == .readable, !options.isDryRun, !options.isQuiet else { return recovering }
        return recovering.decorated(by: registry, forPerson: environment.isForPerson)
    }

    /// The shell over the plugins' commands, cards and help pages.
    package var shell: Shell {
        Shell(
            app: description, commands: registry.all(.commands), decorate: decorated, credits: registry.all(.credits),
            groups: registry.all(.commandGroups), homeCards: registry.all(.homeCards), today: environment.time.today,
            readSnapshot: environment.opened.sharedRead.run, profiles: profiles, theme: theme,
            displays: registry.all(.displays),
            rows: registry.all(.shownRows), helpSheets: { registry.all(.helpBinders).flatMap { $0.sheets() } },
            warnings: registry.all(.warnings), external: { environment.programs.command($0, of: environment.app) })
    }
}
