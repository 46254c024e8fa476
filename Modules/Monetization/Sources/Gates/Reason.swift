import Kernel

/// The explanation of an answer in one sentence, with a second one after an ended purchase or a due
/// payment.
struct Reason {
    let access: Access
    let rule: GateRule
    let used: Int?
    let limit: Int?

    private var title: String { rule.gate.title }
    private var pro: String { access.plan.name }
    /// The name of the purchase. A sandbox purchase is labelled as such.
    private var ownedPlan: String { access.isSandbox ? "\(pro) (sandbox)" : pro }

    var includedText: String {
        access.user.isPro
            ? "\(title.capitalizedFirst): part of \(ownedPlan).\(paymentDueText)" : "\(title.capitalizedFirst): free."
    }

    var lockedText: String { (rule.lock.map { "\($0)." } ?? "\(title.capitalizedFirst): part of \(pro).") + endedText }

    /// The sentence for an allowed action.
    var availableText: String {
        guard let limit else { return "\(ownedPlan) has no limit on \(title).\(paymentDueText)" }
        return used.map { "\($0) of \(limit) \(title) on \(planText)." }
            ?? "\(planText.capitalizedFirst) has room for \(limit) \(title)."
    }

    var limitReachedText: String {
        guard limit != 0 else { return lockedText }
        return
            "\(lock ?? "\(count) \(title)"): \(planText) has room for \(limit ?? 0), \(pro) has no limit.\(endedText)"
    }

    var readOnlyText: String {
        "Read-only: \(planText) has room for \(limit ?? 0) \(title) and there are \(used ?? 0). Nothing was removed, and export has everything.\(endedText)"
    }

    private var planText: String { access.user.isPro ? ownedPlan : "the free plan" }
    private var count: String { "\(used ?? 0)/\(limit ?? 0)" }

    private var lock: String? {
        rule.lock.map {
            $0.replacing("{used}", with: "\(used ?? 0)").replacing("{limit}", with: "\(limit ?? 0)")
        }
    }

    /// The sentence about an ended Pro plan.
    private var endedText: String {
        if let trouble = access.trouble { return " The purchases could not be read: \(trouble.message)" }
        guard let status = access.status, !access.user.isPro, let end = status.expiresAt else { return "" }
        let day = LocalCalendar.utc.day(of: end)
        switch status.state {
        case .revoked: return " \(ownedPlan) was taken back on \(day)."
        case .inBillingRetry: return " \(ownedPlan) could not be renewed on \(day)."
        case .expired: return " \(ownedPlan) ended on \(day)."
        case .subscribed, .inGracePeriod: return ""
        }
    }

    private var paymentDueText: String {
        guard let status = access.status, status.state == .inGracePeriod, let end = status.expiresAt else { return "" }
        return " A payment is due; you keep access until \(LocalCalendar.utc.day(of: end))."
    }
}
