import Kernel

/// The receipt of submissions.
extension RecordsBoard {
    package func receive(_ posting: Posting, from actor: Actor) throws -> Bool {
        guard let author = actor.author, let voter = actor.voter else {
            throw Failure(.notAllowed, "Sending needs an identity.")
        }
        /// Returns the receiver of one transaction.
        ///
        /// - Throws: `authorForgotten`.
        func receiver(_ records: any MutableBoardRecords) throws -> SubmissionReceiver {
            guard try records.record(ForgottenAuthor.id(author)) == nil else { throw Failure.authorForgotten }
            return try SubmissionReceiver(
                posting: posting, author: author, voter: voter, context: records.actorContext(actor), records: records)
        }
        let isNew: Bool
        if posting.submission.isVote {
            // A vote leaves no trace in the records: no number, no daily count and no time.
            isNew = try changeBallots { records, ballots in try receiver(records).cast(into: &ballots) }
        } else if case .withdrawal(let id) = posting.submission {
            // The votes of a merged suggestion move to the other one first, in a transaction of
            // their own: an interruption of the second may change the records only and would lose
            // them.
            try changeBallots { try $1.moveVotes(of: [receiver($0).withdrawableSuggestion(id)], in: $0) }
            isNew = try changeRecordsAndBallots { records, ballots in
                // Repeated, because the suggestion may have been merged or received votes since.
                try ballots.moveVotes(of: [receiver(records).withdrawableSuggestion(id)], in: records)
                let isNew = try receiver(records).receive()
                try ballots.removeOrphanedVotes(in: records)
                return isNew
            }
        } else {
            isNew = try write { try receiver($0).receive() }
        }
        try countParticipant(of: posting, actor, author, voter)
        return isNew
    }

    /// Counts a participant who agreed to be counted, under names of the month that cannot be
    /// linked to author or voter.
    private func countParticipant(of posting: Posting, _ actor: Actor, _ author: Author, _ voter: Voter) throws {
        guard posting.isCounted, let voterName = actor.name(for: "voters \(posting.month)"),
            let activeName = actor.name(for: "active \(posting.month)")
        else { return }
        try changeBallots { records, ballots in
            let months = try records.record(Ledger.id(author))?.lastMonth ?? [:]
            let hasWritten = [LimitedAction.feedback, .suggestion].contains { months[$0.rawValue] == posting.month }
            if ballots.hasVoted(voter) { ballots.insert(voterName, for: .voters(in: posting.month)) }
            if posting.submission.isVote || posting.hasVoted || hasWritten {
                ballots.insert(activeName, for: .active(in: posting.month))
            }
        }
    }
}

/// The processing of one submission within a transaction of a board.
private struct SubmissionReceiver {
    let posting: Posting
    let author: Author
    let voter: Voter
    let context: ActorContext
    let records: any MutableBoardRecords

    /// Applies the submission and records its number in the author's ledger.
    ///
    /// - Returns: false if the submission had been received before.
    func receive() throws -> Bool {
        var ledger = try records.record(Ledger.id(author)) ?? Ledger(author)
        guard posting.number > ledger.taken[posting.outbox] ?? 0, try !isStored() else { return false }
        try context.require(.add, .ledger, of: author)
        let action = posting.submission.action
        ledger.permits[action.rawValue] = try RateLimit.use(
            ledger.permits[action.rawValue], for: action, at: posting.sentAt)
        try save()
        ledger.taken[posting.outbox] = posting.number
        ledger.lastMonth[action.rawValue] = posting.month
        try records.keep(ledger)
        return true
    }

    /// Whether a record with the submission's own identifier already exists, whatever the outbox
    /// numbers are.
    private func isStored() throws -> Bool {
        switch posting.submission {
        case .feedback(let feedback): try records.record(feedback.id)?.author == author
        case .suggestion(let suggestion): try records.record(suggestion.id)?.author == author
        default: false
        }
    }

