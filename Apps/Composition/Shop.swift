import Kernel
import Monetization
import MonetizationAdapters
import MonetizationCommands
import Terminal

extension Environment {
    /// What an app sells over its store.
    public func shop(_ store: any Store, _ offering: Offering) throws -> Shop { try Shop(shopPlace, store, offering) }

    /// What a shop needs of this machine. With `--store memory` no licence outlives the process.
    package var shopPlace: ShopPlace {
        ShopPlace(
            app: app, data: isPassing ? nil : home, seller: seller, isRehearsal: options.isDryRun,
            programs: programs, ids: ids, time: time, signedIn: hasAccount, listener: gateListener)
    }
}

extension MonetizationPlugin {
    /// `plan` for an app.
    public init(
        _ environment: Environment, _ shop: Shop, exampleGate: String = "",
        used: @escaping @Sendable (Gate) -> Int? = { _ in nil }
    ) {
        self.init(
            shop.entitlements, used: used, exampleGate: exampleGate, sandbox: shop.sandbox, time: environment.time,
            isInteractive: { environment.isForPerson })
    }
}
