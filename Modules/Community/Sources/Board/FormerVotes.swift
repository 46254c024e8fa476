import Kernel

extension StoredCommunityBoard {
    /// Moves votes that were kept as records to the ballots, and takes out of the ledgers what tells that somebody voted. Nothing when
    /// there are none. What the files still say of them goes when they are compacted.
    ///
    /// - Returns: whether files hold, or may still hold, what was moved; `noteRewritten` says that they do not any more.
    public func moveFormerVotes() throws -> Bool {
        let isOld = try store.read { transaction in
            try transaction.count(Selection<FormerVote<RoadmapItem>>.all) > 0
                || transaction.count(Selection<FormerVote<Suggestion>>.all) > 0
                || transaction.records(Selection<Ledger>.all).contains(where: \.tellsOfVotes)
        }
        guard isOld else { return try store.read { try $0.record(VotesMoved.only)?.isRewritten == false } }
        // The ballots first: cut off in between, all of it is done again and counts the same.
        let turnout = try store.read { try FormerTurnout($0) }
        try vote { _, ballots in turnout.note(in: &ballots) }
        let addresses = try addresses(of: [FormerVote<RoadmapItem>.collection.name, FormerVote<Suggestion>.collection.name])
        try store.write { transaction in
            // By name: the order in which votes came is the order in which authors came.
            for address in addresses.sorted(by: { ($0.collection, $0.id) < ($1.collection, $1.id) }) {
                if address.collection == FormerVote<RoadmapItem>.collection.name {
                    try transaction.removeTrace(of: FormerVote<RoadmapItem>(id: Identifier(address.id)))
                } else {
                    try transaction.removeTrace(of: FormerVote<Suggestion>(id: Identifier(address.id)))
                }
            }
            for var ledger in try transaction.records(Selection<Ledger>.all) where ledger.tellsOfVotes {
                ledger.forgetVotes()
                try transaction.put(ledger)
            }
            try transaction.put(VotesMoved(id: VotesMoved.only, isRewritten: false))
        }
        return true
    }

    /// Notes that no file holds any more what was moved.
    public func noteRewritten() throws { try store.write { try $0.put(VotesMoved(id: VotesMoved.only, isRewritten: true)) } }

    /// Where records of some collections are, or were.
    private func addresses(of collections: Set<String>) throws -> [RecordAddress] {
        var (found, last): ([RecordAddress], Int) = ([], 0)
        while true {
            let changes = try store.changes(since: last, limit: 10_000)
            guard let end = changes.last?.sequence else { return found }
            found += changes.map(\.address).filter { $0.partition == store.partition && collections.contains($0.collection) }
            last = end
        }
    }
}

/// That votes of before were moved to the ballots.
struct VotesMoved: Storable {
    let id: Identifier<VotesMoved>
    /// Whether the files were rewritten since.
    let isRewritten: Bool

    static let only: Identifier<VotesMoved> = "moved"
    static let collection = RecordCollection<VotesMoved>("community.moved")
}

extension Transaction {
    /// Removes a record, and gives what is left of it the stamp of this transaction: a vote that was taken back has left the instant and the
    /// device of that, which stand beside the name of an author too.
    fileprivate func removeTrace<Record: Storable>(of record: Record) throws {
        try put(record)
        try delete(record.id)
    }
}

extension Ballots {
    mutating func add<Subject: VoteSubject>(_ former: [FormerVote<Subject>]) {
        for vote in former {
            guard let (subject, voter) = vote.cast else { continue }
            insert(voter.rawValue, for: Topic(subject))
        }
    }
}

/// How many of those counted in a month had voted, and how many did something in it, as the ledgers told before.
private struct FormerTurnout {
    private var voters: [String: Int] = [:]
    private var active: [String: Int] = [:]

    init(_ transaction: borrowing Transaction) throws {
        for one in try transaction.records(Selection<Attendance>.all) {
            guard let ledger = try transaction.record(Ledger.id(one.author)), ledger.tellsOfVotes else { continue }
            voters[one.month, default: 0] += 1
            if ledger.lastMonth.contains(where: { $0.key != "attendance" && $0.key != "review" && $0.value == one.month }) {
                active[one.month, default: 0] += 1
            }
        }
    }

    /// Notes them under names that are nobody's, the same ones each time.
    func note(in ballots: inout Ballots) {
        for (month, count) in voters { FormerTurnout.note(count, .voters(in: month), in: &ballots) }
        for (month, count) in active { FormerTurnout.note(count, .active(in: month), in: &ballots) }
    }

    private static func note(_ count: Int, _ topic: Ballots.Topic, in ballots: inout Ballots) {
        for number in 0..<count { ballots.insert(SHA256.name(of: "commonplace nobody\n\(number)"), for: topic) }
    }
}
