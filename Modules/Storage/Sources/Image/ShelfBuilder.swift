import Foundation
import Kernel

/// Collects the records of one collection and partition from a log without making an object of any of them.
final class ShelfBuilder {
    let name: ShelfName
    private(set) var columns = ShelfColumns()

    init(_ name: ShelfName) { self.name = name }

    /// Takes an operation that is later than all that were taken before.
    ///
    /// - Parameter line: the offset of the operation's line.
    func take(_ operation: LoggedOperation, line: Int, device: UInt16) {
        operation.id.withBytes { id in
            columns.take(RowEntry(operation, line: line), id: id, keys: operation.keys, device: device)
        }
    }

    /// Takes a row of an image or a table, with its texts.
    func take(_ entry: RowEntry, id: UnsafeRawBufferPointer, keys: UnsafeRawBufferPointer, device: UInt16) {
        columns.take(entry, id: id, keys: keys, device: device)
    }
}

/// What a shelf is made of. One value of its builder: the checks that go with each variable of a class are made once a row.
struct ShelfColumns {
    private(set) var rows: [RowEntry] = []
    private(set) var text: [UInt8] = []
    private(set) var slots = [UInt32](repeating: 0, count: Slots.capacity(for: 8))
    private(set) var liveCount = 0
    private(set) var weight = 0

    mutating func take(_ entry: RowEntry, id: UnsafeRawBufferPointer, keys: UnsafeRawBufferPointer, device: UInt16) {
        let slot = self.slot(of: id)
        let entry = entry.moved(text: text.count, idCount: id.count, keysCount: keys.count, device: device)
        text.append(contentsOf: id)
        text.append(contentsOf: keys)
        liveCount += entry.isLive ? 1 : 0
        weight += Int(entry.weight)
        if slots[slot] > 0 {
            let old = rows[Int(slots[slot]) - 1]
            liveCount -= old.isLive ? 1 : 0
            weight -= Int(old.weight)
            rows[Int(slots[slot]) - 1] = entry
            return
        }
        rows.append(entry)
        slots[slot] = UInt32(rows.count)
        if rows.count * 2 > slots.count { spread() }
    }

    private func slot(of id: UnsafeRawBufferPointer) -> Int {
        let mask = slots.count - 1
        var slot = Slots.hash(id) & mask
        while slots[slot] > 0, !isRow(Int(slots[slot]) - 1, named: id) { slot = (slot + 1) & mask }
        return slot
    }

    private func isRow(_ row: Int, named id: UnsafeRawBufferPointer) -> Bool {
        let entry = rows[row]
        guard Int(entry.idCount) == id.count, let base = id.baseAddress else { return Int(entry.idCount) == id.count }
        return text.withUnsafeBytes { bytes in
            bytes.baseAddress.map { memcmp($0 + Int(entry.text), base, id.count) == 0 } ?? false
        }
    }

    private mutating func spread() {
        slots = [UInt32](repeating: 0, count: slots.count * 2)
        let mask = slots.count - 1
        text.withUnsafeBytes { bytes in
            for (row, entry) in rows.enumerated() {
                let id = UnsafeRawBufferPointer(rebasing: bytes[Int(entry.text)..<Int(entry.text) + Int(entry.idCount)])
                var slot = Slots.hash(id) & mask
                while slots[slot] > 0 { slot = (slot + 1) & mask }
                slots[slot] = UInt32(row + 1)
            }
        }
    }
}

/// Collects the records of a whole log.
final class ImageBuilder {
    private(set) var shelves: [ShelfName: ShelfBuilder] = [:]
    private(set) var devices = DeviceNames()
    private var last: (heading: [UInt8], shelf: ShelfBuilder)?

    func take(_ operation: LoggedOperation, in log: Log, line: Int) throws {
        shelf(of: operation).take(operation, line: line, device: try devices.number(of: operation.version.device))
    }

    /// What was collected, as it stays.
    func images(of log: Log) -> [ShelfImage] { shelves.values.map { ShelfImage($0, devices: devices.names, log: log) } }

    /// The shelf of a name, made when it is missing.
    func shelf(_ name: ShelfName) -> ShelfBuilder {
        if let shelf = shelves[name] { return shelf }
        let shelf = ShelfBuilder(name)
        shelves[name] = shelf
        return shelf
    }

    /// Operations come in runs of one collection.
    private func shelf(of operation: LoggedOperation) -> ShelfBuilder {
        if let last, last.heading.withUnsafeBytes({ compare($0, operation.shelf) == 0 }) { return last.shelf }
        let name = ShelfName(
            partition: Partition(rawValue: operation.partition.string), collection: operation.collection.string)
        let shelf = shelf(name)
        last = (Array(operation.shelf), shelf)
        return shelf
    }
}

/// The names of the devices in an image, by number: few, and the same over and over.
struct DeviceNames {
    private(set) var names: [String] = []
    private var last = 0

    mutating func number(of name: ScannedText) throws -> UInt16 {
        if last < names.count, name.equals(names[last]) { return UInt16(last) }
        return try number(of: name.string)
    }

    mutating func number(of name: String) throws -> UInt16 {
        if last < names.count, byteOrder(name, names[last]) == 0 { return UInt16(last) }
        if let known = names.firstIndex(where: { $0.utf8.elementsEqual(name.utf8) }) {
            last = known
        } else {
            guard names.count < Int(UInt16.max) else {
                throw Failure("tooManyDevices", "More than 65,534 devices have written into this store.", kind: .badData)
            }
            names.append(name)
            last = names.count - 1
        }
        return UInt16(last)
    }
}
