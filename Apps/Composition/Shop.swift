import Kernel
import Monetization
import MonetizationAdapters
import MonetizationCommands
import Storage
import Terminal

/// What an app sells, and what follows from what was bought. Until there is a real shop, a sandbox sells what the app's `.storekit` file names.
package struct Shop: Sendable {
    package let entitlements: Entitlements
    /// Who answers the gates of the features.
    package let keeper: GateKeeper
    package let sandbox: SandboxStoreFront

    package init(_ environment: Environment, store: any Store, _ plan: Plan, rules: [GateRule] = [], paywall: Paywall = .none)
        throws
    {
        let catalogue = try BundledCatalogues.catalogue(environment.app)
        sandbox = SandboxStoreFront(store, catalogue: catalogue, ids: environment.ids)
        let purchases = Purchases(
            catalogue: catalogue, repository: StoredLedgerRepository(store), storeFront: sandbox, time: environment.time)
        entitlements = Entitlements(plan, rules: rules, paywall: paywall, purchases: purchases, signedIn: environment.isSignedIn)
        keeper = environment.gateListener.map(entitlements.keeper.heard) ?? entitlements.keeper
    }
}

extension MonetizationPlugin {
    /// `plan` for an app.
    package init(
        _ environment: Environment, _ shop: Shop, exampleGate: String = "",
        used: @escaping @Sendable (Gate) -> Int? = { _ in nil }
    ) {
        self.init(
            shop.entitlements, used: used, exampleGate: exampleGate, sandbox: shop.sandbox, time: environment.time,
            isInteractive: { environment.isForPerson })
    }
}
