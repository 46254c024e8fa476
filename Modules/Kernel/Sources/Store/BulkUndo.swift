/// The record of bulk work for its undo: the written records have its time, and the earlier ones
/// are stored in parts.
struct BulkMark: Codable, Sendable {
    /// The time and the device in the stamps of all written records.
    let time: HybridTime
    let device: String
    let arrived: Int
    let parts: Int
    /// The written records that have another stamp now, because a later change to them was undone.
    /// Each has its address and stamp. Nil if there are none.
    private(set) var moved: [BeforeImage]?

    /// The greatest number of entries in `moved`.
    static let maxMovedCount = 1_000

    /// Returns whether a record with this stamp was written by this bulk work.
    func wrote(_ address: RecordAddress, _ stamp: Stamp?) -> Bool {
        stamp.map { wroteUnmoved(address, $0) } ?? false
            || moved?.contains { $0.address == address && $0.newStamp == stamp } ?? false
    }

    /// The stamps of the written records that have another stamp now.
    var stamps: [RecordAddress: Stamp] {
        Dictionary((moved ?? []).map { ($0.address, $0.newStamp) }) { _, last in last }
    }

    var origins: [RecordAddress: Stamp] {
        Dictionary((moved ?? []).map { ($0.address, $0.oldStamp ?? $0.newStamp) }) { _, last in last }
    }

    /// Records that a written record has another stamp now.
    mutating func recordMove(_ address: RecordAddress, from previousStamp: Stamp?, to stamp: Stamp) {
        func emptyRecord(_ stamp: Stamp) -> StoredRecord {
            StoredRecord(address: address, stamp: stamp, payloadVersion: 1, entries: [], payload: nil)
        }
        let origin = moved?.first { $0.address == address }?.oldStamp ?? previousStamp
        moved =
            (moved ?? []).filter { $0.address != address } + [
                BeforeImage(of: origin.map(emptyRecord), replacedBy: emptyRecord(stamp))
            ]
    }

    func part(_ number: Int) -> Identifier<UndoPart> { Identifier("\(time)-\(number)") }

    /// Returns whether the record was written by this bulk work and is unchanged since.
    func wroteUnmoved(_ address: RecordAddress, _ stamp: Stamp) -> Bool {
        stamp.time == time && stamp.device == device && !UndoStep.undoCollections.contains(address.collection)
    }
}

/// A part of the earlier records at the addresses that bulk work has changed.
struct UndoPart: Storable {
    let id: Identifier<UndoPart>
    let images: [BeforeImage]

    static let collection = RecordCollection<UndoPart>("undo.parts")
}

/// A writer of the earlier records in parts that are no longer than one record may be.
final class BulkJournal {
    private static let partSize = 1 << 19

    let arrivals: any IncomingRecords
    private(set) var arrived = 0
    private var parts = 0
    private var images: [BeforeImage] = []
    private var size = 0

    init(_ arrivals: any IncomingRecords) { self.arrivals = arrivals }

    var mark: BulkMark { BulkMark(time: arrivals.time, device: arrivals.device, arrived: arrived, parts: parts) }

    /// Collects the value of a record that the bulk work deletes.
    func record(_ old: StoredRecord, leaving stamp: Stamp) throws {
        try append(BeforeImage(of: old, leaving: stamp), size: old.payload?.count ?? 0)
    }

    /// Counts a record that arrives, and collects the value that it replaces.
    func record(arrivalAt address: RecordAddress, _ stamp: Stamp) throws {
        arrived += 1
        guard let old = try arrivals.stamp(at: address), !old.deleted, let record = try arrivals.record(at: address)
        else { return }
        try append(BeforeImage(of: record, leaving: stamp), size: record.payload?.count ?? 0)
    }

    private func append(_ image: BeforeImage, size payloadSize: Int) throws {
        images.append(image)
        size += payloadSize + 256
        if size >= BulkJournal.partSize { try finish() }
    }

    /// Writes the pending earlier records.
    func finish() throws {
        guard !images.isEmpty else { return }
        let part = UndoPart(id: mark.part(parts), images: images)
        let address = RecordAddress(partition: .common, collection: UndoPart.collection.name, id: part.id.rawValue)
        try arrivals.put(
            StoredRecord(
                address: address, stamp: arrivals.next(at: address), payloadVersion: UndoPart.collection.version,
                entries: [], payload: RecordEncoder.encode(part)))
        parts += 1
        images = []
        size = 0
    }
}

extension Store {
    /// Undoes bulk work as bulk work: it deletes the written records and restores the earlier ones.
    func undo(_ step: UndoStep, _ mark: BulkMark, telling: @escaping (_ done: Int, _ total: Int) -> Void) throws
        -> UndoStep
    {
        var deletedCount = 0
        let parts = Set((0..<mark.parts).map { mark.part($0).rawValue })
        // The records in the step itself have the same time if an engine does all of it in one
        // transaction.
        let stepAddresses = Set(step.images.map(\.address))
        let moved = mark.stamps
        let origins = mark.origins
        func isWritten(_ address: RecordAddress, _ stamp: Stamp) -> Bool {
            (mark.wroteUnmoved(address, stamp) || moved[address] == stamp) && !stepAddresses.contains(address)
        }
        var restored = try RestoredStamps(before: step, in: self)
        var replacement = BulkReplacement { address, stamp in
            isWritten(address, stamp) || address.collection == UndoPart.collection.name && parts.contains(address.id)
        } addRecords: { arrivals in
            defer { deletedCount = 0 }
            for number in 0..<mark.parts {
                let address = RecordAddress(
                    partition: .common, collection: UndoPart.collection.name, id: mark.part(number).rawValue)
                guard let part = try arrivals.record(at: address) else { throw step.changedSince }
                for image in try UndoPart.collection.decode(part).images {
                    let updatedImage = moved[image.address].map(image.withNewStamp) ?? image
                    restored.record(image, now: try arrivals.restore(updatedImage, of: step))
                }
                telling(number + 1, mark.parts)
            }
            guard deletedCount == mark.arrived else { throw step.changedSince }
        }
        replacement.didDelete = { record, tombstone, _ in
            guard isWritten(record.address, record.stamp) else { return }
            deletedCount += 1
            restored.record(record, writtenWith: origins[record.address] ?? record.stamp, deletedWith: tombstone)
        }
        return try engine.replaceInBulk(replacement) { below in
            let transaction = Transaction(below: below, partition: .common, journal: nil)
            guard try transaction.lastStep().number == step.number else { throw step.changedSince }
            try transaction.revert(step)
            try restored.updateEarlierSteps(in: transaction)
            return step
        }
    }
}

