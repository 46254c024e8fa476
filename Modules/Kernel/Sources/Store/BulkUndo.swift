/// What bulk work did, as far as it can be undone: what it brought bears its time, and what stood there before is kept in parts.
struct BulkMark: Codable, Sendable {
    /// The time and the device in the stamps of all that came.
    let time: HybridTime
    let device: String
    /// How many records came.
    let arrived: Int
    /// How many parts there are.
    let parts: Int
    /// What came and bears another stamp now, because something that was done to it later was undone: where, and the stamp. Nil for nothing.
    private(set) var moved: [BeforeImage]?

    init(time: HybridTime, device: String, arrived: Int, parts: Int) {
        (self.time, self.device, self.arrived, self.parts) = (time, device, arrived, parts)
    }

    /// So much of what came may bear other stamps.
    static let mostMoved = 1_000

    /// What stands where something of this came may have come with it: whether it has, by what it bore.
    func holds(_ address: RecordAddress, _ stamp: Stamp?) -> Bool {
        stamp.map { isOf(address, $0) } ?? false || moved?.contains { $0.address == address && $0.left == stamp } ?? false
    }

    /// The stamps of what bears another one than it came with.
    var stamps: [RecordAddress: Stamp] {
        Dictionary((moved ?? []).map { ($0.address, $0.left) }) { _, last in last }
    }

    /// The stamps with which they came.
    var origins: [RecordAddress: Stamp] {
        Dictionary((moved ?? []).map { ($0.address, $0.replaced ?? $0.left) }) { _, last in last }
    }

    /// Notes that something that came bears another stamp now.
    mutating func note(_ address: RecordAddress, bore before: Stamp?, bears stamp: Stamp) {
        func bare(_ stamp: Stamp) -> StoredRecord {
            StoredRecord(address: address, stamp: stamp, payloadVersion: 1, entries: [], payload: nil)
        }
        let origin = moved?.first { $0.address == address }?.replaced ?? before
        moved = (moved ?? []).filter { $0.address != address } + [BeforeImage(of: origin.map(bare), replacedBy: bare(stamp))]
    }

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
        let (moved, origins) = (mark.stamps, mark.origins)
        func hasCome(_ address: RecordAddress, _ stamp: Stamp) -> Bool {
            (mark.isOf(address, stamp) || moved[address] == stamp) && !own.contains(address)
        }
        var returns = try Returns(before: step, in: self)
        var renewal = Renewal { address, stamp in
            hasCome(address, stamp)
                || address.collection == UndoPart.collection.name && parts.contains(address.id)
        } arriving: { arrivals in
            defer { gone = 0 }
            for number in 0..<mark.parts {
                let place = RecordAddress(
                    partition: .common, collection: UndoPart.collection.name, id: mark.part(number).rawValue)
                guard let part = try arrivals.record(at: place) else { throw step.changedSince }
                for image in try UndoPart.collection.decode(part).images {
                    let came = moved[image.address].map(image.leaving) ?? image
                    returns.note(image, now: try arrivals.bringBack(came, of: step))
                }
                telling(number + 1, mark.parts)
            }
            guard gone == mark.arrived else { throw step.changedSince }
        }
        renewal.parting = { record, left, _ in
            guard hasCome(record.address, record.stamp) else { return }
            gone += 1
            returns.note(record, cameWith: origins[record.address] ?? record.stamp, gone: left)
        }
        return try engine.renew(renewal) { below in
            let transaction = Transaction(below: below, partition: .common, journal: nil)
            guard try transaction.lastStep().number == step.number else { throw step.changedSince }
            try transaction.takeBack(step)
            try returns.tell(in: transaction)
            return step
        }
    }
}

/// What came back, or went again, where an earlier step has left something: it bears a new stamp, which that step must know to be undone in its
/// turn.
private struct Returns {
    private let number: Int
    private let places: Set<RecordAddress>
    private let marks: [BulkMark]
    /// What stood there when the bulk work was done, and what stands there now. Of a tombstone only its generation is known.
    private var found: [RecordAddress: (was: Stamp?, generation: Int, now: Stamp)] = [:]

    init(before step: UndoStep, in store: some Store) throws {
        number = step.number
        let earlier = try store.read { try $0.records(UndoStep.byNumber.all) }.filter { $0.number < step.number }
        places = Set(earlier.lazy.flatMap { $0.images.lazy.map(\.address) })
        marks = earlier.compactMap(\.bulk)
    }

    mutating func note(_ image: BeforeImage, now: Stamp) {
        guard places.contains(image.address) || marks.contains(where: { $0.holds(image.address, image.replaced) }) else { return }
        found[image.address] = (image.replaced, 0, now)
    }

    /// Something arrived where a tombstone stood, or nothing, and has gone again.
    mutating func note(_ record: StoredRecord, cameWith stamp: Stamp, gone left: Stamp) {
        guard places.contains(record.address) else { return }
        found[record.address] = (nil, stamp.generation - 1, left)
    }

    func tell(in transaction: borrowing Transaction) throws {
        guard !found.isEmpty else { return }
        for var earlier in try transaction.records(UndoStep.byNumber.all) where earlier.number < number {
            var isTouched = false
            for (place, image) in earlier.images.enumerated() {
                guard let back = found[image.address] else { continue }
                let isIts = back.was.map { image.left == $0 } ?? (image.left.deleted && image.left.generation == back.generation)
                guard isIts else { continue }
                earlier.images[place] = image.leaving(back.now)
                isTouched = true
            }
            if var mark = earlier.bulk {
                let its = found.filter { mark.holds($0.key, $0.value.was) }
                // More than that would be a second import within the step: it stays, and cannot be undone.
                if its.count <= BulkMark.mostMoved {
                    for (address, back) in its { mark.note(address, bore: back.was, bears: back.now) }
                }
                isTouched = isTouched || !its.isEmpty
                earlier.bulk = mark
            }
            if isTouched { try transaction.put(earlier) }
        }
    }
}

extension Arrivals {
    /// Puts back what stood at an address, as long as nobody has changed it since.
    ///
    /// - Returns: the version that it has now.
    fileprivate func bringBack(_ image: BeforeImage, of step: UndoStep) throws -> Stamp {
        let now = try record(at: image.address)?.stamp
        // Something that was written while it was erased has gone a moment later.
        let isGone = now.map { $0.deleted && image.left.deleted && $0.generation == image.left.generation } ?? false
        guard image.isUntouched(by: now) || isGone else { throw step.changedSince }
        let (record, stamp) = (image.record, try next(at: image.address))
        try put(
            StoredRecord(
                address: record.address, stamp: stamp, payloadVersion: record.payloadVersion,
                entries: record.entries, payload: record.payload))
        return stamp
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
