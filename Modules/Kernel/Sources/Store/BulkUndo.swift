/// What bulk work did, as far as it can be undone: what it brought bears its time, and what stood there before is kept in parts.
struct BulkMark: Codable, Sendable {
    /// The time and the device in the stamps of all that came.
    let time: HybridTime
    let device: String
    /// How many records came.
    let arrived: Int
    /// How many parts there are.
    let parts: Int

    /// The name of a part.
    func part(_ number: Int) -> Identifier<UndoPart> { Identifier("\(time)-\(number)") }

    /// Whether a record has come with this, and has not been changed since.
    func isOf(_ address: RecordAddress, _ stamp: Stamp) -> Bool {
        stamp.time == time && stamp.device == device && !UndoStep.passing.contains(address.collection)
    }
}

/// Some of what stood in places that bulk work has changed.
struct UndoPart: Storable {
    let id: Identifier<UndoPart>
    let images: [BeforeImage]

    static let collection = RecordCollection<UndoPart>("undo.parts")
}

/// Writes what stood there before in parts that are no longer than a record should be.
final class BulkJournal {
    private static let usualPart = 1 << 19

    let arrivals: any Arrivals
    private(set) var arrived = 0
    private var parts = 0
    private var images: [BeforeImage] = []
    private var size = 0

    init(_ arrivals: any Arrivals) { self.arrivals = arrivals }

    var mark: BulkMark { BulkMark(time: arrivals.time, device: arrivals.device, arrived: arrived, parts: parts) }

    func note(_ old: StoredRecord, leaving stamp: Stamp) throws {
        try keep(BeforeImage(of: old, leaving: stamp), size: old.payload?.count ?? 0)
    }

    func note(arrivalAt address: RecordAddress, _ stamp: Stamp) throws {
        arrived += 1
        guard let old = try arrivals.stamp(at: address), !old.deleted, let record = try arrivals.record(at: address) else {
            return
        }
        try keep(BeforeImage(of: record, leaving: stamp), size: record.payload?.count ?? 0)
    }

    private func keep(_ image: BeforeImage, size more: Int) throws {
        images.append(image)
        size += more + 256
        if size >= BulkJournal.usualPart { try finish() }
    }

    /// Puts what is still at hand.
    func finish() throws {
        guard !images.isEmpty else { return }
        let part = UndoPart(id: mark.part(parts), images: images)
        let address = RecordAddress(partition: .common, collection: UndoPart.collection.name, id: part.id.rawValue)
        try arrivals.put(
            StoredRecord(
                address: address, stamp: arrivals.next(at: address), payloadVersion: UndoPart.collection.version, entries: [],
                payload: RecordEncoder.encode(part)))
        parts += 1
        (images, size) = ([], 0)
    }
}

extension Store {
    /// Takes back bulk work, as bulk work: what came goes, what stood there before comes back.
    func undo(
        _ step: UndoStep, _ mark: BulkMark, telling: @escaping (_ done: Int, _ total: Int) -> Void
    ) throws -> UndoStep {
        var gone = 0
        let parts = Set((0..<mark.parts).map { mark.part($0).rawValue })
        // What the step holds itself bears the same time where an engine does all of it in one transaction.
        let own = Set(step.images.map(\.address))
        var renewal = Renewal { address, stamp in
            mark.isOf(address, stamp) && !own.contains(address)
                || address.collection == UndoPart.collection.name && parts.contains(address.id)
        } arriving: { arrivals in
            defer { gone = 0 }
            for number in 0..<mark.parts {
                let place = RecordAddress(
                    partition: .common, collection: UndoPart.collection.name, id: mark.part(number).rawValue)
                guard let part = try arrivals.record(at: place) else { throw step.changedSince }
                for image in try UndoPart.collection.decode(part).images { try arrivals.bringBack(image, of: step) }
                telling(number + 1, mark.parts)
            }
            guard gone == mark.arrived else { throw step.changedSince }
        }
        renewal.parting = { record, _, _ in
            if mark.isOf(record.address, record.stamp), !own.contains(record.address) { gone += 1 }
        }
        return try engine.renew(renewal) { below in
            let transaction = Transaction(below: below, partition: .common, journal: nil)
            guard try transaction.lastStep().number == step.number else { throw step.changedSince }
            try transaction.takeBack(step)
            return step
        }
    }
}

extension Arrivals {
    /// Puts back what stood at an address, as long as nobody has changed it since.
    fileprivate func bringBack(_ image: BeforeImage, of step: UndoStep) throws {
        let now = try record(at: image.address)?.stamp
        // Something that was written while it was erased has gone a moment later.
        let isGone = now.map { $0.deleted && image.left.deleted && $0.generation == image.left.generation } ?? false
        guard image.isUntouched(by: now) || isGone else { throw step.changedSince }
        let record = image.record
        try put(
            StoredRecord(
                address: record.address, stamp: next(at: record.address), payloadVersion: record.payloadVersion,
                entries: record.entries, payload: record.payload))
    }
}

extension Transaction {
    /// Removes what is kept of the bulk work of the step in a place, which makes room for another.
    func dropParts(of place: Identifier<UndoStep>) throws {
        guard try count(Selection<UndoPart>.all) > 0, let mark = try record(place)?.bulk else { return }
        for number in 0..<mark.parts { try delete(mark.part(number)) }
    }

    /// Bulk work of which something goes for good cannot be undone any more.
    func dropBulkSteps(naming name: String, where isPurged: (RecordAddress) -> Bool) throws {
        let named: [Identifier<UndoPart>] = try all(naming: name)
        let touched = try named.filter { try record($0)?.images.contains { isPurged($0.address) } ?? false }
        guard !touched.isEmpty else { return }
        for step in try records(UndoStep.byNumber.all) {
            guard let mark = step.bulk, (0..<mark.parts).contains(where: { touched.contains(mark.part($0)) }) else { continue }
            try dropParts(of: step.id)
            try delete(step.id)
        }
    }

    /// Takes everything that was in this partition out of what can be undone.
    func purgeHistoryOfPartition() throws {
        let partition = partition
        try purgeHistory(naming: partition.rawValue) { $0.partition == partition }
    }
}
