import Kernel

/// What a gate is worth on each plan. The composition root declares one for each gate of its features, by the gate's declared value.
public struct GateRule: Hashable, Sendable {
    /// The one that it decides about.
    public let gate: Gate
    /// What it is worth without Pro.
    public let free: GateValue
    /// What it is worth with Pro.
    public let pro: GateValue
    /// Whether Pro alone is not enough.
    public let needsSignIn: Bool
    /// What stands on the lock, where the founding document has a text: "Upgrade for unlimited reminders". `{used}` and `{limit}` are filled in.
    public let lock: String?
    /// The product that the paywall puts first; nil for the first of the catalogue.
    public let product: Identifier<Product>?

    /// A rule. Without more, Pro has what is switched, and no limit on what is counted.
    public init(
        _ gate: Gate, free: GateValue, pro: GateValue? = nil, needsSignIn: Bool = false, lock: String? = nil,
        product: Identifier<Product>? = nil
    ) {
        (self.gate, self.free, self.needsSignIn, self.lock, self.product) = (gate, free, needsSignIn, lock, product)
        switch free {
        case .bool: self.pro = pro ?? .bool(true)
        case .limit: self.pro = pro ?? .limit(nil)
        }
    }
}
