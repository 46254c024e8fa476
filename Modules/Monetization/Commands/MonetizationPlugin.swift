import Guidance
import Interface
import Kernel
import Monetization

/// A plugin that adds `plan …` to an app, and the paywall for locked features.
package struct MonetizationPlugin: Plugin {
    package let name = "Monetization"
    private let planCommands: PlanCommands
    private let sandbox: SandboxCommands?
    private let isInteractive: @Sendable () -> Bool

    /// Creates the commands for an app's entitlements.
    ///
    /// - Parameters:
    ///   - used: Returns the current use of a gate, or nil if the app does not know it.
    ///   - exampleGate: The key in the help of `plan why`.
    ///   - sandbox: The sandbox, if the shop is one. Its commands are added.
    ///   - time: The clock behind the purchases.
    ///   - isInteractive: Whether a person sees the output: a terminal without `--json` and
    ///     `--plain`.
    package init(
        _ entitlements: Entitlements, used: @escaping @Sendable (Gate) -> Int?,
        exampleGate: String, sandbox: SandboxStoreFront? = nil, time: TimeSource,
        isInteractive: @escaping @Sendable () -> Bool
    ) {
        planCommands = PlanCommands(entitlements: entitlements, gates: [], used: used, exampleGate: exampleGate)
        self.sandbox = sandbox.map { SandboxCommands(sandbox: $0, entitlements: entitlements, time: time) }
        self.isInteractive = isInteractive
    }

    package func contribute(to registry: inout Registry) {
        registry.add(.local([LedgerEntry.collection]))
        if sandbox != nil { registry.add(.local([SandboxAct.collection])) }
        registry.add(
            DataFolder("licences", of: "licence", .deviceLocal, deviceLocalFiles: Licenses.ownNotes), to: .dataFolders)
        registry.add(PlanHelp.topic, to: .helpTopics)
        registry.add(all: PlanHelp.groups, to: .commandGroups)
        registry.add(to: .commands) { [planCommands] allPlugins in
            var planCommands = planCommands
            planCommands.gates = allPlugins.all(.gates)
            let licenseCommands = LicenseCommands(entitlements: planCommands.entitlements)
            return [
                planCommands.show, planCommands.why, planCommands.catalog, licenseCommands.buy,
                licenseCommands.activate, planCommands.restore, planCommands.cancel,
                planCommands.history,
            ]
        }
        registry.add(all: sandbox?.commands ?? [], to: .commands)
    }

    /// Returns the output of a locked view: the paywall for a person, or a failure with advice for
    /// a pipe.
    ///
    /// - Throws: `needsUpgrade` without a screen, and if nothing is on sale.
    package func paywall(for gate: Gate, _ answer: GateAnswer) throws -> Output {
        let payments = try LicenseCommands(entitlements: planCommands.entitlements).payments()
        guard isInteractive(), !payments.isEmpty else {
            let isForSale = answer.metadata.product != nil || !payments.isEmpty
            throw Failure(
                .needsUpgrade, answer.reason,
                advice: isForSale ? "`plan buy` says how to pay for it, `plan why \(gate.key)` explains." : "")
        }
        return screen(Denial(gate, answer), payments, declined: Output())
    }

    /// Returns the paywall after a locked command for a person on a terminal, followed by the
    /// original failure. Everyone else, and users with the plan, get only the failure.
    package func paywall(insteadOf failure: Failure) throws -> Output {
        guard let denial = failure.denial, isInteractive(), denial.answer.metadata.product != nil else { throw failure }
        let payments = try LicenseCommands(entitlements: planCommands.entitlements).payments()
        guard !payments.isEmpty else { throw failure }
        var declined = Output()
        declined.failure = failure
        return screen(denial, payments, declined: declined)
    }

    private func screen(_ denial: Denial, _ payments: [Payment], declined: Output) -> Output {
        let entitlements = planCommands.entitlements
        let gate = denial.gate
        let answer = denial.answer
        return .dialogue(
            PaywallScreen(
                entitlements.paywall.headline(for: gate.context), reason: answer.reason,
                features: entitlements.features,
                dismissal: entitlements.paywall.dismissal, payments: payments, declined: declined))
    }
}
