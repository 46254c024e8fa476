import Kernel

/// Why an answer is as it is, in one sentence for a person; a second one when a purchase ended or a payment is due.
struct Reason {
    let access: Access
    let rule: GateRule
    let used: Int?
    let limit: Int?

    private var title: String { rule.gate.title }
    private var pro: String { access.plan.name }
    /// What somebody has or had: what a sandbox sold is called so wherever it is named.
    private var owned: String { access.isSandbox ? "\(pro) (sandbox)" : pro }

    /// A switch that is on.
    var had: String {
        access.user.isPro ? "\(title.capitalizedFirst): part of \(owned).\(due)" : "\(title.capitalizedFirst): free."
    }

    /// A switch that is off.
    var locked: String { (rule.lock.map { "\($0)." } ?? "\(title.capitalizedFirst): part of \(pro).") + past }

    /// Room for one more, or for this one.
    var room: String {
        guard let limit else { return "\(owned) has no limit on \(title).\(due)" }
        return used.map { "\($0) of \(limit) \(title) on \(planned)." }
            ?? "\(planned.capitalizedFirst) has room for \(limit) \(title)."
    }

    /// No room for one more.
    var full: String {
        guard limit != 0 else { return locked }
        return "\(lock ?? "\(count) \(title)"): \(planned) has room for \(limit ?? 0), \(pro) has no limit.\(past)"
    }

    /// Beyond the limit.
    var readOnly: String {
        "Read-only: \(planned) has room for \(limit ?? 0) \(title) and there are \(used ?? 0). Nothing was removed, and export has everything.\(past)"
    }

    private var planned: String { access.user.isPro ? owned : "the free plan" }
    private var count: String { "\(used ?? 0)/\(limit ?? 0)" }

    private var lock: String? {
        rule.lock.map {
            $0.replacing("{used}", with: "\(used ?? 0)").replacing("{limit}", with: "\(limit ?? 0)")
        }
    }

    /// What became of Pro, for somebody who had it.
    private var past: String {
        if let trouble = access.trouble { return " The purchases could not be read: \(trouble.message)" }
        guard let status = access.status, !access.user.isPro, let end = status.expires else { return "" }
        let day = LocalCalendar.utc.day(of: end)
        switch status.state {
        case .revoked: return " \(owned) was taken back on \(day)."
        case .inBillingRetry: return " \(owned) could not be renewed on \(day)."
        case .expired: return " \(owned) ended on \(day)."
        case .subscribed, .inGracePeriod: return ""
        }
    }

    private var due: String {
        guard let status = access.status, status.state == .inGracePeriod, let end = status.expires else { return "" }
        return " A payment is due; you keep access until \(LocalCalendar.utc.day(of: end))."
    }
}
