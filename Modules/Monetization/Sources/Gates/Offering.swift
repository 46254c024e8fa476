import Kernel

/// An app's offer: its plans, the value of each gate, and the texts of a denial.
package struct Offering: Sendable {
    /// The plan that the app sells.
    package let plan: Plan
    package let rules: [GateRule]
    package let paywall: Paywall
    /// The product that the paywall lists first, or nil for the first subscription or product of
    /// the catalog.
    package let first: Identifier<Product>?

    package init(_ plan: Plan, rules: [GateRule] = [], paywall: Paywall = .none, first: Identifier<Product>? = nil) {
        self.plan = plan
        self.rules = rules
        self.paywall = paywall
        self.first = first
    }

    /// The offer of an app with a one-time price, which locks nothing.
    package static let paidOnce = Offering(.paidOnce)
}
