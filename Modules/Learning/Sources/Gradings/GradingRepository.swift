import Content
import Kernel

/// Where one learner's gradings are kept. It opens a unit of work, in which `Gradings` decides; it knows no rule itself.
public protocol GradingRepository: Sendable {
    /// Looks at one consistent state.
    func read<Value>(_ body: (borrowing Transaction) throws -> Value) throws -> Value
    /// Changes gradings, and what belongs to them, all or nothing. The body may run twice.
    ///
    /// - Parameter label: what `undo` calls it.
    func write<Value>(undo label: String, _ body: (borrowing Transaction) throws -> Value) throws -> Value
    /// All gradings, earliest day first.
    func gradings(in unit: borrowing Transaction) throws -> [Grading]
    /// The grading of this name; nil when there is none.
    func grading(_ id: Identifier<Grading>, in unit: borrowing Transaction) throws -> Grading?
    /// Keeps a grading in place of the one of its name.
    func keep(_ grading: Grading, in unit: borrowing Transaction) throws
    /// Removes the grading of this name.
    func remove(_ id: Identifier<Grading>, in unit: borrowing Transaction) throws
}

/// Gradings in any store that is scoped to its learner.
public struct StoredGradingRepository: GradingRepository {
    private let store: any Store

    /// Gradings in a store, which the caller has scoped to the learner's partition.
    public init(_ store: any Store) { self.store = store }

    public func read<Value>(_ body: (borrowing Transaction) throws -> Value) throws -> Value { try store.read(body) }

    public func write<Value>(undo label: String, _ body: (borrowing Transaction) throws -> Value) throws -> Value {
        try store.write(undo: label, body)
    }

    public func gradings(in unit: borrowing Transaction) throws -> [Grading] { try unit.records(Grading.byDay.all) }

    public func grading(_ id: Identifier<Grading>, in unit: borrowing Transaction) throws -> Grading? { try unit.record(id) }

    public func keep(_ grading: Grading, in unit: borrowing Transaction) throws { try unit.put(grading) }

    public func remove(_ id: Identifier<Grading>, in unit: borrowing Transaction) throws { try unit.delete(id) }
}