    /// Saves what the submission contains. Votes leave nothing here.
    private func save() throws {
        switch posting.submission {
        case .feedback(let feedback): try save(feedback)
        case .suggestion(let suggestion): try save(suggestion)
        case .withdrawal(let id): try records.withdraw(withdrawableSuggestion(id))
        case .attendance(let month):
            try context.require(.add, .attendance, of: author)
            try records.keep(Attendance(author, month: month))
        case .review, .vote, .unvote, .upvote, .takeBack: break
        }
    }

    /// Saves feedback without any developers' fields that the sender has filled in.
    private func save(_ feedback: Feedback) throws {
        try context.require(.add, .feedback, of: feedback.author)
        _ = try TextRules.text.validated(feedback.text, "The text")
        try records.add(
            Feedback(
                id: feedback.id, author: feedback.author, category: feedback.category, text: feedback.text,
                timestamp: feedback.timestamp, device: feedback.device, usage: feedback.usage))
    }

    /// Saves a suggestion without any developers' fields that the sender has filled in.
    private func save(_ suggestion: Suggestion) throws {
        try context.require(.add, .suggestion, of: suggestion.author)
        _ = try (TextRules.title(suggestion.title), TextRules.text.validated(suggestion.description, "The text"))
        try records.add(
            Suggestion(
                id: suggestion.id, title: suggestion.title, description: suggestion.description,
                author: suggestion.author, submittedAt: suggestion.submittedAt, app: suggestion.app))
    }

    /// Returns a suggestion that its author may withdraw, which is possible until it is on the
    /// roadmap.
    func withdrawableSuggestion(_ id: Identifier<Suggestion>) throws -> Suggestion {
        let suggestion = try records.existing(id)
        try context.require(.remove, .suggestion, of: suggestion.author)
        if suggestion.status == .addedToRoadmap { try suggestion.requireOpen() }
        return suggestion
    }

    // MARK: - Votes

    /// Casts or withdraws a vote. Repeated calls change nothing.
    ///
    /// - Returns: whether the call changed anything.
    func cast(into ballots: inout Ballots) throws -> Bool {
        let before = ballots
        switch posting.submission {
        case .vote(let id):
            try context.require(.add, .roadmapVote, of: author)
            try ballots.insert(voter.rawValue, for: .init(votableItem(id)))
        case .unvote(let id):
            try context.require(.remove, .roadmapVote, of: author)
            try ballots.remove(voter.rawValue, for: .init(votableItem(id)))
        case .upvote(let id):
            try context.require(.add, .suggestionVote, of: author)
            let poll = try Poll(ballots, records.suggestions(nil))
            let target = try openTarget(of: id, poll)
            if !poll.hasVoted(voter, for: target) { ballots.insert(voter.rawValue, for: .init(target)) }
        case .takeBack(let id):
            try context.require(.remove, .suggestionVote, of: author)
            let poll = try Poll(ballots, records.suggestions(nil))
            for member in try poll.mergedGroup(of: openTarget(of: id, poll)) {
                ballots.remove(voter.rawValue, for: .init(member))
            }
        default: break
        }
        return ballots != before
    }

    /// Returns the id of an item that is open for votes.
    private func votableItem(_ id: Identifier<RoadmapItem>) throws -> Identifier<RoadmapItem> {
        // Until the community has a charter, its items exist only in code.
        let founding = context.charter == nil ? FoundingRoadmap.items.first { $0.id == id } : nil
        try (founding ?? records.existing(id)).requireVotable(at: posting.sentAt)
        return id
    }

    /// Returns the suggestion that receives the vote, which is the target of a merged one.
    private func openTarget(of id: Identifier<Suggestion>, _ poll: Poll) throws -> Identifier<Suggestion> {
        let target = try records.existing(poll.target(of: records.existing(id).id))
        try target.requireOpen()
        return target.id
    }
}

extension Failure {
    package static let authorForgotten = Failure(
        .authorForgotten, "This identity was removed and can send nothing more.")
}
