import Kernel
import Sync

/// The permissions of one person at one moment. It is a value, so all answers of one screen agree.
package struct Access: Sendable {
    package let user: UserState
    /// The state of the purchases, or nil if nothing was ever bought.
    package let status: PurchaseStatus?
    /// The reason why the purchases could not be read. The free plan applies in that case.
    package let trouble: Failure?
    let plan: Plan
    let rules: [String: GateRule]
    let paywall: Paywall
    /// Returns the product that the paywall lists first. It is called only for a denial.
    let product: @Sendable () -> Identifier<Product>?

    /// The name of the plan: `free` or `pro`, or `unpaid` or `paid` in an app with a one-time
    /// price.
    package var planName: String {
        plan.isPaidOnce ? (status?.isEntitled == true ? "paid" : "unpaid") : user.isPro ? "pro" : "free"
    }

    /// Whether the deciding purchase came from a sandbox, without payment.
    package var isSandbox: Bool { status?.isSandbox ?? false }

    /// Returns whether one more is allowed, given the current use. A nil use counts as none.
    package func answer(_ gate: Gate, used: Int?) -> GateAnswer {
        guard let rule = rules[gate.key], !plan.isPaidOnce else { return open(gate, used) }
        switch value(of: rule) {
        case .bool(let isOn):
            return switchAnswer(rule, isOn)
        case .limit(let limit):
            let isBelowLimit = limit.map { (used ?? 0) < $0 } ?? true
            let reason = Reason(access: self, rule: rule, used: used, limit: limit)
            return answer(
                rule, isBelowLimit, .limit(limit), isBelowLimit ? reason.availableText : reason.limitReachedText,
                used: used, limit: limit)
        }
    }

    /// Returns whether the item at a position may be changed. Positions count from 1, oldest first.
    /// Items above the limit are read-only and kept.
    package func edit(_ gate: Gate, position: Int, used: Int) -> GateAnswer {
        guard let rule = rules[gate.key], !plan.isPaidOnce else { return open(gate, used) }
        guard case .limit(let limit) = value(of: rule) else { return answer(gate, used: used) }
        let isWithin = limit.map { position <= $0 } ?? true
        let reason = Reason(access: self, rule: rule, used: used, limit: limit)
        return answer(
            rule, isWithin, .limit(limit), isWithin ? reason.availableText : reason.readOnlyText, used: used,
            limit: limit)
    }

    /// Whether the app has a one-time price and locks nothing.
    package var locksNothing: Bool { plan.isPaidOnce }

    /// Returns the rule of a gate, or nil for a gate without a rule, which is open.
    package func rule(for gate: Gate) -> GateRule? { rules[gate.key] }

    private func value(of rule: GateRule) -> GateValue { user.isPro ? rule.pro : rule.free }

    /// Returns the answer of a gate that is on or off rather than counted.
    private func switchAnswer(_ rule: GateRule, _ isOn: Bool) -> GateAnswer {
        let reason = Reason(access: self, rule: rule, used: nil, limit: nil)
        guard isOn else { return answer(rule, false, .bool(false), reason.lockedText) }
        guard !rule.needsSignIn || user.isSignedIn else {
            return answer(rule, false, .bool(false), SyncStatus.needsSignIn.line)
        }
        return answer(rule, true, .bool(true), reason.includedText)
    }

    private func answer(
        _ rule: GateRule, _ allowed: Bool, _ value: GateValue, _ reason: String, used: Int? = nil, limit: Int? = nil
    ) -> GateAnswer {
        let headline = paywall.headline(for: rule.gate.context)
        let requiredProduct = allowed || user.isPro ? nil : rule.product ?? product()
        return GateAnswer(
            allowed: allowed, value: value, reason: reason, variant: planName,
            metadata: GateMetadata(
                used: used, limit: limit, headline: headline.text, icon: headline.icon,
                product: requiredProduct?.rawValue))
    }

    /// Returns the answer of a gate that is open on every plan.
    private func open(_ gate: Gate, _ used: Int?) -> GateAnswer {
        let ownedText = "Everything in this app is yours\(isSandbox ? " (sandbox)" : "")."
        let unlockedText =
            status?.isEntitled == true ? ownedText : "Nothing in this app is locked, whether you have paid or not."
        let reason = plan.isPaidOnce ? unlockedText : "\(gate.title.capitalizedFirst): on every plan."
        return GateAnswer(
            allowed: true, value: .bool(true), reason: reason, variant: planName, metadata: GateMetadata(used: used))
    }
}

/// The plans of an app: a paid plan beside a free one, or the app itself.
package enum Plan: Hashable, Sendable {
    /// A free plan, and a paid plan with this name, such as `FocusFlow Pro`.
    case freeAndPro(String)
    /// A one-time payment before first use. Nothing inside is locked.
    case paidOnce

    var isPaidOnce: Bool { self == .paidOnce }
    var name: String { if case .freeAndPro(let name) = self { name } else { "" } }
}
