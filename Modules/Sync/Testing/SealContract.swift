import Kernel
import KernelTesting
import Sync

/// The contract of every `Seal` with a key.
package enum SealContract {
    /// Two seals of one key, as on two devices, and one of another key.
    package struct Seals {
        let one: any Seal
        let same: any Seal
        let foreign: any Seal

        package init(one: any Seal, same: any Seal, foreign: any Seal) {
            self.one = one
            self.same = same
            self.foreign = foreign
        }
    }

    /// Returns the contract over seals that `make` creates.
    package static func over(_ make: @escaping () throws -> Seals) -> Contract<Seals> {
        Contract("Seal", promises: openings + refusals, make)
    }

    private typealias Promise = Contract<Seals>.Promise

    private static let word = Array("Mina's diary: a swim in the lake".utf8)

    private static let openings: [Promise] = [
        .init("a seal returns any bytes: none, newlines, zeros, many") { seals in
            let many = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 3) }
            for bytes in [[], [0], [0, 0, 10, 0], Array(0...255), word, many, [UInt8](repeating: 0, count: 5_000)] {
                try expectEqual(seals.same.open(seals.one.seal(bytes)), bytes)
            }
        },
        .init("sealed bytes reveal no content") { seals in
            let sealed = try seals.one.seal([UInt8](repeating: 65, count: 70_000) + word)
            try expect(!sealed.contains(word), "the words stand in it")
            try expect(!sealed.contains([UInt8](repeating: 65, count: 8)), "what repeats itself is seen")
        },
        .init("two seals of the same content have different bytes") { seals in
            let first = try seals.one.seal(word)
            let second = try seals.one.seal(word)
            try expect(first.dropFirst(300) != second.dropFirst(300), "two are alike")
        },
        .init("sealed sizes are approximate, and small contents have one size") { seals in
            let sizes = try [0, 1, 200, 700, 960].map { try seals.one.seal([UInt8](repeating: 1, count: $0)).count }
            try expectEqual(Set(sizes).count, 1, "sizes of small ones, \(sizes)")
            try expect(sizes[0] <= 1_500, "a small one takes \(sizes[0])")
            let long = try seals.one.seal(.init(repeating: 1, count: 40_000))
            let longer = try seals.one.seal(.init(repeating: 1, count: 40_100))
            try expectEqual(long.count, longer.count, "sizes of two that are nearly alike")
            try expect(long.count < 44_800, "40,000 bytes take \(long.count)")
        },
    ]

    private static let refusals: [Promise] = [
        .init("another key fails as a wrong key, and not as damage") { seals in
            let sealed = try seals.one.seal(word)
            try expectFailure(.syncWrongKey) { try seals.foreign.open(sealed) }
            try expectFailure(.syncWrongKey) { try Unsealed().open(sealed) }
        },
        .init("a changed byte fails to open") { seals in
            let sealed = try seals.one.seal(word)
            for place in stride(from: 0, to: sealed.count, by: 41) {
                var edited = sealed
                edited[place] ^= 1
                try seals.refuses(edited, "byte \(place) was changed")
            }
        },
        .init("shortened and extended bytes fail to open") { seals in
            let sealed = try seals.one.seal(.init(repeating: 7, count: 70_000))
            for count in [0, 1, 8, 15, 16, 100, 300, 66_000, sealed.count - 1] {
                try seals.refuses(Array(sealed.prefix(count)), "cut to \(count)")
            }
            try seals.refuses(sealed + [0], "with a byte more")
        },
        .init("unsealed bytes are refused") { seals in
            try expectFailure(.syncUnreadable) { try seals.one.open(word) }
            try expectFailure(.syncUnreadable) { try seals.one.open([]) }
        },
        .init("garbage after a valid header is refused") { seals in
            let sealed = try seals.one.seal(word)
            for keptCount in [16, 216] {
                try seals.refuses(
                    sealed.prefix(keptCount) + [UInt8](repeating: 10, count: 3 << 20), "nonsense behind \(keptCount)")
            }
        },
    ]
}

extension SealContract.Seals {
    fileprivate func refuses(_ bytes: [UInt8], _ what: String) throws {
        do {
            let content = try same.open(bytes)
            try expect(false, "\(what), and \(content.count) bytes came out")
        } catch let failure as Failure {
            try expect([.syncUnreadable, .syncWrongKey, .syncNewerForm].contains(failure.code), "\(what): \(failure)")
        }
    }
}
