import Kernel
import KernelTesting
import Monetization

/// The contract of every `LedgerRepository`.
package enum LedgerRepositoryContract {
    /// Returns the contract over empty repositories from a closure.
    package static func over(_ make: @escaping () throws -> any LedgerRepository) -> Contract<any LedgerRepository> {
        Contract("LedgerRepository", promises: promises, make)
    }

    private static let promises: [Contract<any LedgerRepository>.Promise] = [
        .init("starts empty") { try expectEqual($0.read { try $0.entries() }, []) },
        .init("reads return entries as saved, in the order of signing") { repository in
            try repository.write { records in for entry in samples.reversed() { try records.keep(entry) } }
            try expectEqual(repository.read { try $0.entries() }, samples)
            for entry in samples {
                try expect(repository.read { try $0.entry(entry.id) } == entry, "\(entry.id) is another")
            }
            try expect(repository.read { try $0.entry("nobody") } == nil, "there is an entry that nobody kept")
        },
        .init("a unit of work reads its own writes") { repository in
            try repository.write { records in
                try records.keep(samples[0])
                try expect(records.entry(samples[0].id) == samples[0], "the unit does not see it")
                try expectEqual(records.entries(), [samples[0]])
            }
        },
        .init("a unit that throws saves nothing") { repository in
            try repository.write { try $0.keep(samples[0]) }
            try expectFailure(.init("refused")) {
                try repository.write { records in
                    try records.keep(samples[1])
                    throw Failure(.init("refused"), "No.")
                }
            }
            try expectEqual(repository.read { try $0.entries() }, [samples[0]])
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
            .graceEnded("n5", at: moment(5), "t1", term: moment(9)),
            .revoked("n6", at: moment(6), "t1", why: "REFUND_FULL"), .reinstated("n7", at: moment(7), "t1"),
            .ended("n8", at: moment(8), "t1", term: moment(9), why: "VOLUNTARY"),
            .noted("n9", at: moment(9), "FROM_THE_FUTURE", isKnown: false),
        ]
    }()

    private static func moment(_ day: Int64) -> Instant { Instant(milliseconds: day * 86_400_000) }
}
