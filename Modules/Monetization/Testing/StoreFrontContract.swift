import Kernel
import KernelTesting
import Monetization

/// The contract of every `StoreFront` with working payments and real time.
package enum StoreFrontContract {
    /// The catalog that the tested shop must sell: a monthly and a yearly plan of one group, with
    /// the yearly plan above, and a permanent purchase.
    package static let catalog = Catalog(
        products: [
            Product(
                id: "monthly", name: "Monthly", kind: .autoRenewable, price: usd(499), subscription: terms(2, .month)),
            Product(
                id: "yearly", name: "Yearly", kind: .autoRenewable, price: usd(2999),
                subscription: terms(1, BillingPeriod(1, .year) ?? .month)),
            Product(id: "lifetime", name: "Lifetime", kind: .nonConsumable, price: usd(7999)),
        ])

    /// Returns the contract over shops with `catalogue` from a closure, each for an account without
    /// purchases.
    package static func over(_ make: @escaping () throws -> any StoreFront) -> Contract<any StoreFront> {
        Contract("StoreFront", promises: buying + renewing + changing, make)
    }

    private static let buying: [Contract<any StoreFront>.Promise] = [
        .init("an unknown account has no purchases") {
            try expectEqual($0.history(through: day(900)).count, 0)
        },
        .init("a purchase keeps the price and version of its order") { shop in
            let tag = PriceTag(price: usd(123), version: "1.0", label: "Launch")
            _ = try shop.buy(Order(product: "lifetime", tag: tag), at: day(0))
            let receipt = try terms(of: shop, through: day(4000)).first
            try expectEqual(receipt?.price, usd(123))
            try expectEqual(receipt?.version, "1.0")
            try expectEqual(receipt?.label, "Launch")
            try expectEqual(receipt?.expiresAt, nil)
        },
        .init("the history contains the purchase of an order's outcome") { shop in
            let series = try bought(shop, "lifetime", at: day(0))
            try expectEqual(terms(of: shop, through: day(1)).map(\.series), [series])
        },
        .init("a query at an instant excludes later events") { shop in
            _ = try bought(shop, "monthly", at: day(10))
            try expectEqual(shop.history(through: day(9)).count, 0)
        },
        .init("repeated queries return the same events, plus new ones") { shop in
            let series = try bought(shop, "monthly", at: day(0))
            try shop.setAutoRenew(false, of: series, at: day(70))
            var previousEntries: Set<LedgerEntry> = []
            for moment in stride(from: 0, through: 200, by: 9) {
                let history = try shop.history(through: day(moment))
                try expectEqual(history, shop.history(through: day(moment)), "asked twice")
                try expect(previousEntries.isSubset(of: history), "something was forgotten by day \(moment)")
                previousEntries = Set(history)
            }
        },
        .init("each transaction has a unique identifier") { shop in
            _ = try bought(shop, "monthly", at: day(0))
            _ = try bought(shop, "lifetime", at: day(5))
            let ids = try terms(of: shop, through: day(400)).map(\.id)
            try expectEqual(Set(ids).count, ids.count)
        },
    ]

    private static let renewing: [Contract<any StoreFront>.Promise] = [
        .init("a renewal continues without a gap at the ordered price") { shop in
            _ = try bought(shop, "monthly", at: day(0))
            let receipts = try terms(of: shop, through: day(100))
            try expectEqual(receipts.count, 4)
            for (receipt, next) in zip(receipts, receipts.dropFirst()) {
                try expectEqual(receipt.expiresAt, next.purchasedAt)
            }
            try expectEqual(Set(receipts.map(\.price)), [usd(499)])
        },
        .init("a term from the 31st ends on the last day of shorter months, and on the 31st of longer ones") { shop in
            let start = day(Day("2026-01-31")?.ordinal ?? 0)
            _ = try bought(shop, "monthly", at: start)
            let ends = try terms(of: shop, through: start.adding(seconds: 80 * 86_400)).map {
                $0.expiresAt?.description.prefix(10)
            }
            try expectEqual(ends, ["2026-02-28", "2026-03-31", "2026-04-30"])
        },
        .init("a canceled renewal ends the purchase, and the record shows it") { shop in
            let series = try bought(shop, "monthly", at: day(0))
            try shop.setAutoRenew(false, of: series, at: day(40))
            try expectEqual(terms(of: shop, through: day(400)).count, 2)
            try expectEqual(shop.history(through: day(400)).map(\.kind), [.granted, .granted, .autoRenew, .ended])
        },
        .init("a renewal resumed in time continues") { shop in
            let series = try bought(shop, "monthly", at: day(0))
            try shop.setAutoRenew(false, of: series, at: day(5))
            try shop.setAutoRenew(true, of: series, at: day(9))
            try expectEqual(terms(of: shop, through: day(40)).count, 2)
        },
    ]

    private static let changing: [Contract<any StoreFront>.Promise] = [
        .init("a higher rank starts at once") { shop in
            let series = try bought(shop, "monthly", at: day(0))
            _ = try bought(shop, "yearly", at: day(10), in: series)
            let receipts = try terms(of: shop, through: day(100))
            try expectEqual(receipts.map(\.product), ["monthly", "yearly"])
            try expectEqual(receipts.map(\.purchasedAt), [day(0), day(10)])
            try expectEqual(Set(receipts.map(\.series)), [series])
        },
        .init("a lower rank starts at the renewal") { shop in
            let series = try bought(shop, "yearly", at: day(0))
            _ = try bought(shop, "monthly", at: day(10), in: series)
            try expectEqual(terms(of: shop, through: day(360)).map(\.product), ["yearly"])
            try expectEqual(terms(of: shop, through: day(366)).map(\.product), ["yearly", "monthly"])
        },
        .init("an ended purchase can be bought again and keeps its id") { shop in
            let series = try bought(shop, "monthly", at: day(0))
            try shop.setAutoRenew(false, of: series, at: day(1))
            _ = try bought(shop, "monthly", at: day(90), in: series)
            let receipts = try terms(of: shop, through: day(91))
            try expectEqual(receipts.map(\.purchasedAt), [day(0), day(90)])
            try expectEqual(Set(receipts.map(\.series)), [series])
        },
    ]

    // MARK: - Helpers

    private static func terms(_ level: Int, _ period: BillingPeriod) -> Product.Subscription {
        Product.Subscription(group: "plans", level: level, period: period)
    }

    private static func bought(
        _ shop: any StoreFront, _ product: Identifier<Product>, at now: Instant, in series: Identifier<Receipt>? = nil
    ) throws -> Identifier<Receipt> {
        let price = catalog.product(product)?.price ?? usd(0)
        let outcome = try shop.buy(Order(product: product, tag: PriceTag(price: price), series: series), at: now)
        let series: Identifier<Receipt>? = if case .bought(let id) = outcome { id } else { nil }
        try expect(series != nil, "the purchase waits for somebody")
        return series ?? ""
    }

    private static func terms(of shop: any StoreFront, through now: Instant) throws -> [Receipt] {
        try shop.history(through: now).compactMap(\.receipt)
    }

    private static func usd(_ cents: Int) -> Money { Money(minorUnits: cents, currency: "USD") }
    private static func day(_ number: Int) -> Instant { Instant(milliseconds: Int64(number) * 86_400_000) }
}
