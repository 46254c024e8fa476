/// The 64-bit FNV-1a hash (Fowler, Noll and Vo), which is equal on every machine.
///
/// It tells values apart and gives no protection against forgery.
package struct Fingerprint: Sendable {
    @usableFromInline var hash: UInt64 = 0xCBF2_9CE4_8422_2325

    package var value: UInt64 { hash }

    package init() {}

    @inlinable package init(_ bytes: some Sequence<UInt8>) {
        self.init()
        add(bytes)
    }

    @inlinable package mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }

    /// Adds a text with an end mark, so that two texts differ from their concatenation.
    package mutating func add(_ text: String) {
        add(text.utf8)
        add(CollectionOfOne(UInt8(0xFF)))
    }

    package mutating func add(_ number: Int) { withUnsafeBytes(of: Int64(number).littleEndian) { add($0) } }
}
