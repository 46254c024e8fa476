import Kernel
import Sync

extension Accounts {
    /// Whether the other devices have the same as this one, record by record. Meets them first, so that all speak of one moment, and reads all records: a
    /// device that has not been asked before answers in its own next round.
    ///
    /// - Throws: as `round`.
    public func compare() throws -> [SyncComparison] {
        // What came may have made something that leaves: nobody has everything before that is away, too.
        for _ in 0..<Accounts.rounds where try !round().moves && waiting() == 0 { break }
        return try replica().prove()
    }

    /// What is lived through until nothing moves any more.
    private static let rounds = 5

    /// What a record is called, for a person: its title, or the beginning of its text; its id where it says nothing, or is not here.
    public func line(of address: RecordAddress) -> String {
        guard let record = try? store.read({ try $0.below.record(at: address) }) else { return address.id }
        let line = RecordTexts(of: record).line
        return line.isEmpty ? address.id : line
    }

    /// The part of the app to which a kind of record belongs: "Tasks".
    public func part(of collection: String) -> String {
        belongings.first { $0.kinds().contains { $0.name == collection } }?.scope?.title ?? collection
    }
}
