import Kernel
import Sync

/// A seal for tests that needs no program: a keyed byte stream and checksum. It is not secure.
struct KeyedSeal: Seal {
    let key: AccountKey
    private let form: SealedForm
    private let numbers = IDSource.counting()

    init(_ key: AccountKey) {
        self.key = key
        form = SealedForm(key)
    }

    func seal(_ bytes: [UInt8]) throws -> [UInt8] {
        let number = SHA256.digest(Array("\(numbers.next(KeyedSeal.self))\(bytes.hashValue)".utf8))
        let closed = number + mixed(form.paddedContent(bytes), number)
        return form.labeled(closed + sum(closed))
    }

    func open(_ bytes: [UInt8]) throws -> [UInt8] {
        let closed = try form.encryptedBytes(in: bytes)
        guard closed.count > 64, sum(Array(closed.dropLast(32))) == Array(closed.suffix(32)) else {
            throw Failure(.syncUnreadable, "It is damaged.", kind: .badData)
        }
        return try form.content(of: mixed(Array(closed[32..<closed.count - 32]), Array(closed.prefix(32))))
    }

    private func sum(_ bytes: [UInt8]) -> [UInt8] { SHA256.digest(key.derived("test") + bytes) }

    private func mixed(_ bytes: [UInt8], _ number: [UInt8]) -> [UInt8] {
        let seed = SHA256.digest(key.derived("test stream") + number).prefix(8).reduce(UInt64(0)) {
            $0 << 8 | UInt64($1)
        }
        var random = RandomSource(seed: seed)
        var mixed = bytes
        for start in stride(from: 0, to: bytes.count, by: 8) {
            var word = random.next()
            for place in start..<min(start + 8, bytes.count) {
                mixed[place] ^= UInt8(truncatingIfNeeded: word)
                word >>= 8
            }
        }
        return mixed
    }
}

extension AccountKey {
    /// Returns the same key for the same number.
    static func sample(_ number: Int = 1) -> AccountKey {
        guard let key = AccountKey(bytes: SHA256.digest(Array("key \(number)".utf8))) else {
            fatalError("32 bytes are a key")
        }
        return key
    }
}
