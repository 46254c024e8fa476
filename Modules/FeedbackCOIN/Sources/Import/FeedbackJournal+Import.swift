import Kernel

/// The effects of an import, before anything is saved.
package struct ImportPlan: Sendable {
    /// A rejected row and the reason.
    package struct RejectedRow: Hashable, Sendable {
        package let place: Int
        package let why: String
    }

    /// The entries to save, with their share events.
    package internal(set) var new: [(entry: FeedbackEntry, shares: [ShareEvent])] = []
    /// The number of entries that exist with the same content.
    package internal(set) var unchangedCount = 0
    /// The number of entries that exist with other content and stay unchanged.
    package internal(set) var conflictCount = 0
    package internal(set) var rejected: [RejectedRow] = []
}

extension FeedbackJournal {
    /// The maximum number of entries that one unit of work saves.
    private static let batchSize = 500

    /// Plans an import, checking each entry separately and skipping existing ones.
    ///
    /// An entry exists if its identifier does. Without an identifier, it exists if one has the same
    /// text for the same person.
    package func importPlan(of foreign: [ForeignEntry]) throws -> ImportPlan {
        let calendar = time.calendar
        let now = time.now()
        return try repository.read { records in
            var plan = ImportPlan()
            let existing = try records.entries(EntryFilter())
            var byID = Dictionary(existing.map { ($0.id, $0) }) { first, _ in first }
            var contentIDs = Set(existing.map { ForeignEntry.identifier(of: $0.text, $0.recipient) })
            for candidate in foreign {
                do {
                    let entry = try candidate.entry(in: calendar, now: now)
                    let contentID = ForeignEntry.identifier(of: entry.text, entry.recipient)
                    if let match = byID[entry.id] {
                        if match.text == entry.text { plan.unchangedCount += 1 } else { plan.conflictCount += 1 }
                    } else if entry.id == contentID, contentIDs.contains(contentID) {
                        plan.unchangedCount += 1
                    } else {
                        plan.new.append((entry, candidate.shares))
                        byID[entry.id] = entry
                        contentIDs.insert(contentID)
                    }
                } catch let failure as Failure {
                    plan.rejected.append(ImportPlan.RejectedRow(place: candidate.place, why: failure.message))
                }
            }
            return plan
        }
    }

    /// Saves the new entries in batches, each of which `undo` can revert.
    ///
    /// After an interruption the caller repeats the import, which skips saved entries.
    ///
    /// - Parameter advance: receives the number of saved entries.
    /// - Returns: the number of saved entries.
    package func performImport(_ plan: ImportPlan, advance: (Int) -> Void = { _ in }) throws -> Int {
        var count = 0
        for start in stride(from: 0, to: plan.new.count, by: FeedbackJournal.batchSize) {
            let batch = plan.new[start..<min(start + FeedbackJournal.batchSize, plan.new.count)]
            count += try repository.write(undo: { "Imported \(counted($0, "entry", "entries"))" }) { records in
                let missing = try batch.filter { try records.entry($0.entry.id) == nil }
                for (entry, shares) in missing {
                    try records.save(entry)
                    try records.save(shares)
                }
                return missing.count
            }
            advance(start + batch.count)
        }
        return count
    }
}
