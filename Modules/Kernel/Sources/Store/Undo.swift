import Foundation

/// One change that can be taken back: what stood there before, kept as a record of its own so that it survives compaction.
public struct UndoStep: Storable {
    /// Later steps have greater identifiers.
    public let id: Identifier<UndoStep>
    /// What was done, for a person.
    public let label: String
    var images: [BeforeImage]

    /// Where steps are kept.
    public static let collection = RecordCollection<UndoStep>("undo")

    /// How many steps are kept.
    public static let kept = 50
}

/// What stood at one address before a change, and the stamp that the change left there.
struct BeforeImage: Codable, Sendable {
    let address: RecordAddress
    let left: Stamp
    /// The stamp of what the change replaced; nil when there was nothing.
    let replaced: Stamp?
    let payload: String?
    let payloadVersion: Int
    let uniqueKeys: [String: String?]
    let orderedKeys: [String: String?]
}

/// Collects the before-images of one transaction.
final class UndoJournal {
    private var images: [RecordAddress: BeforeImage] = [:]
    private var order: [RecordAddress] = []

    func note(_ old: StoredRecord?, replacedBy new: StoredRecord) {
        if let first = images[new.address] {
            images[new.address] = first.leaving(new.stamp)
        } else {
            images[new.address] = BeforeImage(of: old, replacedBy: new)
            order.append(new.address)
        }
    }

    func close(label: String, in session: any EngineSession) throws {
        guard !order.isEmpty else { return }
        let transaction = Transaction(session: session, partition: .common, journal: nil)
        let step = UndoStep(id: Identifier("\(sortable(session.time))"), label: label, images: order.compactMap { images[$0] })
        try transaction.put(step)
        let surplus = try transaction.count(Selection<UndoStep>.all) - UndoStep.kept
        for old in try transaction.records(Selection<UndoStep>.all.limit(surplus)) { try transaction.delete(old.id) }
    }

    /// What a step brought back bears a new stamp; an earlier step that left the same record must know it, or it could never be undone.
    static func follow(_ step: UndoStep, in transaction: borrowing Transaction) throws {
        let restored = Dictionary(step.images.map { ($0.address, $0.replaced) }, uniquingKeysWith: { first, _ in first })
        for var earlier in try transaction.records(Selection<UndoStep>.all) {
            var isTouched = false
            for (place, image) in earlier.images.enumerated() where restored[image.address] == .some(image.left) {
                guard let now = try transaction.session.record(at: image.address)?.stamp else { continue }
                earlier.images[place] = image.leaving(now)
                isTouched = true
            }
            if isTouched { try transaction.put(earlier) }
        }
    }

    private func sortable(_ time: HybridTime) -> String { Int(time.milliseconds).indexKey.text + "-" + time.counter.padded(6) }
}

extension BeforeImage {
    init(of old: StoredRecord?, replacedBy new: StoredRecord) {
        let entries = old?.entries ?? []
        self.init(
            address: new.address, left: new.stamp, replaced: old?.stamp,
            payload: old?.payload.map { String(decoding: $0, as: UTF8.self) },
            payloadVersion: old?.payloadVersion ?? new.payloadVersion, uniqueKeys: BeforeImage.keys(entries.filter(\.unique)),
            orderedKeys: BeforeImage.keys(entries.filter { !$0.unique }))
    }

    func leaving(_ stamp: Stamp) -> BeforeImage {
        BeforeImage(
            address: address, left: stamp, replaced: replaced, payload: payload, payloadVersion: payloadVersion,
            uniqueKeys: uniqueKeys,
            orderedKeys: orderedKeys)
    }

    var record: StoredRecord {
        let entries = [(uniqueKeys, true), (orderedKeys, false)].flatMap { keys, unique in
            keys.sorted { $0.key < $1.key }.map {
                IndexEntry(name: $0.key, unique: unique, key: $0.value.map(IndexKey.init(text:)))
            }
        }
        return StoredRecord(
            address: address, stamp: left, payloadVersion: payloadVersion, entries: entries,
            payload: payload.map { Data($0.utf8) })
    }

    private static func keys(_ entries: [IndexEntry]) -> [String: String?] {
        Dictionary(entries.map { ($0.name, $0.key?.text) }, uniquingKeysWith: { $1 })
    }
}

extension Store {
    /// Takes back the last change that was made with `write(undo:)`.
    ///
    /// - Returns: the step that was taken back.
    /// - Throws: `nothingToUndo`; `changedSince` when something else has changed a record of the step, in which case nothing is done.
    public func undoLast() throws -> UndoStep {
        try scoped(to: .common).write { transaction in
            guard let step = try transaction.first(Selection<UndoStep>.all.descending) else {
                throw Failure("nothingToUndo", "There is nothing to undo.")
            }
            for image in step.images {
                guard try transaction.session.record(at: image.address)?.stamp == image.left else {
                    throw Failure(
                        "changedSince", "“\(step.label)” cannot be undone: what it changed has been changed again since.",
                        advice: "Nothing was changed.")
                }
            }
            for image in step.images {
                try transaction.scoped(to: image.address.partition) {
                    if image.payload == nil { try $0.delete(at: image.address) } else { try $0.put(stored: image.record) }
                }
            }
            try transaction.delete(step.id)
            try UndoJournal.follow(step, in: transaction)
            return step
        }
    }

    /// The changes that can be taken back, latest first.
    public func undoSteps() throws -> [UndoStep] {
        try scoped(to: .common).read { try $0.records(Selection<UndoStep>.all.descending) }
    }
}
