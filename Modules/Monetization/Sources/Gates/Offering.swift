import Kernel

/// What an app offers: its plans, what each gate is worth, and what explains a denial.
public struct Offering: Sendable {
    /// What it sells: a better plan, or itself.
    public let plan: Plan
    /// One for each gate of the app.
    public let rules: [GateRule]
    /// What explains a denial.
    public let paywall: Paywall
    /// The product that the paywall puts first; nil for the first subscription of the catalogue, or its first product.
    public let first: Identifier<Product>?

    /// What one app offers, in one value for its page.
    public init(_ plan: Plan, rules: [GateRule] = [], paywall: Paywall = .none, first: Identifier<Product>? = nil) {
        (self.plan, self.rules, self.paywall, self.first) = (plan, rules, paywall, first)
    }

    /// An app that is paid once, and has nothing to lock.
    public static let paidOnce = Offering(.paidOnce)
}
