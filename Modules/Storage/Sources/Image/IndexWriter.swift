import Foundation
import Kernel

/// The form of an index file: a head of 64 bytes, the sections of all shelves at multiples of sixteen, and a directory of them at the end.
/// Numbers stand as the machine keeps them; the head tells one kind of machine from the other.
struct IndexWriter {
    static let magic: UInt64 = 0x6364_6E69_6C6E_6D63
    static let headSize = 64

    private let file: DiskFile
    private var offset = IndexWriter.headSize
    private var pending: [UInt8] = []
    private var sum = FastSum()
    private var directory = NumberWriter()

    init(_ file: DiskFile) { self.file = file }

    mutating func write(_ position: LogPosition, _ shelves: [ShelfImage]) throws {
        directory.add(position)
        directory.add(shelves.count)
        for shelf in shelves { try add(shelf) }
        let (start, listing) = (offset, directory.bytes)
        try section(listing)
        try flush()
        var head = NumberWriter()
        head.add(Int(bitPattern: UInt(IndexWriter.magic)))
        head.add(IndexFile.format)
        head.add(start)
        head.add(listing.count)
        head.add(offset)
        head.add(Int(bitPattern: UInt(sum.finish())))
        head.add(Int(CRC32C.checksum(head.bytes)))
        try file.write(head.bytes + [UInt8](repeating: 0, count: IndexWriter.headSize - head.bytes.count), at: 0)
    }

    private mutating func add(_ shelf: ShelfImage) throws {
        directory.add(shelf.name.partition.rawValue)
        directory.add(shelf.name.collection)
        for number in [shelf.liveCount, shelf.weight] { directory.add(number) }
        directory.add(shelf.deviceNames.count)
        for device in shelf.deviceNames { directory.add(device) }
        try section(UnsafeRawBufferPointer(shelf.rows))
        try section(UnsafeRawBufferPointer(shelf.slots))
        try section(shelf.text)
        let names = shelf.completeIndexes()
        directory.add(names.count)
        for name in names {
            // Every row has an entry of these, so nothing is computed.
            let keys = try shelf.keys(in: name) { $0.entries }
            directory.add(name)
            try section(UnsafeRawBufferPointer(keys.elements))
            try section(keys.text)
        }
    }

    private mutating func section(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try section($0) } }

    private mutating func section(_ bytes: UnsafeRawBufferPointer) throws {
        directory.add(offset)
        directory.add(bytes.count)
        pending.append(contentsOf: bytes)
        let padding = -bytes.count & 63
        pending.append(contentsOf: repeatElement(0, count: padding))
        offset += bytes.count + padding
        if pending.count > 1 << 18 { try flush() }
    }

    private mutating func flush() throws {
        try file.write(pending, at: offset - pending.count)
        pending.withUnsafeBytes { sum.add($0) }
        pending.removeAll(keepingCapacity: true)
    }
}

/// Numbers and texts one after the other, eight bytes at a time.
struct NumberWriter {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ number: Int) { withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) } }

    mutating func add(_ text: String) {
        add(text.utf8.count)
        bytes.append(contentsOf: text.utf8)
        bytes.append(contentsOf: repeatElement(0, count: -text.utf8.count & 7))
    }

    mutating func add(_ position: LogPosition) {
        add(position.store)
        for number in [
            position.generation, position.end, position.sequence, position.synced, position.kept,
            Int(position.latest.milliseconds), position.latest.counter, position.lastLine, Int(position.checksum),
        ] { add(number) }
    }
}

/// A sum over blocks of 64 bytes in four lanes of a multiplication each, as in xxHash: six times as fast as a cyclic one. Any single flipped
/// bit changes it, since every step can be undone.
struct FastSum {
    private var lanes = SIMD8<UInt64>(
        0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63, 0x27D4_EB2F_1656_67C5,
        0x2545_F491_4F6C_DD1D, 0xD6E8_FEB8_6659_FD93, 0xFF51_AFD7_ED55_8CCD)

    /// - Parameter bytes: a multiple of 64.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        var lanes = lanes
        for offset in stride(from: 0, to: bytes.count & ~63, by: 64) {
            lanes ^= start.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt64>.self)
            lanes = lanes &* 0x9E37_79B1_85EB_CA87
            lanes ^= lanes &>> 29
        }
        self.lanes = lanes
    }

    func finish() -> UInt64 {
        lanes.indices.reduce(UInt64(0)) { sum, lane in
            let mixed = (sum ^ lanes[lane]) &* 0xFF51_AFD7_ED55_8CCD
            return mixed ^ mixed >> 33
        }
    }
}
