import Kernel
import Sync

/// What one person may do at one moment: a value, so that the answers of one screen agree with each other.
public struct Access: Sendable {
    /// Who is asking.
    public let user: UserState
    /// Where their purchases stand; nil when nothing was ever bought.
    public let status: PurchaseStatus?
    /// Why the purchases could not be read, when they could not: the free plan counts meanwhile.
    public let trouble: Failure?
    let plan: Plan
    let rules: [String: GateRule]
    let paywall: Paywall
    /// What the paywall puts first; asked for only where something is denied.
    let product: @Sendable () -> Identifier<Product>?

    /// What the app calls what this person has: `free` or `pro`, in an app that is paid once `unpaid` or `paid`.
    public var planName: String {
        plan.isPaidOnce ? (status?.isEntitled == true ? "paid" : "unpaid") : user.isPro ? "pro" : "free"
    }

    /// Whether what decides was sold by a sandbox, and nothing was paid.
    public var isSandbox: Bool { status?.isSandbox ?? false }

    /// Whether there may be one more, with so many in use; nil where nobody counted, which is taken for none.
    public func answer(_ gate: Gate, used: Int?) -> GateAnswer {
        guard let rule = rules[gate.key], !plan.isPaidOnce else { return open(gate, used) }
        switch value(of: rule) {
        case .bool(let isOn):
            return switchedOn(rule, isOn)
        case .limit(let limit):
            let isRoom = limit.map { (used ?? 0) < $0 } ?? true
            let reason = Reason(access: self, rule: rule, used: used, limit: limit)
            return answer(rule, isRoom, .limit(limit), isRoom ? reason.room : reason.full, used: used, limit: limit)
        }
    }

    /// Whether the thing at a position, counted from 1 and the oldest first, may be changed. What lies beyond the limit is read-only and kept.
    public func edit(_ gate: Gate, position: Int, used: Int) -> GateAnswer {
        guard let rule = rules[gate.key], !plan.isPaidOnce else { return open(gate, used) }
        guard case .limit(let limit) = value(of: rule) else { return answer(gate, used: used) }
        let isWithin = limit.map { position <= $0 } ?? true
        let reason = Reason(access: self, rule: rule, used: used, limit: limit)
        return answer(rule, isWithin, .limit(limit), isWithin ? reason.room : reason.readOnly, used: used, limit: limit)
    }

    /// Whether the app is paid once, and nothing in it is locked.
    public var locksNothing: Bool { plan.isPaidOnce }

    /// The rule that decides about a gate; nil where none does, and the gate is open.
    public func rule(for gate: Gate) -> GateRule? { rules[gate.key] }

    private func value(of rule: GateRule) -> GateValue { user.isPro ? rule.pro : rule.free }

    private func switchedOn(_ rule: GateRule, _ isOn: Bool) -> GateAnswer {
        let reason = Reason(access: self, rule: rule, used: nil, limit: nil)
        guard isOn else { return answer(rule, false, .bool(false), reason.locked) }
        guard !rule.needsSignIn || user.isSignedIn else { return answer(rule, false, .bool(false), SyncStatus.needsSignIn.line) }
        return answer(rule, true, .bool(true), reason.had)
    }

    private func answer(
        _ rule: GateRule, _ allowed: Bool, _ value: GateValue, _ reason: String, used: Int? = nil, limit: Int? = nil
    ) -> GateAnswer {
        let headline = paywall.headline(for: rule.gate.context)
        let wanted = allowed || user.isPro ? nil : rule.product ?? product()
        return GateAnswer(
            allowed: allowed, value: value, reason: reason, variant: planName,
            metadata: GateMetadata(
                used: used, limit: limit, headline: headline.text, icon: headline.icon, product: wanted?.rawValue))
    }

    private func open(_ gate: Gate, _ used: Int?) -> GateAnswer {
        let yours = "Everything in this app is yours\(isSandbox ? " (sandbox)" : "")."
        let once = status?.isEntitled == true ? yours : "Nothing in this app is locked, whether you have paid or not."
        let reason = plan.isPaidOnce ? once : "\(gate.title.capitalizedFirst): on every plan."
        return GateAnswer(
            allowed: true, value: .bool(true), reason: reason, variant: planName, metadata: GateMetadata(used: used))
    }
}

/// What an app sells: a better plan beside a free one, or itself.
public enum Plan: Hashable, Sendable {
    /// A free plan, and one that is called so: `FocusFlow Pro`.
    case freeAndPro(String)
    /// The app is paid once, before it is used: nothing inside is locked.
    case paidOnce

    var isPaidOnce: Bool { self == .paidOnce }
    var name: String { if case .freeAndPro(let name) = self { name } else { "" } }
}
