import Kernel

/// What would come of a file: nothing is kept yet.
public struct ImportPlan: Sendable {
    /// What cannot be taken in, and why.
    public struct Refusal: Hashable, Sendable {
        /// The line, or which one it is.
        public let place: Int
        /// Why, in one sentence.
        public let why: String
    }

    /// What is new, with its share events.
    public internal(set) var new: [(entry: FeedbackEntry, shares: [ShareEvent])] = []
    /// How many are there already, as they are in the file.
    public internal(set) var known = 0
    /// How many are there already in other words; they are left as they are.
    public internal(set) var different = 0
    /// What cannot be taken in, in the order of the file.
    public internal(set) var refused: [Refusal] = []
}

extension FeedbackJournal {
    /// As many as one unit of work takes in.
    private static let portion = 500

    /// What would come of entries of a file: each is judged by itself, and what is there already is skipped.
    ///
    /// One is there if its identifier is, or if it has none of its own and somebody wrote the same words for the same person.
    public func importPlan(of foreign: [ForeignEntry]) throws -> ImportPlan {
        let (calendar, now) = (time.calendar, time.now())
        return try repository.read { records in
            var plan = ImportPlan()
            let kept = try records.entries(EntryFilter())
            var byID = Dictionary(kept.map { ($0.id, $0) }) { first, _ in first }
            var words = Set(kept.map { ForeignEntry.identifier(of: $0.text, $0.recipient) })
            for one in foreign {
                do {
                    let entry = try one.entry(in: calendar, now: now)
                    let made = ForeignEntry.identifier(of: entry.text, entry.recipient)
                    if let there = byID[entry.id] {
                        if there.text == entry.text { plan.known += 1 } else { plan.different += 1 }
                    } else if entry.id == made, words.contains(made) {
                        plan.known += 1
                    } else {
                        plan.new.append((entry, one.shares))
                        byID[entry.id] = entry
                        words.insert(made)
                    }
                } catch let failure as Failure {
                    plan.refused.append(ImportPlan.Refusal(place: one.place, why: failure.message))
                }
            }
            return plan
        }
    }

    /// Takes in what is new, in portions: whoever is interrupted does it again, and what is there is skipped. Each portion can be undone.
    ///
    /// - Parameter advance: told how many are taken in.
    /// - Returns: how many were taken in.
    public func takeIn(_ plan: ImportPlan, advance: (Int) -> Void = { _ in }) throws -> Int {
        var count = 0
        for start in stride(from: 0, to: plan.new.count, by: FeedbackJournal.portion) {
            let some = plan.new[start..<min(start + FeedbackJournal.portion, plan.new.count)]
            count += try repository.write(undo: { "Imported \(counted($0, "entry", "entries"))" }) { records in
                let missing = try some.filter { try records.entry($0.entry.id) == nil }
                for (entry, shares) in missing {
                    try records.keep(entry)
                    try records.keep(shares)
                }
                return missing.count
            }
            advance(start + some.count)
        }
        return count
    }
}
