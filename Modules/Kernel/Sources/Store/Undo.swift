/// One change that can be undone: the earlier values, stored as a record of its own so that it
/// survives compaction.
public struct UndoStep: Storable {
    /// One of 50 identifiers. A new step replaces the oldest one, without a tombstone.
    public let id: Identifier<UndoStep>
    public let number: Int
    public internal(set) var label: String
    var images: [BeforeImage]
    /// The bulk work in the same step, if any.
    var bulk: BulkMark?

    static let byNumber = Index<UndoStep, Int>.ordered("number") { $0.number }
    public static let collection = RecordCollection<UndoStep>("undo", indexes: [byNumber])

    /// The collection of the earlier values of bulk work, in parts.
    public static var parts: any StoredCollection { UndoPart.collection }

    /// The names of the collections that contain only undo data.
    public static let undoCollections: Set<String> = [collection.name, UndoPart.collection.name]

    /// The greatest number of steps that a store keeps.
    public static let capacity = 50
}

/// A collector of the earlier values in one transaction.
final class UndoJournal {
    private var images: [RecordAddress: BeforeImage] = [:]
    private var order: [RecordAddress] = []

    /// Collects the value that a change replaces. The first of several changes counts.
    func record(_ previous: StoredRecord?, replacedBy new: StoredRecord) {
        if let firstImage = images[new.address] {
            images[new.address] = firstImage.withNewStamp(new.stamp)
        } else {
            images[new.address] = BeforeImage(of: previous, replacedBy: new)
            order.append(new.address)
        }
    }

    /// Stores the collected values as a step.
    func close(label: String, bulk: BulkMark? = nil, in below: any EngineTransaction) throws {
        guard !order.isEmpty || bulk != nil else { return }
        let transaction = Transaction(below: below, partition: .common, journal: nil)
        if let below = below as? CachingTransaction { try UndoJournal.prefetch(in: below) }
        // Read from the key, because the last step may be that of an import with all earlier
        // values.
        let lastKey = try transaction.keys(UndoJournal.lastStepSelection).first
        let number = (lastKey.flatMap { Int($0.text.drop { !$0.isNumber }) } ?? 0) + 1
        let id = Identifier<UndoStep>((number % UndoStep.capacity).padded(2))
        if number > UndoStep.capacity { try transaction.dropParts(of: id) }
        try transaction.put(
            UndoStep(id: id, number: number, label: label, images: order.compactMap { images[$0] }, bulk: bulk))
    }

    private static var lastStepSelection: Selection<UndoStep> { UndoStep.byNumber.all.descending.limit(1) }

    /// Prefetches what closing the journal reads, together with other questions.
    static func prefetch(_ questions: [EngineQuestion] = [], in below: CachingTransaction) throws {
        let common = Transaction(below: below, partition: .common, journal: nil)
        try below.prefetch(
            questions + [.keys(try common.scan(lastStepSelection)), .count(try common.scan(Selection<UndoPart>.all))])
    }

    /// Forgets the earlier values at some addresses.
    func forget(where isPurged: (RecordAddress) -> Bool) {
        images = images.filter { !isPurged($0.key) }
        order.removeAll(where: isPurged)
    }

    /// Updates earlier steps after an undo. A restored record has a new stamp, and an earlier step
    /// that left the same record needs it to stay undoable.
    static func updateEarlierSteps(_ step: UndoStep, in transaction: borrowing Transaction) throws {
        let restored = Dictionary(
            step.images.map { ($0.address, $0.oldStamp) }, uniquingKeysWith: { first, _ in first })
        for var earlier in try transaction.records(UndoStep.byNumber.all) {
            var isChanged = false
            for (index, image) in earlier.images.enumerated() {
                guard let old = restored[image.address], image.isUnchanged(by: old) else { continue }
                guard let now = try transaction.below.record(at: image.address)?.stamp else { continue }
                earlier.images[index] = image.withNewStamp(now)
                isChanged = true
            }
            if var mark = earlier.bulk {
                for (address, old) in restored where mark.wrote(address, old) {
                    guard let now = try transaction.below.record(at: address)?.stamp else { continue }
                    mark.recordMove(address, from: old, to: now)
                    isChanged = true
                }
                earlier.bulk = mark
            }
            if isChanged { try transaction.put(earlier) }
        }
    }
}

extension Store {
    /// Undoes the last change that was made with `write(undo:)`.
    ///
    /// - Parameter progress: receives the progress of a large change.
    /// - Returns: the step that was undone.
    /// - Throws: `nothingToUndo`, or `changedSince` when something else has changed a record of the
    ///   step. Nothing is undone then.
    public func undoLast(progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }) throws -> UndoStep {
        let common = scoped(to: .common)
        let bulk = try common.read { try $0.first(UndoStep.byNumber.all.descending) }.flatMap { step in
            step.bulk.map { (step, $0) }
        }
        if let (step, mark) = bulk {
            return try withoutActuallyEscaping(progress) { try common.undo(step, mark, telling: $0) }
        }
        return try common.write { transaction in
            let step = try transaction.lastStep()
            guard step.bulk == nil else { throw step.changedSince }
            try transaction.revert(step)
            return step
        }
    }

    /// Returns the changes that can be undone, latest first.
    public func undoSteps() throws -> [UndoStep] {
        try scoped(to: .common).read { try $0.records(UndoStep.byNumber.all.descending) }
    }
}

extension Transaction {
    /// Returns the latest step.
    ///
    /// - Throws: `nothingToUndo`.
    func lastStep() throws -> UndoStep {
        guard let step = try first(UndoStep.byNumber.all.descending) else {
            throw Failure(.nothingToUndo, "There is nothing to undo.")
        }
        return step
    }

    /// Restores the records in a step and removes the step.
    ///
    /// - Throws: `changedSince`.
    func revert(_ step: UndoStep) throws {
        let current = try below.records(at: step.images.map(\.address))
        guard zip(step.images, current).allSatisfy({ $0.isUnchanged(by: $1?.stamp) }) else { throw step.changedSince }
        for image in step.images {
            try scoped(to: image.address.partition) {
                if image.payload == nil { try $0.delete(at: image.address) } else { try $0.put(stored: [image.record]) }
            }
        }
        try delete(step.id)
        try UndoJournal.updateEarlierSteps(step, in: self)
    }
}

extension UndoStep {
    var changedSince: Failure {
        Failure(
            .changedSince, "“\(label)” cannot be undone: its data was changed again afterwards.",
            advice: "Nothing was undone. Change it by hand; what you do from now on can be undone as always.")
    }
}
