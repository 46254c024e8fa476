import Kernel

/// What is somebody's own: to be seen by them, and to go when they go.
extension StoredCommunityBoard {
    /// Reads each possible vote by its name; no index of voters is kept.
    public func belongings(of actor: Actor) throws -> Belongings {
        guard let author = actor.author, let voter = actor.voter else {
            return Belongings(feedback: [], suggestions: [], votes: [], upvotes: [], months: [], ledger: nil)
        }
        return try store.read { transaction in
            let (items, suggestions) = try subjects(transaction)
            return Belongings(
                feedback: try transaction.records(Feedback.byAuthor.under(author)).map(\.withoutTriage),
                suggestions: try transaction.records(Suggestion.byAuthor.under(author)).map(\.withoutNotes),
                votes: try items.filter { try transaction.record(Vote.id($0, voter)) != nil },
                upvotes: try suggestions.filter { try transaction.record(Vote.id($0, voter)) != nil },
                months: try transaction.records(Attendance.byAuthor.at(author)).map(\.month),
                ledger: try transaction.record(Ledger.id(author)))
        }
    }

    /// One transaction: a reader sees all of it, or none.
    public func forget(_ actor: Actor) throws -> Int {
        guard let author = actor.author, let voter = actor.voter else { return 0 }
        return try store.write { transaction in
            let people = try People(actor, transaction)
            for matter in [Policy.Matter.feedback, .suggestion, .roadmapVote, .suggestionVote, .attendance, .ledger] {
                try people.require(.remove, matter, of: author)
            }
            try people.require(.add, .farewell, of: author)
            let gone =
                try forgetVotes(of: voter, transaction) + forgetCounts(of: author, transaction)
                + forgetWords(of: author, transaction)
            if try transaction.record(Farewell.id(author)) == nil { try transaction.put(Farewell(author)) }
            return gone
        }
    }

    private func forgetVotes(of voter: Voter, _ transaction: borrowing Transaction) throws -> Int {
        let (items, suggestions) = try subjects(transaction)
        var gone = 0
        for item in items { gone += try transaction.delete(Vote.id(item, voter)) ? 1 : 0 }
        for suggestion in suggestions { gone += try transaction.delete(Vote.id(suggestion, voter)) ? 1 : 0 }
        return gone
    }

    private func forgetCounts(of author: Author, _ transaction: borrowing Transaction) throws -> Int {
        var gone = 0
        for own in try transaction.records(Attendance.byAuthor.at(author)) { gone += try transaction.delete(own.id) ? 1 : 0 }
        gone += try transaction.delete(Ledger.id(author)) ? 1 : 0
        gone += try transaction.delete(BlockedAuthor.id(author)) ? 1 : 0
        return gone
    }

    /// What they wrote; others' votes for it go with it. On the roadmap an item stays and loses their words.
    private func forgetWords(of author: Author, _ transaction: borrowing Transaction) throws -> Int {
        var gone = 0
        for own in try transaction.records(Suggestion.byAuthor.under(author)) {
            for vote in try transaction.records(Vote<Suggestion>.bySubject.at(own.id)) { try transaction.delete(vote.id) }
            gone += try transaction.delete(own.id) ? 1 : 0
        }
        for own in try transaction.records(Feedback.byAuthor.under(author)) { gone += try transaction.delete(own.id) ? 1 : 0 }
        for var item in try transaction.records(RoadmapItem.byPriority.all) where item.wordsOf == author {
            item.forgetWords()
            try transaction.put(item)
            gone += 1
        }
        return gone
    }

    /// Everything that can bear a vote.
    private func subjects(_ transaction: borrowing Transaction) throws
        -> ([Identifier<RoadmapItem>], [Identifier<Suggestion>])
    {
        let stored = try transaction.records(RoadmapItem.byPriority.all).map(\.id)
        let items = stored.isEmpty ? FoundingRoadmap.items.map(\.id) : stored
        return (items, try transaction.records(Suggestion.byTime.all).map(\.id))
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
