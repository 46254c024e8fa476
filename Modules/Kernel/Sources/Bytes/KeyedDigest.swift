/// A keyed digest: HMAC (RFC 2104) with SHA-256.
package struct KeyedDigest {
    private static let block = 64

    private let inner: SHA256
    private let outer: SHA256

    package init(key: [UInt8]) {
        let short = key.count > KeyedDigest.block ? SHA256.digest(key) : key
        let padded = short + [UInt8](repeating: 0, count: KeyedDigest.block - short.count)
        inner = KeyedDigest.digestState(padded.map { $0 ^ 0x36 })
        outer = KeyedDigest.digestState(padded.map { $0 ^ 0x5C })
    }

    /// Returns the 32-byte code of a message.
    package func code(of message: [UInt8]) -> [UInt8] {
        var innerHash = inner
        var outerHash = outer
        innerHash.add(message)
        outerHash.add(innerHash.digest)
        return outerHash.digest
    }

    private static func digestState(_ block: [UInt8]) -> SHA256 {
        var hash = SHA256()
        hash.add(block)
        return hash
    }
}
