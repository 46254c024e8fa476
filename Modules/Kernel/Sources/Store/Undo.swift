import Foundation

/// One change that can be taken back: what stood there before, kept as a record of its own so that it survives compaction.
public struct UndoStep: Storable {
    /// Later steps have greater identifiers.
    public let id: Identifier<UndoStep>
    /// What was done, for a person.
    public let label: String
    let images: [BeforeImage]

    /// Where steps are kept.
    public static let collection = RecordCollection<UndoStep>("undo")

    /// How many steps are kept.
    public static let kept = 50
}

/// What stood at one address before a change, and the stamp that the change left there.
struct BeforeImage: Codable, Sendable {
    let address: RecordAddress
    /// The stamp that stood there before; nil when nothing ever did, and in steps of older programs.
    let found: Stamp?
    let left: Stamp
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
        for old in try transaction.records(Selection<UndoStep>.all.descending).dropFirst(UndoStep.kept) {
            try transaction.delete(old.id)
        }
    }

    private func sortable(_ time: HybridTime) -> String { Int(time.milliseconds).indexKey.text + "-" + time.counter.padded(6) }
}

extension BeforeImage {
    init(of old: StoredRecord?, replacedBy new: StoredRecord) {
        let entries = old?.entries ?? []
        self.init(
            address: new.address, found: old?.stamp, left: new.stamp,
            payload: old?.payload.map { String(decoding: $0, as: UTF8.self) },
            payloadVersion: old?.payloadVersion ?? new.payloadVersion, uniqueKeys: BeforeImage.keys(entries.filter(\.unique)),
            orderedKeys: BeforeImage.keys(entries.filter { !$0.unique }))
    }

    func leaving(_ stamp: Stamp) -> BeforeImage {
        BeforeImage(
            address: address, found: found, left: stamp, payload: payload, payloadVersion: payloadVersion, uniqueKeys: uniqueKeys,
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

extension Transaction {
    /// What a step found stands there again, under a new stamp. The step before it left that record, and must know it by the new stamp, or
    /// it could never be taken back.
    fileprivate func renewStamps(after images: [BeforeImage]) throws {
        var renewed: [RecordAddress: (found: Stamp, now: Stamp)] = [:]
        for image in images {
            guard let found = image.found, let now = try session.record(at: image.address)?.stamp else { continue }
            renewed[image.address] = (found, now)
        }
        for step in try records(Selection<UndoStep>.all) {
            let images = step.images.map { image in
                renewed[image.address].flatMap { $0.found == image.left ? image.leaving($0.now) : nil } ?? image
            }
            guard zip(images, step.images).contains(where: { $0.left != $1.left }) else { continue }
            try put(UndoStep(id: step.id, label: step.label, images: images))
        }
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
            try transaction.renewStamps(after: step.images)
            return step
        }
    }

    /// The changes that can be taken back, latest first.
    public func undoSteps() throws -> [UndoStep] {
        try scoped(to: .common).read { try $0.records(Selection<UndoStep>.all.descending) }
    }
}
