import Kernel
import KernelContract
import Monetization

/// What every `LedgerRepository` must keep.
public enum LedgerRepositoryContract {
    /// The contract over repositories that a closure makes, each empty.
    public static func over(_ make: @escaping () throws -> any LedgerRepository) -> Contract<any LedgerRepository> {
        Contract("LedgerRepository", promises: promises, make)
    }

    private static let promises: [Contract<any LedgerRepository>.Promise] = [
        .init("starts empty") { try expectEqual($0.entries().count, 0) },
        .init("gives entries back as they were") { repository in
            try repository.append(samples)
            try expectEqual(repository.entries(), samples)
        },
        .init("gives entries in the order in which they were signed, however they came") { repository in
            for entry in samples.reversed() { try repository.append([entry]) }
            try expectEqual(repository.entries().map(\.id), samples.map(\.id))
        },
        .init("adds an entry once, and says what is new") { repository in
            try expectEqual(repository.append([samples[0], samples[1]]).map(\.id), [samples[0].id, samples[1].id])
            try expectEqual(repository.append(samples).map(\.id), samples.dropFirst(2).map(\.id))
            try expectEqual(repository.append(samples).count, 0)
            try expectEqual(repository.entries().count, samples.count)
        },
        .init("adds an entry that is given twice at once only once") { repository in
            try expectEqual(repository.append([samples[0], samples[0]]).count, 1)
            try expectEqual(repository.entries().count, 1)
        },
        .init("never changes an entry that is there") { repository in
            try repository.append([samples[0]])
            let forged = LedgerEntry.noted(samples[0].id, at: Instant(milliseconds: 5), "FORGED")
            try expectEqual(repository.append([forged]).count, 0)
            try expectEqual(repository.entries(), [samples[0]])
        },
    ]

    private static let samples: [LedgerEntry] = {
        let receipt = Receipt(
            id: "t1", series: "t1", product: "pro", kind: .autoRenewable, purchasedAt: moment(1), expiresAt: moment(9),
            price: Money(minorUnits: 299, currency: "GBP"), version: "1.0", label: "Ünïcode 한글")
        return [
            .granted("t1", at: moment(1), receipt, why: "SUBSCRIBED.INITIAL_BUY"),
            .autoRenew("n2", at: moment(2), "t1", false), .renewalProduct("n3", at: moment(3), "t1", "yearly"),
            .renewalFailed("n4", at: moment(4), "t1", term: moment(9), grace: moment(12)),
            .graceEnded("n5", at: moment(5), "t1", term: moment(9)), .revoked("n6", at: moment(6), "t1", why: "REFUND_FULL"),
            .reinstated("n7", at: moment(7), "t1"), .ended("n8", at: moment(8), "t1", term: moment(9), why: "VOLUNTARY"),
            .noted("n9", at: moment(9), "FROM_THE_FUTURE", isKnown: false),
        ]
    }()

    private static func moment(_ day: Int64) -> Instant { Instant(milliseconds: day * 86_400_000) }
}
