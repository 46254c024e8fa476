import Kernel

extension StoreContract {
    static var feed: [Promise] {
        [
            Promise(
                "the feed gives the current state: each record's last change, once, in order", check: feedIsComplete),
            Promise("the feed never splits a transaction", check: batches),
        ]
    }

    /// The changes of some notes, transaction by transaction.
    private struct History {
        /// The identifiers that each transaction changed.
        var transactions: [Set<String>] = []
        /// The transaction number before the first one.
        let before: Int

        /// Returns the number of the last change of each record that changed after a number.
        func last(since number: Int) -> [String: Int] {
            var lastChanges: [String: Int] = [:]
            for (index, ids) in transactions.enumerated() where before + index + 1 > number {
                for id in ids { lastChanges[id] = before + index + 1 }
            }
            return lastChanges
        }
    }

    private static func feedIsComplete(_ trial: Trial, _ store: any Store) throws {
        var random = RandomSource(seed: 5)
        var history = History(before: try store.lastSequence())
        for round in 0..<40 {
            let ids = Set(
                (0..<Int.random(in: 1...4, using: &random)).map { _ in "n\(Int.random(in: 0..<12, using: &random))" })
            let deletes = Int.random(in: 0..<4, using: &random) == 0
            let existing = Set(try store.notes())
            try store.write { transaction in
                for id in ids.sorted() {
                    if deletes {
                        try transaction.delete(Identifier<Note>(id))
                    } else {
                        try transaction.put(Note(id, rank: round))
                    }
                }
            }
            let changed = deletes ? ids.intersection(existing) : ids
            if !changed.isEmpty { history.transactions.append(changed) }
            // Neither counts as a transaction, because nothing was changed.
            try store.read { _ = try $0.record(Identifier<Note>("n1")) }
            try store.write { _ in }
        }
        try follow(trial, store, history)
        _ = try store.engine.maintain(.compact)
        try follow(trial, store, history)
        if trial.extent >= .lasting { try follow(trial, try trial.reopened(store), history) }
    }

    private static func follow(_ trial: Trial, _ store: any Store, _ history: History) throws {
        let end = history.before + history.transactions.count
        let forgotten = try store.engine.lastPrunedSequence()
        trial.expect("what is forgotten lies behind: \(forgotten)", forgotten <= end)
        for since in history.before...end {
            let changes = try store.changes(since: since)
            let numbers = changes.map(\.sequence)
            trial.expect("in order after \(since)", numbers == numbers.sorted() && numbers.allSatisfy { $0 > since })
            let places = changes.map { "\($0.sequence) \($0.address.id)" }
            trial.expect("no change is given twice after \(since): \(places)", Set(places).count == places.count)
            let last = Dictionary(changes.map { ($0.address.id, $0.sequence) }, uniquingKeysWith: { $1 })
            // An engine that has forgotten deletions must report it to followers before that point.
            // Existing records reach every follower.
            let isReported = { (id: String) in try since >= forgotten || last[id] != nil || store.stored(id) != nil }
            let expected = try history.last(since: since).filter { try isReported($0.key) }
            trial.expect("the last change of each record after \(since)", last, is: expected)
            for change in changes {
                let index = change.sequence - history.before - 1
                let isKnownChange =
                    history.transactions.indices.contains(index)
                    && history.transactions[index].contains(change.address.id)
                trial.expect("\(change) was one", isKnownChange)
                guard last[change.address.id] == change.sequence else { continue }
                trial.expect("the stamp of \(change)", try store.stored(change.address.id)?.stamp, is: change.stamp)
            }
        }
    }

    private static func batches(_ trial: Trial, _ store: any Store) throws {
        let start = try store.lastSequence()
        let sizes = [3, 1, 5, 2]
        for (number, size) in sizes.enumerated() {
            try store.write { try $0.put(contentsOf: (0..<size).map { Note("n\(number)-\($0)", rank: size) }) }
        }
        for limit in [-1, 0] + Array(1...12) + [.max] {
            var since = start
            var numbers: [Int] = []
            while true {
                let batch = try store.changes(since: since, limit: limit)
                guard let last = batch.last, numbers.count < 100 else { break }
                let transactions = Set(batch.map(\.sequence)).count
                trial.expect(
                    "a batch of \(batch.count) for a limit of \(limit)", batch.count <= limit || transactions == 1)
                numbers += batch.map { $0.sequence - start }
                since = last.sequence
            }
            trial.expect("all batches of \(limit)", numbers, is: [1, 1, 1, 2, 3, 3, 3, 3, 3, 4, 4])
        }
    }
}
