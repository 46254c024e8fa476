import Kernel
import Sync

extension AccountService {
    /// Syncs, and compares this device's records with those of the other devices.
    ///
    /// It reads all records. A device without a previous request answers in its own next round.
    ///
    /// - Throws: The errors of `round`.
    package func compare() throws -> [SyncComparison] {
        // A merge may create changes, which must be sent too before records are equal.
        for _ in 0..<AccountService.rounds where try !round().hasTransfers && waiting() == 0 { break }
        return try replica().exchangeChecksums()
    }

    /// The maximum number of rounds before a comparison.
    private static let rounds = 5

    /// Returns a record's title or the start of its text. It returns the ID of a record without
    /// text or one that is missing here.
    package func line(of address: RecordAddress) -> String {
        guard let record = try? store.read({ try $0.below.record(at: address) }) else { return address.id }
        let line = RecordTexts(of: record).line
        return line.isEmpty ? address.id : line
    }

    /// Returns the part of the app that contains a collection, for example "Tasks".
    package func part(of collection: String) -> String {
        syncPolicies.first { $0.kinds().contains { $0.name == collection } }?.scope?.title ?? collection
    }
}
