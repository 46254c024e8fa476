import Foundation
import Interface
import Kernel
import Monetization
import MonetizationAdapters
import MonetizationCommands
import Storage
import Terminal
import TerminalTesting
import TestSupport

/// An app with only a plan, wired as a composition does.
struct PlanApp {
    let app: String
    let plan: Plan
    let rules: [GateRule]
    let paywall: Paywall
    let store: MemoryStore
    let clock: ManualClock
    var settings: SandboxSettings?
    var signedIn = false

    static func focusFlow(_ store: MemoryStore = MemoryStore(), clock: ManualClock = ManualClock()) -> PlanApp {
        PlanApp(
            app: "focusflow", plan: .freeAndPro("FocusFlow Pro"), rules: Gates.all, paywall: .focusFlow, store: store,
            clock: clock)
    }

    static func dojang(clock: ManualClock) -> PlanApp {
        PlanApp(app: "dojang", plan: .paidOnce, rules: [], paywall: .none, store: MemoryStore(), clock: clock)
    }

    static let used: [String: Int] = ["tasks.active": 3, "reminders.task": 0]

    /// Runs a command. A dry run stores nothing.
    @discardableResult func run(_ arguments: [String], on console: any Console) -> Int32 {
        do {
            let (options, rest) = try GlobalOptions.split(arguments)
            let store: any Store = options.isDryRun ? try DryRunStore(over: store) : store
            let isInteractive = console.isInputTerminal && console.isOutputTerminal && options.form == .readable
            return try shell(store, isInteractive: isInteractive).run(options, rest, on: console)
        } catch {
            return Shell.report(error, app: app, on: console)
        }
    }

    func json(_ line: String) throws -> JSONValue {
        let console = ScriptedConsole()
        run(line.split(separator: " ").map(String.init) + ["--json"], on: console)
        return try JSONValue(Data(console.output.utf8))
    }

    func shell(_ store: any Store, isInteractive: Bool) throws -> Shell {
        let catalog = try BundledCatalogs.catalog(app)
        let clock = clock
        let ids = IDSource.timeOrdered(now: { clock.now }, random: RandomSource(seed: 1))
        let sandbox = SandboxStoreFront(store, catalogue: catalog, settings: settings, ids: ids)
        let purchases = Purchases(
            catalogue: catalog, repository: StoredLedgerRepository(store), storeFront: sandbox, time: clock.source())
        let entitlements = Entitlements(
            plan, rules: rules, paywall: paywall, purchases: purchases, signedIn: { [signedIn] in signedIn })
        let gates = rules.map(\.gate)
        let plugin = MonetizationPlugin(
            entitlements, used: { PlanApp.used[$0.key] }, exampleGate: gates.first?.key ?? "export",
            sandbox: sandbox,
            time: clock.source(), isInteractive: { isInteractive })
        let registry = try Registry([plugin, GateDeclaringPlugin(gates: gates)])
        return Shell(
            app: AppDescription(
                name: app, about: "Has a plan.", version: "0.1.0", credits: [], privacy: "Yours.", support: "None."),
            commands: registry.all(.commands) + [undo, locked(plugin, entitlements)], homeCards: [],
            today: { clock.source().today() }
        )
    }

    /// Returns a command that shows the paywall of a locked feature.
    private func locked(_ plugin: MonetizationPlugin, _ entitlements: Entitlements) -> Command {
        Command(
            "locked", "Ask for something locked", examples: [.init("locked journey", "the Journey", runs: false)],
            .argument("context", .text, "what is wanted")
        ) { context in
            let gate = Gate("locked.\(context)", context, context: context)
            let answer = GateAnswer(allowed: false, reason: "\(context) is locked.", variant: "free")
            return try plugin.paywall(for: gate, answer)
        }
    }

    private var undo: Command {
        Command("undo", "Undo", examples: [.init("undo", "the last change")]) { Output(notice: "Nothing to undo.") }
    }

    var fingerprint: String {
        get throws { String(decoding: try JSONValue.encoder.encode(store.exportEverything()), as: UTF8.self) }
    }
}

/// A feature that declares the gates.
private struct GateDeclaringPlugin: Plugin {
    let name = "Asked"
    let gates: [Gate]

    func contribute(to registry: inout Registry) { registry.add(all: gates, to: .gates) }
}
