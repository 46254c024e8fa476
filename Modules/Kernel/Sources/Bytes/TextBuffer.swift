/// Bytes that are written one after the other into memory that grows, without the checks of an array: what every record goes through. Whoever
/// makes one frees it.
package struct TextBuffer {
    @usableFromInline var bytes: UnsafeMutablePointer<UInt8>
    @usableFromInline var capacity: Int
    /// How many there are.
    @usableFromInline package private(set) var count = 0

    /// An empty one.
    ///
    /// - Parameter room: so many bytes stand there already, to be written over.
    package init(capacity: Int, leaving room: Int = 0) {
        self.capacity = max(64, capacity, room)
        bytes = .allocate(capacity: self.capacity)
        memset(bytes, 0x20, room)
        count = room
    }

    package func free() { bytes.deallocate() }

    /// The bytes as data, to which their memory belongs from then on: nobody frees it.
    func handOver() -> Data { Data(bytesNoCopy: bytes, count: count, deallocator: .custom { bytes, _ in bytes.deallocate() }) }

    /// A view, valid until more is written.
    package var contents: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: bytes, count: count) }

    package mutating func removeLast(_ less: Int) { count -= min(less, count) }

    @usableFromInline
    mutating func grow(by more: Int) {
        let larger = max(capacity * 2, count + more)
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        memcpy(copy, bytes, count)
        bytes.deallocate()
        (bytes, capacity) = (copy, larger)
    }

    @inlinable
    package mutating func append(_ byte: UInt8) {
        if count == capacity { grow(by: 1) }
        bytes[count] = byte
        count += 1
    }

    @inlinable
    package mutating func append(_ more: UnsafeRawBufferPointer) {
        guard let start = more.baseAddress else { return }
        if capacity - count < more.count { grow(by: more.count) }
        memcpy(bytes + count, start, more.count)
        count += more.count
    }

    /// Once more what stands here already.
    @inlinable
    package mutating func append(again range: Range<Int>) {
        if capacity - count < range.count { grow(by: range.count) }
        memcpy(bytes + count, bytes + range.lowerBound, range.count)
        count += range.count
    }

    @inlinable
    package mutating func append(_ text: StaticString) {
        append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    @inlinable
    package mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    /// Digits.
    @inlinable
    package mutating func append(number value: UInt64) {
        if capacity - count < 20 { grow(by: 20) }
        var (rest, end) = (value, count + 1)
        while rest > 9 {
            rest /= 10
            end += 1
        }
        (rest, count) = (value, end)
        repeat {
            end -= 1
            bytes[end] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
    }

    /// Writes over bytes that are there.
    package func write(_ other: [UInt8], at place: Int) {
        precondition(place >= 0 && place + other.count <= count)
        other.withUnsafeBytes { if let start = $0.baseAddress { memcpy(bytes + place, start, $0.count) } }
    }

    /// Overwrites what stands behind an offset.
    package mutating func replace(from start: Int, with other: [UInt8]) {
        count = start
        other.withUnsafeBytes { append($0) }
    }
}
