/// A growing byte buffer without the checks of an array, because every record passes through one.
/// The creator must free it.
package struct TextBuffer {
    @usableFromInline var bytes: UnsafeMutablePointer<UInt8>
    @usableFromInline var capacity: Int
    @usableFromInline package private(set) var count = 0

    /// Creates an empty buffer.
    ///
    /// - Parameter initialCount: the number of initial bytes to be overwritten later.
    package init(capacity: Int, leaving initialCount: Int = 0) {
        self.capacity = max(64, capacity, initialCount)
        bytes = .allocate(capacity: self.capacity)
        memset(bytes, 0x20, initialCount)
        count = initialCount
    }

    package func free() { bytes.deallocate() }

    /// Returns the bytes as data that owns their memory. The buffer must not be freed afterward.
    func moveToData() -> Data {
        Data(bytesNoCopy: bytes, count: count, deallocator: .custom { bytes, _ in bytes.deallocate() })
    }

    package var contents: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: bytes, count: count) }

    package mutating func removeLast(_ removedCount: Int) { count -= min(removedCount, count) }

    @usableFromInline mutating func grow(by byteCount: Int) {
        let larger = max(capacity * 2, count + byteCount)
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        memcpy(copy, bytes, count)
        bytes.deallocate()
        bytes = copy
        capacity = larger
    }

    @inlinable package mutating func append(_ byte: UInt8) {
        if count == capacity { grow(by: 1) }
        bytes[count] = byte
        count += 1
    }

    @inlinable package mutating func append(_ newBytes: UnsafeRawBufferPointer) {
        guard let start = newBytes.baseAddress else { return }
        if capacity - count < newBytes.count { grow(by: newBytes.count) }
        memcpy(bytes + count, start, newBytes.count)
        count += newBytes.count
    }

    /// Appends a copy of a range of the buffer.
    @inlinable package mutating func append(copyOf range: Range<Int>) {
        if capacity - count < range.count { grow(by: range.count) }
        memcpy(bytes + count, bytes + range.lowerBound, range.count)
        count += range.count
    }

    @inlinable package mutating func append(_ text: StaticString) {
        append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    @inlinable package mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    /// Appends the digits of a number.
    @inlinable package mutating func append(number value: UInt64) {
        if capacity - count < 20 { grow(by: 20) }
        var remaining = value
        var end = count + 1
        while remaining > 9 {
            remaining /= 10
            end += 1
        }
        remaining = value
        count = end
        repeat {
            end -= 1
            bytes[end] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: remaining % 10)
            remaining /= 10
        } while remaining > 0
    }

    package func write(_ other: [UInt8], at offset: Int) {
        precondition(offset >= 0 && offset + other.count <= count)
        other.withUnsafeBytes { if let start = $0.baseAddress { memcpy(bytes + offset, start, $0.count) } }
    }

    /// Replaces everything from an offset on.
    package mutating func replace(from start: Int, with other: [UInt8]) {
        count = start
        other.withUnsafeBytes { append($0) }
    }
}
