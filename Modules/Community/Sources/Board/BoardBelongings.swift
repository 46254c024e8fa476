import Kernel

/// Everything that belongs to one person.
public struct BoardBelongings: Codable, Hashable, Sendable {
    /// Their feedback, with the answers.
    public let feedback: [Feedback]
    /// Their suggestions, without what developers noted.
    public let suggestions: [Suggestion]
    /// The items that they voted for.
    public let votes: [Identifier<RoadmapItem>]
    /// The suggestions that they voted for.
    public let upvotes: [Identifier<Suggestion>]
    /// The months in which they were counted.
    public let months: [String]
    /// What is kept so that nothing is taken twice.
    public let ledger: Ledger?

    /// Nothing.
    package init() { (feedback, suggestions, votes, upvotes, months, ledger) = ([], [], [], [], [], nil) }

    /// What a unit of work shows of somebody. Reads each possible vote by its name; no index of voters is kept.
    package init(of actor: Actor, in records: any BoardRecords) throws {
        guard let author = actor.author, let voter = actor.voter else {
            self = BoardBelongings()
            return
        }
        feedback = try records.feedback(by: author).reversed().map(\.withoutTriage)
        suggestions = try records.suggestions(by: author).map(\.withoutNotes)
        votes = try records.voted(voter, among: records.roadmap().map(\.id))
        upvotes = try records.voted(voter, among: records.suggestions(nil).map(\.id))
        months = try records.attendance(of: author).map(\.month)
        ledger = try records.record(Ledger.id(author))
    }
}

/// What is somebody's own: to be seen by them, and to go when they go.
extension CommunityBoard {
    /// Everything that is theirs, in one look.
    public func belongings(of actor: Actor) throws -> BoardBelongings { try read { try BoardBelongings(of: actor, in: $0) } }
}

extension RecordsBoard {
    /// Removes everything that is theirs, and takes nothing more under their name. As often as one likes. What they wrote and what they voted for go one after
    /// the other: cut off in between, it is done again.
    ///
    /// - Returns: how many records are gone.
    public func forget(_ actor: Actor) throws -> Int {
        guard let author = actor.author, let voter = actor.voter else { return 0 }
        let matters = [Policy.Matter.feedback, .suggestion, .roadmapVote, .suggestionVote, .attendance, .ledger]
        try read { records in
            let people = try records.people(actor)
            for matter in matters { try people.require(.remove, matter, of: author) }
            try people.require(.add, .farewell, of: author)
        }
        try vote { try $1.carry(votesOf: $0.suggestions(by: author), $0) }
        return try settle { records, ballots in
            // Once more: what they wrote may have been merged since, or voted for.
            try ballots.carry(votesOf: records.suggestions(by: author), records)
            let gone = try records.forgetCounts(of: author) + records.forgetWords(of: author)
            if try records.record(Farewell.id(author)) == nil { try records.keep(Farewell(author)) }
            // Behind the farewell nothing more comes under this name, so these are all.
            let votes = ballots.forget(voter)
            try ballots.dropStrays(records)
            return gone + votes
        }
    }
}

extension KeptRecords {
    fileprivate func forgetCounts(of author: Author) throws -> Int {
        try removed(attendance(of: author).map(\.id)) + removed([Ledger.id(author)]) + removed([BlockedAuthor.id(author)])
    }

    /// What they wrote; others' votes for it go with it. On the roadmap an item stays and loses their words.
    fileprivate func forgetWords(of author: Author) throws -> Int {
        let own = try suggestions(by: author)
        let theirs = try items().filter { $0.wordsOf == author }
        for var item in theirs {
            item.forgetWords()
            try keep(item)
        }
        try forget(own)
        return try own.count + removed(feedback(by: author).map(\.id)) + theirs.count
    }

    /// Takes a suggestion back. What was merged into it stands for itself again, or goes on to what it was merged into itself.
    func withdraw(_ own: Suggestion) throws {
        if own.mergedInto == nil {
            for other in try suggestions(nil) where other.mergedInto == own.id { try keep(other.reopened) }
        }
        try forget([own])
    }

    /// Removes suggestions; what was merged into one goes on to what that was merged into.
    private func forget(_ own: [Suggestion]) throws {
        for one in own {
            for var other in try suggestions(nil) where other.mergedInto == one.id && one.mergedInto != nil {
                other.mergedInto = one.mergedInto
                try keep(other)
            }
            try remove(one.id)
        }
    }

    private func removed<Record: Storable>(_ ids: [Identifier<Record>]) throws -> Int {
        try ids.count { try remove($0) }
    }
}

extension Ballots {
    /// Gives the votes of what was merged to what it was merged into, before it goes.
    mutating func carry(votesOf leaving: [Suggestion], _ records: any BoardRecords) throws {
        let poll = try Poll(self, records.suggestions(nil))
        for one in leaving where one.mergedInto != nil {
            for name in all(for: .init(one.id)) { insert(name, for: .init(poll.target(of: one.id))) }
        }
    }

    /// Takes away votes for suggestions and items that are not there any more.
    mutating func dropStrays(_ records: any BoardRecords) throws {
        try keep(only: Set(records.suggestions(nil).map { Topic($0.id) }), of: Suggestion.voteTopic)
        try keep(only: Set(records.roadmap().map { Topic($0.id) }), of: RoadmapItem.voteTopic)
    }
}

extension Feedback {
    /// As its author may see it.
    var withoutTriage: Feedback {
        var copy = self
        copy.sortNothing()
        return copy
    }
}

extension Suggestion {
    /// As everybody but developers may see it.
    public var withoutNotes: Suggestion {
        var copy = self
        copy.developerNotes = nil
        return copy
    }
}
