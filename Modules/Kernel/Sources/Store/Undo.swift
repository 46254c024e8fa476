/// One change that can be taken back: what stood there before, kept as a record of its own so that it survives compaction.
public struct UndoStep: Storable {
    /// One of `kept` places; a new step takes the place of the oldest, so that dropped steps leave no tombstones.
    public let id: Identifier<UndoStep>
    /// Later steps have greater numbers.
    public let number: Int
    /// What was done, for a person.
    public internal(set) var label: String
    var images: [BeforeImage]
    /// What bulk work did in the same step; nil for most.
    var bulk: BulkMark?

    static let byNumber = Index<UndoStep, Int>.ordered("number") { $0.number }
    /// Where steps are kept.
    public static let collection = RecordCollection<UndoStep>("undo", indexes: [byNumber])

    /// Where what stood there before bulk work is kept, in parts.
    public static var parts: any StoredCollection { UndoPart.collection }

    /// The names of collections that hold nothing but what can be undone.
    public static let passing: Set<String> = [collection.name, UndoPart.collection.name]

    /// How many steps are kept.
    public static let kept = 50
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

    func close(label: String, bulk: BulkMark? = nil, in below: any EngineTransaction) throws {
        guard !order.isEmpty || bulk != nil else { return }
        let transaction = Transaction(below: below, partition: .common, journal: nil)
        if let below = below as? RememberingTransaction { try UndoJournal.foresee(in: below) }
        // From the key: the last step may be that of an import, with everything that stood there before.
        let last = try transaction.keys(UndoJournal.last).first
        let number = (last.flatMap { Int($0.text.drop { !$0.isNumber }) } ?? 0) + 1
        let place = Identifier<UndoStep>((number % UndoStep.kept).padded(2))
        if number > UndoStep.kept { try transaction.dropParts(of: place) }
        try transaction.put(
            UndoStep(id: place, number: number, label: label, images: order.compactMap { images[$0] }, bulk: bulk))
    }

    private static var last: Selection<UndoStep> { UndoStep.byNumber.all.descending.limit(1) }

    /// What closing asks for first: asked along with whatever is foreseen.
    static func foresee(_ questions: [EngineQuestion] = [], in below: RememberingTransaction) throws {
        let common = Transaction(below: below, partition: .common, journal: nil)
        try below.foresee(
            questions + [.keys(try common.scan(last)), .count(try common.scan(Selection<UndoPart>.all))])
    }

    /// Forgets what stood at some places before.
    func forget(where isPurged: (RecordAddress) -> Bool) {
        images = images.filter { !isPurged($0.key) }
        order.removeAll(where: isPurged)
    }

    /// What a step brought back bears a new stamp; an earlier step that left the same record must know it, or it could never be undone.
    static func follow(_ step: UndoStep, in transaction: borrowing Transaction) throws {
        let restored = Dictionary(step.images.map { ($0.address, $0.replaced) }, uniquingKeysWith: { first, _ in first })
        for var earlier in try transaction.records(UndoStep.byNumber.all) {
            var isTouched = false
            for (place, image) in earlier.images.enumerated() {
                guard let stood = restored[image.address], image.isUntouched(by: stood) else { continue }
                guard let now = try transaction.below.record(at: image.address)?.stamp else { continue }
                earlier.images[place] = image.leaving(now)
                isTouched = true
            }
            if var mark = earlier.bulk {
                for (address, stood) in restored where mark.holds(address, stood) {
                    guard let now = try transaction.below.record(at: address)?.stamp else { continue }
                    mark.note(address, bore: stood, bears: now)
                    isTouched = true
                }
                earlier.bulk = mark
            }
            if isTouched { try transaction.put(earlier) }
        }
    }
}

extension Store {
    /// Takes back the last change that was made with `write(undo:)`.
    ///
    /// - Parameter telling: told how much of how much of a great change has come back.
    /// - Returns: the step that was taken back.
    /// - Throws: `nothingToUndo`; `changedSince` when something else has changed a record of the step, in which case nothing is done.
    public func undoLast(telling: (_ done: Int, _ total: Int) -> Void = { _, _ in }) throws -> UndoStep {
        let common = scoped(to: .common)
        let bulk = try common.read { try $0.first(UndoStep.byNumber.all.descending) }.flatMap { step in
            step.bulk.map { (step, $0) }
        }
        if let (step, mark) = bulk {
            return try withoutActuallyEscaping(telling) { try common.undo(step, mark, telling: $0) }
        }
        return try common.write { transaction in
            let step = try transaction.lastStep()
            guard step.bulk == nil else { throw step.changedSince }
            try transaction.takeBack(step)
            return step
        }
    }

    /// The changes that can be taken back, latest first.
    public func undoSteps() throws -> [UndoStep] {
        try scoped(to: .common).read { try $0.records(UndoStep.byNumber.all.descending) }
    }
}

extension Transaction {
    /// - Throws: `nothingToUndo`.
    func lastStep() throws -> UndoStep {
        guard let step = try first(UndoStep.byNumber.all.descending) else {
            throw Failure(.nothingToUndo, "There is nothing to undo.")
        }
        return step
    }

    /// Puts back what a step holds itself, and removes the step.
    ///
    /// - Throws: `changedSince`.
    func takeBack(_ step: UndoStep) throws {
        let stood = try below.records(at: step.images.map(\.address))
        guard zip(step.images, stood).allSatisfy({ $0.isUntouched(by: $1?.stamp) }) else { throw step.changedSince }
        for image in step.images {
            try scoped(to: image.address.partition) {
                if image.payload == nil { try $0.delete(at: image.address) } else { try $0.put(stored: [image.record]) }
            }
        }
        try delete(step.id)
        try UndoJournal.follow(step, in: self)
    }
}

extension UndoStep {
    var changedSince: Failure {
        Failure(
            .changedSince, "“\(label)” cannot be undone: what it changed was changed once more afterwards.",
            advice: "Nothing was undone. Change it by hand; what you do from now on can be undone as always.")
    }
}
