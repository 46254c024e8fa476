import Kernel

/// A server notification of version 2, its signatures checked and its payload decoded by whoever received it.
public struct ServerNotification: Hashable, Sendable {
    /// `notificationUUID`: two with the same are one.
    public let id: Identifier<LedgerEntry>
    /// `notificationType`, as in `DID_RENEW`.
    public let type: String
    /// `subtype`, as in `BILLING_RECOVERY`; empty when there is none.
    public let subtype: String
    /// When the shop signed it: notifications count in this order.
    public let signedAt: Instant
    /// The transaction that it is about.
    public let transaction: Receipt?
    /// What it says about renewals.
    public let renewal: Renewal?
    /// `revocationType`: `REFUND_FULL`, `REFUND_PRORATED`, `FAMILY_REVOKE`.
    public let revocation: String?

    /// What a notification says about renewals.
    public struct Renewal: Hashable, Sendable {
        /// What follows at the renewal.
        public let product: Identifier<Product>?
        /// Until when access goes on without payment.
        public let graceEnds: Instant?

        /// What follows, and until when access goes on.
        public init(product: Identifier<Product>? = nil, graceEnds: Instant? = nil) {
            (self.product, self.graceEnds) = (product, graceEnds)
        }
    }

    /// A notification from its parts.
    public init(
        id: Identifier<LedgerEntry>, type: String, subtype: String = "", signedAt: Instant, transaction: Receipt? = nil,
        renewal: Renewal? = nil, revocation: String? = nil
    ) {
        (self.id, self.type, self.subtype, self.signedAt) = (id, type, subtype, signedAt)
        (self.transaction, self.renewal, self.revocation) = (transaction, renewal, revocation)
    }

    /// Reads the decoded payload: JSON with `data.transactionInfo` and `data.renewalInfo` as objects.
    ///
    /// - Throws: `notificationInvalid` when it names no type, identifier or date, or speaks of a transaction that cannot be read.
    public init(_ bytes: [UInt8]) throws {
        let root = try CatalogueJSON.object(bytes, named: "The notification")
        guard let id = root["notificationUUID"]?.identifierText else { throw ServerNotification.invalid("notificationUUID") }
        guard let type = root["notificationType"]?.identifierText else { throw ServerNotification.invalid("notificationType") }
        guard let signedAt = root["signedDate"]?.instant else { throw ServerNotification.invalid("signedDate") }
        let transaction = root["data"]?["transactionInfo"]
        let renewal = root["data"]?["renewalInfo"]
        self.init(
            id: Identifier(id), type: type, subtype: root["subtype"]?.identifierText ?? "", signedAt: signedAt,
            transaction: try transaction.map { try Receipt(decoded: $0) },
            renewal: renewal.map {
                Renewal(
                    product: $0["autoRenewProductId"]?.identifierText.map { Identifier($0) },
                    graceEnds: $0["gracePeriodExpiresDate"]?.instant)
            }, revocation: transaction?["revocationType"]?.identifierText)
    }

    fileprivate static func invalid(_ field: String) -> Failure {
        Failure(.notificationInvalid, "The notification's \(field) is missing or cannot be read.", kind: .badData)
    }
}

extension Receipt {
    /// A decoded `JWSTransaction`; its price is in thousandths.
    fileprivate init(decoded given: JSONValue) throws {
        guard let id = given["transactionId"]?.identifierText else { throw ServerNotification.invalid("transactionId") }
        guard let product = given["productId"]?.identifierText else { throw ServerNotification.invalid("productId") }
        guard let begins = given["purchaseDate"]?.instant else { throw ServerNotification.invalid("purchaseDate") }
        let kind = try Receipt.kind(given["type"]?.text)
        let ends = given["expiresDate"]?.instant
        guard kind != .autoRenewable || ends != nil else { throw ServerNotification.invalid("expiresDate") }
        let isShared = given["inAppOwnershipType"]?.text == "FAMILY_SHARED"
        self.init(
            id: Identifier(id), series: Identifier(given["originalTransactionId"]?.identifierText ?? id),
            product: Identifier(product),
            kind: kind, purchasedAt: begins, expiresAt: ends, price: Receipt.price(given),
            isIntroductory: given["offerType"]?.whole == 1,
            ownership: isShared ? .familyShared : .purchased)
    }

    private static func kind(_ text: String?) throws -> Product.Kind {
        switch text {
        case nil, "Auto-Renewable Subscription": .autoRenewable
        case "Non-Consumable": .nonConsumable
        case "Consumable": .consumable
        case "Non-Renewing Subscription": .nonRenewing
        default: throw ServerNotification.invalid("type")
        }
    }

    private static func price(_ given: JSONValue) -> Money? {
        guard let thousandths = given["price"]?.whole, thousandths >= 0, let currency = given["currency"]?.identifierText else {
            return nil
        }
        let divisor = [0: 1000, 2: 10][Money.decimalPlaces(of: currency)] ?? 1
        return Money(minorUnits: thousandths / divisor, currency: currency)
    }
}

extension JSONValue {
    /// Milliseconds since 1970.
    fileprivate var instant: Instant? { whole.flatMap { $0 >= 0 ? Instant(milliseconds: Int64($0)) : nil } }
}
