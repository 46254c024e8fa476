import Kernel

extension RecordsBoard {
    /// Takes what somebody sent, once. The number is noted in the unit that takes the parcel: neither is there without the other.
    ///
    /// - Returns: false when it had been taken before.
    /// - Throws: `notAllowed`, `authorBlocked`, `authorForgotten`, `itemNotFound`, `itemReleased`, `suggestionNotFound`,
    ///   `suggestionClosed`; `tooMany` of kind `temporary`.
    public func take(_ posting: Posting, from actor: Actor) throws -> Bool {
        guard let author = actor.author, let voter = actor.voter else {
            throw Failure(.notAllowed, "Sending needs an identity.")
        }
        func reception(_ records: any KeptRecords) throws -> Reception {
            guard try records.record(Farewell.id(author)) == nil else { throw Failure.authorForgotten }
            return try Reception(
                posting: posting, author: author, voter: voter, people: records.people(actor), records: records)
        }
        let isNew: Bool
        if posting.parcel.isVote {
            // A vote leaves no trace among the records: no number, no allowance, no instant.
            isNew = try vote { records, ballots in try reception(records).cast(into: &ballots) }
        } else if case .withdrawal(let id) = posting.parcel {
            // What was merged into another leaves its votes there.
            try vote { try $1.carry(votesOf: [reception($0).own(id)], $0) }
            isNew = try settle { records, ballots in
                // Once more: it may have been merged since, or voted for.
                try ballots.carry(votesOf: [reception(records).own(id)], records)
                let isNew = try reception(records).take()
                try ballots.dropStrays(records)
                return isNew
            }
        } else {
            isNew = try write { try reception($0).take() }
        }
        try noteTurnout(of: posting, actor, author, voter)
        return isNew
    }

    /// Notes, for those who are counted, that they took part: under names of the month alone, which nobody can connect with author or voter.
    private func noteTurnout(of posting: Posting, _ actor: Actor, _ author: Author, _ voter: Voter) throws {
        guard posting.isCounted, let voted = actor.name(for: "voters \(posting.month)"),
            let active = actor.name(for: "active \(posting.month)")
        else { return }
        try vote { records, ballots in
            let months = try records.record(Ledger.id(author))?.lastMonth ?? [:]
            let hasSpoken = [Deed.feedback, .suggestion].contains { months[$0.rawValue] == posting.month }
            if ballots.hasVoted(voter) { ballots.insert(voted, for: .voters(in: posting.month)) }
            if posting.parcel.isVote || posting.hasVoted || hasSpoken { ballots.insert(active, for: .active(in: posting.month)) }
        }
    }
}

/// One parcel on its way onto a board.
private struct Reception {
    let posting: Posting
    let author: Author
    let voter: Voter
    let people: People
    let records: any KeptRecords

    func take() throws -> Bool {
        var ledger = try records.record(Ledger.id(author)) ?? Ledger(author)
        guard posting.number > ledger.taken[posting.outbox] ?? 0, try !isHere() else { return false }
        try people.require(.add, .ledger, of: author)
        let deed = posting.parcel.deed
        ledger.forgetVotes()
        ledger.permits[deed.rawValue] = try Permit.use(ledger.permits[deed.rawValue], for: deed, at: posting.sentAt)
        try keep()
        ledger.taken[posting.outbox] = posting.number
        ledger.lastMonth[deed.rawValue] = posting.month
        try records.keep(ledger)
        return true
    }

    /// What has an identifier of its own is known by it, whatever becomes of the numbers of an outbox.
    private func isHere() throws -> Bool {
        switch posting.parcel {
        case .feedback(let feedback): try records.record(feedback.id)?.author == author
        case .suggestion(let suggestion): try records.record(suggestion.id)?.author == author
        default: false
        }
    }

    private func keep() throws {
        switch posting.parcel {
        case .feedback(let feedback): try keep(feedback)
        case .suggestion(let suggestion): try keep(suggestion)
        case .withdrawal(let id): try records.withdraw(own(id))
        case .attendance(let month):
            try people.require(.add, .attendance, of: author)
            try records.keep(Attendance(author, month: month))
        case .review, .vote, .unvote, .upvote, .takeBack: break
        }
    }

    /// What developers decide stays theirs: a feedback that comes with an answer of its own comes without it.
    private func keep(_ feedback: Feedback) throws {
        try people.require(.add, .feedback, of: feedback.author)
        _ = try Wording.text.kept(feedback.text, "The text")
        try records.add(
            Feedback(
                id: feedback.id, author: feedback.author, category: feedback.category, text: feedback.text,
                timestamp: feedback.timestamp, device: feedback.device, usage: feedback.usage))
    }

    private func keep(_ suggestion: Suggestion) throws {
        try people.require(.add, .suggestion, of: suggestion.author)
        _ = try (Wording.title(suggestion.title), Wording.text.kept(suggestion.description, "The text"))
        try records.add(
            Suggestion(
                id: suggestion.id, title: suggestion.title, description: suggestion.description, author: suggestion.author,
                submittedAt: suggestion.submittedAt, app: suggestion.app))
    }

    /// A suggestion that its author may take back: until it is on the roadmap.
    func own(_ id: Identifier<Suggestion>) throws -> Suggestion {
        let own = try records.existing(id)
        try people.require(.remove, .suggestion, of: own.author)
        if own.status == .addedToRoadmap { try own.requireOpen() }
        return own
    }

    // MARK: - Votes

    /// Casts a vote or takes it back, as often as it comes.
    ///
    /// - Returns: whether that changed anything.
    func cast(into ballots: inout Ballots) throws -> Bool {
        let before = ballots
        switch posting.parcel {
        case .vote(let id):
            try people.require(.add, .roadmapVote, of: author)
            try ballots.insert(voter.rawValue, for: .init(open(id)))
        case .unvote(let id):
            try people.require(.remove, .roadmapVote, of: author)
            try ballots.remove(voter.rawValue, for: .init(open(id)))
        case .upvote(let id):
            try people.require(.add, .suggestionVote, of: author)
            let poll = try Poll(ballots, records.suggestions(nil))
            let target = try open(id, poll)
            if !poll.holds(voter, for: target) { ballots.insert(voter.rawValue, for: .init(target)) }
        case .takeBack(let id):
            try people.require(.remove, .suggestionVote, of: author)
            let poll = try Poll(ballots, records.suggestions(nil))
            for one in try poll.family(of: open(id, poll)) { ballots.remove(voter.rawValue, for: .init(one)) }
        default: break
        }
        return ballots != before
    }

    /// An item that can be voted for.
    private func open(_ id: Identifier<RoadmapItem>) throws -> Identifier<RoadmapItem> {
        // Until the community is founded, its items are code.
        let founding = people.charter == nil ? FoundingRoadmap.items.first { $0.id == id } : nil
        try (founding ?? records.existing(id)).requireVotable(at: posting.sentAt)
        return id
    }

    /// The suggestion that a vote goes to: that into which it was merged, when it was.
    private func open(_ id: Identifier<Suggestion>, _ poll: Poll) throws -> Identifier<Suggestion> {
        let target = try records.existing(poll.target(of: records.existing(id).id))
        try target.requireOpen()
        return target.id
    }
}

extension Failure {
    package static let authorForgotten = Failure(.authorForgotten, "This identity was removed and can send nothing more.")
}
