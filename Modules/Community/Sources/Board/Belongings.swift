import Kernel

/// Everything that belongs to one person.
public struct Belongings: Codable, Hashable, Sendable {
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
}

/// What is somebody's own: to be seen by them, and to go when they go.
extension CommunityBoard {
    /// Everything that is theirs. Reads each possible vote by its name; no index of voters is kept.
    public func belongings(of actor: Actor) throws -> Belongings {
        guard let author = actor.author, let voter = actor.voter else {
            return Belongings(feedback: [], suggestions: [], votes: [], upvotes: [], months: [], ledger: nil)
        }
        return try read { records in
            Belongings(
                feedback: try records.feedback(by: author).reversed().map(\.withoutTriage),
                suggestions: try records.suggestions(by: author).map(\.withoutNotes),
                votes: try records.voted(voter, among: records.roadmap().map(\.id)),
                upvotes: try records.voted(voter, among: records.suggestions(nil).map(\.id)),
                months: try records.attendance(of: author).map(\.month), ledger: try records.record(Ledger.id(author)))
        }
    }

    /// Removes everything that is theirs, and takes nothing more under their name. As often as one likes. A reader sees all of it, or none.
    ///
    /// - Returns: how many records are gone.
    public func forget(_ actor: Actor) throws -> Int {
        guard let author = actor.author, let voter = actor.voter else { return 0 }
        return try write { records in
            let people = try People(actor, records)
            for matter in [Policy.Matter.feedback, .suggestion, .roadmapVote, .suggestionVote, .attendance, .ledger] {
                try people.require(.remove, matter, of: author)
            }
            try people.require(.add, .farewell, of: author)
            let gone = try records.forgetVotes(of: voter) + records.forgetCounts(of: author) + records.forgetWords(of: author)
            if try records.record(Farewell.id(author)) == nil { try records.keep(Farewell(author)) }
            return gone
        }
    }
}

extension BoardRecords {
    fileprivate func forgetVotes(of voter: Voter) throws -> Int {
        try removed(roadmap().map { Vote.id($0.id, voter) }) + removed(suggestions(nil).map { Vote.id($0.id, voter) })
    }

    fileprivate func forgetCounts(of author: Author) throws -> Int {
        try removed(attendance(of: author).map(\.id)) + removed([Ledger.id(author)]) + removed([BlockedAuthor.id(author)])
    }

    /// What they wrote; others' votes for it go with it. On the roadmap an item stays and loses their words.
    fileprivate func forgetWords(of author: Author) throws -> Int {
        let own = try suggestions(by: author).map(\.id)
        for id in own { _ = try removed(votes(for: id).map(\.id)) }
        let theirs = try items().filter { $0.wordsOf == author }
        for var item in theirs {
            item.forgetWords()
            try keep(item)
        }
        return try removed(own) + removed(feedback(by: author).map(\.id)) + theirs.count
    }

    private func removed<Record: Storable>(_ ids: [Identifier<Record>]) throws -> Int {
        try ids.count { try remove($0) }
    }
}

extension Feedback {
    /// As its author may see it.
    var withoutTriage: Feedback {
        var copy = self
        (copy.tags, copy.severity) = ([], nil)
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
