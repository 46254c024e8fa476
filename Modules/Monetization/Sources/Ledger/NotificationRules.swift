import Kernel

extension ServerNotification {
    /// What a notification does to the ledger, by the table of App Store Server Notifications V2. A type that is not in the table, and one that
    /// lacks what it is about, is kept and has no effect.
    public var entry: LedgerEntry {
        switch type {
        case "SUBSCRIBED", "DID_RENEW", "ONE_TIME_CHARGE", "RENEWAL_EXTENDED": grant
        case "OFFER_REDEEMED": subtype == "DOWNGRADE" ? preference(renewal?.product) : grant
        case "DID_CHANGE_RENEWAL_PREF": change
        case "DID_CHANGE_RENEWAL_STATUS": status
        case "DID_FAIL_TO_RENEW": failure
        case "GRACE_PERIOD_EXPIRED": about { .graceEnded(id, at: signedAt, $0.series, term: end(of: $0)) }
        case "EXPIRED": about { .ended(id, at: signedAt, $0.series, term: end(of: $0), why: subtype.isEmpty ? "OTHER" : subtype) }
        case "REFUND": about { .revoked(id, at: signedAt, $0.id, why: revocation ?? "REFUND_FULL") }
        case "REVOKE": about { .revoked(id, at: signedAt, $0.id, why: revocation ?? "FAMILY_REVOKE") }
        case "REFUND_REVERSED": about { .reinstated(id, at: signedAt, $0.id) }
        default: .noted(id, at: signedAt, name, isKnown: ServerNotification.withoutEffect.contains(type))
        }
    }

    /// Types that are known and change nothing.
    private static let withoutEffect: Set<String> = [
        "CONSUMPTION_REQUEST", "EXTERNAL_PURCHASE_TOKEN", "METADATA_UPDATE", "MIGRATION", "PRICE_CHANGE", "PRICE_INCREASE",
        "REFUND_DECLINED", "RENEWAL_EXTENSION", "RESCIND_CONSENT", "TEST",
    ]

    private var name: String { subtype.isEmpty ? type : "\(type).\(subtype)" }

    private var grant: LedgerEntry { about { .granted(id, at: signedAt, $0, why: name) } }

    /// An upgrade begins now, as a term of its own; a downgrade waits for the renewal; without a subtype, what was chosen is taken back.
    private var change: LedgerEntry {
        switch subtype {
        case "UPGRADE": grant
        case "DOWNGRADE": preference(renewal?.product)
        case "": preference(nil)
        default: .noted(id, at: signedAt, name, isKnown: false)
        }
    }

    private var status: LedgerEntry {
        switch subtype {
        case "AUTO_RENEW_ENABLED": about { .autoRenew(id, at: signedAt, $0.series, true) }
        case "AUTO_RENEW_DISABLED": about { .autoRenew(id, at: signedAt, $0.series, false) }
        default: .noted(id, at: signedAt, name, isKnown: false)
        }
    }

    /// The date decides, not the flag: with a grace period, access goes on until it ends.
    private var failure: LedgerEntry {
        about {
            let grace = subtype == "GRACE_PERIOD" ? renewal?.graceEnds : nil
            return .renewalFailed(id, at: signedAt, $0.series, term: end(of: $0), grace: grace)
        }
    }

    private func preference(_ product: Identifier<Product>?) -> LedgerEntry {
        about { .renewalProduct(id, at: signedAt, $0.series, product) }
    }

    private func about(_ make: (Receipt) -> LedgerEntry) -> LedgerEntry {
        transaction.map(make) ?? .noted(id, at: signedAt, name)
    }

    private func end(of receipt: Receipt) -> Instant { receipt.expiresAt ?? signedAt }
}
