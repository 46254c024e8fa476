import Guidance
import Kernel
import Monetization
import Terminal

/// Brings `plan …` to an app, and the paywall to whoever meets a lock.
public struct MonetizationPlugin: Plugin {
    public let name = "Monetization"
    private let desk: PlanDesk
    private let sandbox: SandboxDesk?
    private let isInteractive: @Sendable () -> Bool

    /// The commands over an app's entitlements.
    ///
    /// - Parameters:
    ///   - used: how much of a gate is in use now, where the composition knows; nil where it does not.
    ///   - exampleGate: the key that the help of `plan why` shows.
    ///   - sandbox: the shop, when it is a sandbox: its own commands come with it.
    ///   - time: the clock behind the purchases.
    ///   - isInteractive: whether a person sees this: input and output are a terminal and neither `--json` nor `--plain` was given.
    public init(
        _ entitlements: Entitlements, used: @escaping @Sendable (Gate) -> Int?,
        exampleGate: String, sandbox: SandboxStoreFront? = nil, time: TimeSource, isInteractive: @escaping @Sendable () -> Bool
    ) {
        desk = PlanDesk(entitlements: entitlements, gates: [], used: used, exampleGate: exampleGate)
        self.sandbox = sandbox.map { SandboxDesk(sandbox: $0, entitlements: entitlements, time: time) }
        self.isInteractive = isInteractive
    }

    public func contribute(to registry: inout Registry) {
        registry.add(.staying([LedgerEntry.collection]))
        if sandbox != nil { registry.add(.staying([SandboxAct.collection])) }
        registry.add(DataFolder("licences", of: "licence", .spared, but: Licences.ownNotes), to: .dataFolders)
        registry.add(PlanHelp.topic, to: .helpTopics)
        registry.add(all: PlanHelp.groups, to: .commandGroups)
        registry.add(to: .commands) { [desk] whole in
            var desk = desk
            desk.gates = whole.all(.gates)
            let papers = LicenceDesk(entitlements: desk.entitlements)
            return [desk.show, desk.why, desk.catalogue, papers.buy, papers.activate, desk.restore, desk.cancel, desk.history]
        }
        registry.add(all: sandbox?.commands ?? [], to: .commands)
    }

    /// What a locked view gives when it is asked for directly: the paywall to a person, and to a pipe a failure that says what to do.
    ///
    /// - Throws: `needsUpgrade` where nobody sees a screen, and where nothing is on sale.
    public func paywall(for gate: Gate, _ answer: GateAnswer) throws -> Output {
        let payments = try LicenceDesk(entitlements: desk.entitlements).payments()
        guard isInteractive(), !payments.isEmpty else {
            let isForSale = answer.metadata.product != nil || !payments.isEmpty
            throw Failure(
                .needsUpgrade, answer.reason,
                advice: isForSale ? "`plan buy` says how to pay for it, `plan why \(gate.key)` explains." : "")
        }
        return screen(Denial(gate, answer), payments, declined: Output())
    }

    /// What somebody gets who met a lock on the way: a person on a terminal the paywall, and behind it still the failure that says that
    /// nothing was done; everybody else, and who has the plan already, only that failure.
    public func paywall(insteadOf failure: Failure) throws -> Output {
        guard let denial = failure.denial, isInteractive(), denial.answer.metadata.product != nil else { throw failure }
        let payments = try LicenceDesk(entitlements: desk.entitlements).payments()
        guard !payments.isEmpty else { throw failure }
        var declined = Output()
        declined.failure = failure
        return screen(denial, payments, declined: declined)
    }

    private func screen(_ denial: Denial, _ payments: [Payment], declined: Output) -> Output {
        let entitlements = desk.entitlements
        let (gate, answer) = (denial.gate, denial.answer)
        return .dialogue(
            PaywallScreen(
                entitlements.paywall.headline(for: gate.context), reason: answer.reason, features: entitlements.features,
                dismissal: entitlements.paywall.dismissal, payments: payments, declined: declined))
    }
}