/// The records that an undo restored or deleted at addresses of earlier steps. An earlier step
/// needs the new stamps to be undoable itself.
private struct RestoredStamps {
    private let number: Int
    private let addresses: Set<RecordAddress>
    private let marks: [BulkMark]
    /// The stamps before the bulk work and now. Of a tombstone, only the generation is known.
    private var stampChanges: [RecordAddress: (old: Stamp?, generation: Int, new: Stamp)] = [:]

    init(before step: UndoStep, in store: some Store) throws {
        number = step.number
        let earlier = try store.read { try $0.records(UndoStep.byNumber.all) }.filter { $0.number < step.number }
        addresses = Set(earlier.lazy.flatMap { $0.images.lazy.map(\.address) })
        marks = earlier.compactMap(\.bulk)
    }

    mutating func record(_ image: BeforeImage, now: Stamp) {
        guard addresses.contains(image.address) || marks.contains(where: { $0.wrote(image.address, image.oldStamp) })
        else { return }
        stampChanges[image.address] = (image.oldStamp, 0, now)
    }

    /// Records that a record was written over a tombstone or an empty address and is deleted again.
    mutating func record(_ record: StoredRecord, writtenWith stamp: Stamp, deletedWith tombstone: Stamp) {
        guard addresses.contains(record.address) else { return }
        stampChanges[record.address] = (nil, stamp.generation - 1, tombstone)
    }

    /// Gives earlier steps the stamps of the restored records.
    func updateEarlierSteps(in transaction: borrowing Transaction) throws {
        guard !stampChanges.isEmpty else { return }
        for var earlier in try transaction.records(UndoStep.byNumber.all) where earlier.number < number {
            var isChanged = false
            for (index, image) in earlier.images.enumerated() {
                guard let change = stampChanges[image.address] else { continue }
                let leftImage =
                    change.old.map { image.newStamp == $0 }
                    ?? (image.newStamp.deleted && image.newStamp.generation == change.generation)
                guard leftImage else { continue }
                earlier.images[index] = image.withNewStamp(change.new)
                isChanged = true
            }
            if var mark = earlier.bulk {
                let changes = stampChanges.filter { mark.wrote($0.key, $0.value.old) }
                // A greater number would be a second import within the step. It stays and cannot be
                // undone.
                if changes.count <= BulkMark.maxMovedCount {
                    for (address, change) in changes { mark.recordMove(address, from: change.old, to: change.new) }
                }
                isChanged = isChanged || !changes.isEmpty
                earlier.bulk = mark
            }
            if isChanged { try transaction.put(earlier) }
        }
    }
}

extension IncomingRecords {
    /// Restores the earlier record at an address if it is unchanged since.
    ///
    /// - Returns: its new version.
    fileprivate func restore(_ image: BeforeImage, of step: UndoStep) throws -> Stamp {
        let now = try record(at: image.address)?.stamp
        // A record that was written during the erasure was deleted a moment later.
        let isGone =
            now.map { $0.deleted && image.newStamp.deleted && $0.generation == image.newStamp.generation } ?? false
        guard image.isUnchanged(by: now) || isGone else { throw step.changedSince }
        let record = image.record
        let stamp = try next(at: image.address)
        try put(
            StoredRecord(
                address: record.address, stamp: stamp, payloadVersion: record.payloadVersion, entries: record.entries,
                payload: record.payload))
        return stamp
    }
}

extension Transaction {
    /// Deletes the undo parts of the step at an identifier, before another step replaces it.
    func dropParts(of id: Identifier<UndoStep>) throws {
        guard try count(Selection<UndoPart>.all) > 0, let mark = try record(id)?.bulk else { return }
        for number in 0..<mark.parts { try delete(mark.part(number)) }
    }

    /// Deletes the bulk steps whose data is purged in part, because they cannot be undone any more.
    func dropBulkSteps(naming name: String, where isPurged: (RecordAddress) -> Bool) throws {
        let namedParts: [Identifier<UndoPart>] = try all(naming: name)
        let affectedParts = try namedParts.filter { try record($0)?.images.contains { isPurged($0.address) } ?? false }
        guard !affectedParts.isEmpty else { return }
        for step in try records(UndoStep.byNumber.all) {
            guard let mark = step.bulk, (0..<mark.parts).contains(where: { affectedParts.contains(mark.part($0)) })
            else {
                continue
            }
            try dropParts(of: step.id)
            try delete(step.id)
        }
    }

    /// Removes everything in this partition from the undo steps.
    func purgeHistoryOfPartition() throws {
        let partition = partition
        try purgeHistory(naming: partition.rawValue) { $0.partition == partition }
    }
}
