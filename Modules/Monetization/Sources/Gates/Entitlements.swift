import Kernel

/// The answers to every gate of an app. An answer is never an error, always has a reason, and is
/// computed for each question.
package struct Entitlements: Sendable {
    package let purchases: Purchases
    package let paywall: Paywall
    private let plan: Plan
    private let rules: [String: GateRule]
    private let first: Identifier<Product>?
    private let signedIn: @Sendable () -> Bool

    /// Creates the answers of one app.
    ///
    /// - Parameters:
    ///   - rules: One rule for each gate. Of two rules for one gate, the last one counts. `unruled`
    ///     and `unknown` report gaps.
    ///   - first: The product that the paywall lists first, or nil for the first subscription or
    ///     product of the catalog.
    ///   - signedIn: Reports whether the user is signed in. It is called each time.
    package init(
        _ plan: Plan, rules: [GateRule], paywall: Paywall, purchases: Purchases, first: Identifier<Product>? = nil,
        signedIn: @escaping @Sendable () -> Bool
    ) {
        self.plan = plan
        self.paywall = paywall
        self.purchases = purchases
        self.signedIn = signedIn
        self.first = first
        self.rules = Dictionary(rules.map { ($0.gate.key, $0) }) { $1 }
    }

    /// Returns the current permissions. If the purchases cannot be read, the free plan applies and
    /// the answers say why.
    package func access() -> Access {
        do {
            let status = try purchases.status()
            let isOpen = status?.isEntitled ?? false
            return access(status, isOpen ? nil : try purchases.licenses?.stored().compactMap(\.trouble).first)
        } catch let failure as Failure {
            return access(nil, failure)
        } catch {
            return access(nil, Failure(.purchasesUnreadable, "The purchases could not be read."))
        }
    }

    /// The gate keeper for features. It answers every question from the current ledger.
    package var keeper: GateKeeper {
        GateKeeper(
            ask: { access().answer($0, used: $1) }, edit: { access().edit($0, position: $1, used: $2) },
            makeSnapshot: {
                let access = access()
                return GateKeeper(
                    ask: { access.answer($0, used: $1) }, edit: { access.edit($0, position: $1, used: $2) })
            })
    }

    /// The features that the paywall lists: those with a gate in this app.
    package var features: [Paywall.Feature] { paywall.features(among: rules.values.map(\.gate)) }

    /// Returns the gates without a rule. They are open, which is an error in an app with a free
    /// plan.
    package func unruled(among gates: [Gate]) -> [Gate] { gates.filter { rules[$0.key]?.gate != $0 } }

    /// Returns the rules for gates that no feature declares.
    package func unknown(among gates: [Gate]) -> [GateRule] {
        rules.values.filter { !gates.contains($0.gate) }.sorted { $0.gate.key < $1.gate.key }
    }

    private func access(_ status: PurchaseStatus?, _ trouble: Failure?) -> Access {
        let isPro = plan.isPaidOnce || status?.isEntitled ?? false
        return Access(
            user: UserState(signedIn: signedIn(), isPro: isPro), status: status, trouble: trouble, plan: plan,
            rules: rules, paywall: paywall,
            product: { [first, purchases] in
                let products = first == nil ? (try? purchases.catalog.products) ?? [] : []
                return first ?? products.first { $0.kind == .autoRenewable }?.id ?? products.first?.id
            })
    }
}
