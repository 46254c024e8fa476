import Kernel

/// The value of a gate on each plan. The composition root declares one for each gate of its
/// features.
package struct GateRule: Hashable, Sendable {
    package let gate: Gate
    /// The value without Pro.
    package let free: GateValue
    package let pro: GateValue
    package let needsSignIn: Bool
    /// The text on the lock, from the founding document: "Upgrade for unlimited reminders".
    /// `{used}` and `{limit}` are replaced.
    package let lock: String?
    /// The product that the paywall lists first, or nil for the first of the catalog.
    package let product: Identifier<Product>?

    /// Creates a rule. By default Pro includes every switch, and has no limit on counts.
    package init(
        _ gate: Gate, free: GateValue, pro: GateValue? = nil, needsSignIn: Bool = false, lock: String? = nil,
        product: Identifier<Product>? = nil
    ) {
        self.gate = gate
        self.free = free
        self.needsSignIn = needsSignIn
        self.lock = lock
        self.product = product
        switch free {
        case .bool: self.pro = pro ?? .bool(true)
        case .limit: self.pro = pro ?? .limit(nil)
        }
    }
}
