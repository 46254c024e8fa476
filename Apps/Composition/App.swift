import Kernel
import LanguagesAdapters
import LanguagesCommands
import Monetization
import MonetizationAdapters
import Terminal
import TerminalAdapters

/// One app: what it says about itself, and the plugins that make it.
public struct App: Sendable {
    /// Builds an app over an environment.
    public typealias Builder = @Sendable (Environment) throws -> App

    private(set) var description: AppDescription
    /// What its plugins brought.
    package let registry: Registry
    private let environment: Environment
    private let profiles: @Sendable () -> [String]
    private let theme: @Sendable () -> Theme
    private let recover: (@Sendable (Failure) throws -> Output)?
    /// Who answers the gates of the app; nil for one that has none.
    package let entitlements: Entitlements?

    /// An app from its plugins, in the order in which their contributions are shown.
    ///
    /// - Parameters:
    ///   - profiles: names to complete for `--profile`.
    ///   - theme: the colours of whoever is at the terminal.
    ///   - shop: what the app sells; nil for one that sells nothing and asks no gate.
    ///   - recover: what is shown instead of a failure, such as a paywall; nil for the failure.
    /// - Throws: `duplicateContribution`, naming the plugins that collide.
    public init(
        _ description: AppDescription, in environment: Environment, profiles: @escaping @Sendable () -> [String] = { [] },
        theme: @escaping @Sendable () -> Theme = { .classic }, shop: Shop? = nil,
        recover: (@Sendable (Failure) throws -> Output)? = nil, plugins: [any Plugin]
    ) throws {
        (self.description, self.environment, self.profiles, self.theme) = (description, environment, profiles, theme)
        self.description.stores = environment.stores.map(StoreChoice.init)
        (self.recover, entitlements) = (recover, shop?.entitlements)
        registry = try Registry(
            plugins + machinePlugins(environment.folder, environment.options, isTrial: environment.given != nil)
                + [LanguagesPlugin(.at(environment.folder), environment.options, environment.variables, environment.given)])
    }

    /// Runs the app as a process: its own arguments, terminal and environment. Does not return.
    ///
    /// - Parameter engines: plugins that contribute to `.stores`, besides those of this house.
    public static func main(_ name: String, _ build: Builder, engines: [any Plugin] = []) -> Never {
        let variables = ProcessWords.variables
        let words = Result { try ProcessWords.arguments() }
        let home = try? Environment.split(name, words.get(), variables, engines).environment
        let companions = ConsoleCompanions.real(variables: variables, drafts: Drafts(below: home?.folder("drafts") ?? ""))
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
    ///   - arguments: the words behind the program's name.
    ///   - engines: as `main` takes them.
    ///   - adjust: changes the environment before the app is built: another clock, another store.
    /// - Returns: the exit status.
    public static func run(
        _ name: String, _ build: Builder, _ arguments: [String], on bare: any Console,
        engines: [any Plugin] = [], adjust: (Environment) -> Environment = { $0 }
    ) -> Int32 {
        do {
            let (found, words) = try Environment.split(name, arguments, bare.environment, engines, isTerminal: bare.isTerminal)
            let console = bare.translated(by: .init(found.options.language, found.variables, brought: found.folder("languages")))
            if let status = Shell.tell(version: Release.version, of: name, found.options, on: console) { return status }
            var environment = adjust(found)
            environment.caller = StoreCaller(name, words, found.options, on: console, upkeep: environment.upkeep.start)
            let app = try build(environment)
            defer { environment.opened.close() }
            let status = app.shell.run(found.options, words, on: console)
            for errand in app.registry.all(.errands) { errand.run(words.first ?? "") }
            // A command that failed has said why, and `doctor` says all of it.
            if status == 0, words.first != "doctor", let damage = environment.opened.damage(in: name) {
                _ = Shell.report(damage, app: name, on: console)
            }
            return status
        } catch {
            return Shell.report(error, app: name, on: bare)
        }
    }

    /// Every gate that the app's features declare.
    package var gates: [Gate] { registry.all(.gates) }

    /// The command that was asked for, with what the app shows around it.
    private func dressed(_ command: Command) -> Command {
        let able = recover.map(command.recovering) ?? command
        let options = environment.options
        guard options.form == .people, !options.isDryRun, !options.isQuiet else { return able }
        return able.surrounded(by: registry, forPerson: environment.isForPerson)
    }

    /// The commands, cards and pages of help of the plugins, as a command line.
    package var shell: Shell {
        Shell(
            app: description, commands: registry.all(.commands), dressed: dressed, credits: registry.all(.credits),
            groups: registry.all(.commandGroups), homeCards: registry.all(.homeCards), today: environment.time.today,
            glance: environment.opened.glance.take, profiles: profiles, theme: theme, displays: registry.all(.displays),
            rows: registry.all(.shownRows), helpSheets: { registry.all(.helpBinders).flatMap { $0.sheets() } },
            warnings: registry.all(.warnings), external: { environment.programs.command($0, of: environment.app) })
    }
}
