import Interface
import Kernel
import Monetization
import MonetizationAdapters
import MonetizationCommands

extension Environment {
    /// Returns the shop of an app over its store.
    package func shop(_ store: any Store, _ offering: Offering) throws -> Shop { try Shop(shopPlace, store, offering) }

    /// The machine services that a shop needs. With `--store memory` licenses end with the process.
    package var shopPlace: ShopContext {
        ShopContext(
            app: app, data: isTemporary ? nil : home, seller: seller, isDryRun: options.isDryRun,
            programs: programs, ids: ids, time: time, signedIn: hasAccount, listener: gateListener)
    }
}

extension MonetizationPlugin {
    package init(
        _ environment: Environment, _ shop: Shop, exampleGate: String = "",
        used: @escaping @Sendable (Gate) -> Int? = { _ in nil }
    ) {
        self.init(
            shop.entitlements, used: used, exampleGate: exampleGate, sandbox: shop.sandbox, time: environment.time,
            isInteractive: { environment.isForPerson })
    }
}
