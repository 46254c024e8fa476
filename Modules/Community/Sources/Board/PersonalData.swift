import Kernel

/// All data of one person.
package struct PersonalData: Codable, Hashable, Sendable {
    package let feedback: [Feedback]
    /// The person's suggestions, without developers' notes.
    package let suggestions: [Suggestion]
    /// The roadmap items with the person's vote.
    package let votes: [Identifier<RoadmapItem>]
    /// The suggestions with the person's vote.
    package let upvotes: [Identifier<Suggestion>]
    /// The months in which the person was counted.
    package let months: [String]
    /// The record that prevents duplicate submissions.
    package let ledger: Ledger?

    package init() {
        feedback = []
        suggestions = []
        votes = []
        upvotes = []
        months = []
        ledger = nil
    }

    /// Reads a person's data in one transaction. It looks up each possible vote by name, because
    /// there is no index of voters.
    package init(of actor: Actor, in records: any BoardRecords) throws {
        guard let author = actor.author, let voter = actor.voter else {
            self = PersonalData()
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

/// The personal data of an actor, to be shown or deleted.
extension CommunityBoard {
    package func personalData(of actor: Actor) throws -> PersonalData {
        try read { try PersonalData(of: actor, in: $0) }
    }
}

extension RecordsBoard {
    /// Deletes the texts first and then the votes. If it is interrupted, call it again.
    package func forget(_ actor: Actor) throws -> Int {
        guard let author = actor.author, let voter = actor.voter else { return 0 }
        let resources = [Policy.Resource.feedback, .suggestion, .roadmapVote, .suggestionVote, .attendance, .ledger]
        try read { records in
            let context = try records.actorContext(actor)
            for resource in resources { try context.require(.remove, resource, of: author) }
            try context.require(.add, .farewell, of: author)
        }
        try changeBallots { try $1.moveVotes(of: $0.suggestions(by: author), in: $0) }
        return try changeRecordsAndBallots { records, ballots in
            // Repeated, because the person's texts may have been merged or received votes since.
            try ballots.moveVotes(of: records.suggestions(by: author), in: records)
            let removedCount = try records.forgetCounts(of: author) + records.forgetWords(of: author)
            if try records.record(ForgottenAuthor.id(author)) == nil { try records.keep(ForgottenAuthor(author)) }
            // No submission under this name follows the `ForgottenAuthor` record, so these are all
            // votes.
            let votes = ballots.forget(voter)
            try ballots.removeOrphanedVotes(in: records)
            return removedCount + votes
        }
    }
}

extension MutableBoardRecords {
    /// Deletes an author's attendance, ledger and block, and returns the number of deleted records.
    fileprivate func forgetCounts(of author: Author) throws -> Int {
        try removed(attendance(of: author).map(\.id)) + removed([Ledger.id(author)])
            + removed([BlockedAuthor.id(author)])
    }

    /// Deletes an author's texts with other people's votes for them. A roadmap item stays, without
    /// the author's words.
    fileprivate func forgetWords(of author: Author) throws -> Int {
        let ownSuggestions = try suggestions(by: author)
        let affectedItems = try items().filter { $0.wordsOf == author }
        for var item in affectedItems {
            item.forgetWords()
            try keep(item)
        }
        try forget(ownSuggestions)
        return try ownSuggestions.count + removed(feedback(by: author).map(\.id)) + affectedItems.count
    }

    /// Withdraws a suggestion.
    ///
    /// Suggestions merged into it become independent again, or move on to the suggestion into which
    /// it was merged.
    func withdraw(_ suggestion: Suggestion) throws {
        if suggestion.mergedInto == nil {
            for other in try suggestions(nil) where other.mergedInto == suggestion.id { try keep(other.reopened) }
        }
        try forget([suggestion])
    }

    /// Removes suggestions and moves those merged into one of them on to its own target.
    private func forget(_ withdrawn: [Suggestion]) throws {
        for suggestion in withdrawn {
            for var other in try suggestions(nil)
            where other.mergedInto == suggestion.id && suggestion.mergedInto != nil {
                other.mergedInto = suggestion.mergedInto
                try keep(other)
            }
            try remove(suggestion.id)
        }
    }

    /// Deletes records and returns the number of those that existed.
    private func removed<Record: Storable>(_ ids: [Identifier<Record>]) throws -> Int {
        try ids.count { try remove($0) }
    }
}

extension Ballots {
    /// Moves the votes of merged suggestions to their targets before removal.
    mutating func moveVotes(of withdrawn: [Suggestion], in records: any BoardRecords) throws {
        let poll = try Poll(self, records.suggestions(nil))
        for suggestion in withdrawn where suggestion.mergedInto != nil {
            for name in all(for: .init(suggestion.id)) { insert(name, for: .init(poll.target(of: suggestion.id))) }
        }
    }

    /// Removes votes for suggestions and items that no longer exist.
    mutating func removeOrphanedVotes(in records: any BoardRecords) throws {
        try keep(only: Set(records.suggestions(nil).map { Topic($0.id) }), of: Suggestion.voteTopic)
        try keep(only: Set(records.roadmap().map { Topic($0.id) }), of: RoadmapItem.voteTopic)
    }
}

extension Feedback {
    /// The feedback as its author may see it.
    var withoutTriage: Feedback {
        var copy = self
        copy.clearTriage()
        return copy
    }
}

extension Suggestion {
    /// The suggestion as everyone except developers may see it.
    package var withoutNotes: Suggestion {
        var copy = self
        copy.developerNotes = nil
        return copy
    }
}
