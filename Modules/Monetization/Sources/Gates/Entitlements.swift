import Kernel

/// Answers every gate of an app: never an error, always with a reason, and never from a memory of what was.
public struct Entitlements: Sendable {
    /// What was bought.
    public let purchases: Purchases
    /// What explains a denial.
    public let paywall: Paywall
    private let plan: Plan
    private let rules: [String: GateRule]
    private let first: Identifier<Product>?
    private let signedIn: @Sendable () -> Bool

    /// The answers of one app.
    ///
    /// - Parameters:
    ///   - rules: one for each gate; of two for one gate the last counts. `unruled` and `unknown` find what is missing or left over.
    ///   - first: the product that the paywall puts first; nil for the first subscription of the catalogue, or the first product.
    ///   - signedIn: whether somebody is signed in now; asked each time.
    public init(
        _ plan: Plan, rules: [GateRule], paywall: Paywall, purchases: Purchases, first: Identifier<Product>? = nil,
        signedIn: @escaping @Sendable () -> Bool
    ) {
        (self.plan, self.paywall, self.purchases, self.signedIn) = (plan, paywall, purchases, signedIn)
        self.first = first
        self.rules = Dictionary(rules.map { ($0.gate.key, $0) }) { $1 }
    }

    /// What the person may do now. When the purchases cannot be read the free plan counts, and the answers say why.
    public func access() -> Access {
        do {
            let status = try purchases.status()
            let isOpen = status?.isEntitled ?? false
            return access(status, isOpen ? nil : try purchases.licences?.kept().compactMap(\.trouble).first)
        } catch let failure as Failure {
            return access(nil, failure)
        } catch {
            return access(nil, Failure(.purchasesUnreadable, "The purchases could not be read."))
        }
    }

    /// Who answers gates, for the features that ask. Every question is answered from the ledger as it is then.
    public var keeper: GateKeeper {
        GateKeeper(
            ask: { access().answer($0, used: $1) }, edit: { access().edit($0, position: $1, used: $2) },
            settle: {
                let access = access()
                return GateKeeper(
                    ask: { access.answer($0, used: $1) }, edit: { access.edit($0, position: $1, used: $2) })
            })
    }

    /// What the paywall lists: what the app has gates for, and nothing that has yet to come.
    public var features: [Paywall.Feature] { paywall.features(among: rules.values.map(\.gate)) }

    /// Gates that no rule decides about: they are open, which is a mistake in an app with a free plan.
    public func unruled(among gates: [Gate]) -> [Gate] { gates.filter { rules[$0.key]?.gate != $0 } }

    /// Rules for gates that no feature declares.
    public func unknown(among gates: [Gate]) -> [GateRule] {
        rules.values.filter { !gates.contains($0.gate) }.sorted { $0.gate.key < $1.gate.key }
    }

    private func access(_ status: PurchaseStatus?, _ trouble: Failure?) -> Access {
        let isPro = plan.isPaidOnce || status?.isEntitled ?? false
        return Access(
            user: UserState(signedIn: signedIn(), isPro: isPro), status: status, trouble: trouble, plan: plan, rules: rules,
            paywall: paywall,
            product: { [first, purchases] in
                let products = first == nil ? (try? purchases.catalogue.products) ?? [] : []
                return first ?? products.first { $0.kind == .autoRenewable }?.id ?? products.first?.id
            })
    }
}
