import Kernel

extension CommunityBoard {
    /// Takes what somebody sent, once. The number is noted in the unit that takes the parcel: neither is there without the other.
    ///
    /// - Returns: false when it had been taken before.
    /// - Throws: `notAllowed`, `authorBlocked`, `authorForgotten`, `itemNotFound`, `itemReleased`, `suggestionNotFound`,
    ///   `suggestionClosed`; `tooMany` of kind `temporary`.
    public func take(_ posting: Posting, from actor: Actor) throws -> Bool {
        guard let author = actor.author, let voter = actor.voter else {
            throw Failure(.notAllowed, "Nobody can send something without an identity.")
        }
        return try write { records in
            guard try records.record(Farewell.id(author)) == nil else { throw Failure.authorForgotten }
            let people = try People(actor, records)
            return try Reception(posting: posting, author: author, voter: voter, people: people, records: records).take()
        }
    }
}

/// One parcel on its way onto a board.
private struct Reception {
    let posting: Posting
    let author: Author
    let voter: Voter
    let people: People
    let records: any BoardRecords

    func take() throws -> Bool {
        var ledger = try records.record(Ledger.id(author)) ?? Ledger(author)
        guard posting.number > ledger.taken[posting.outbox] ?? 0, try !isHere() else { return false }
        try people.require(.add, .ledger, of: author)
        let deed = posting.parcel.deed
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
        case .vote(let id): try vote(for: open(id), .roadmapVote)
        case .unvote(let id): try takeBack(Vote.id(open(id), voter), .roadmapVote)
        case .upvote(let id): try vote(for: open(id), .suggestionVote)
        case .takeBack(let id): try takeBack(Vote.id(open(id), voter), .suggestionVote)
        case .attendance(let month):
            try people.require(.add, .attendance, of: author)
            try records.keep(Attendance(author, month: month))
        case .review: break
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
                submittedAt: suggestion.submittedAt))
    }

    /// A vote that is there stays as it was.
    private func vote<Subject: VoteSubject>(for subject: Identifier<Subject>, _ matter: Policy.Matter) throws {
        try people.require(.add, matter, of: author)
        let vote = Vote(subject, by: voter, at: posting.sentAt)
        if try records.record(vote.id) == nil { try records.keep(vote) }
    }

    private func takeBack<Subject: VoteSubject>(_ vote: Identifier<Vote<Subject>>, _ matter: Policy.Matter) throws {
        try people.require(.remove, matter, of: author)
        try records.remove(vote)
    }

    /// An item that can be voted for.
    private func open(_ id: Identifier<RoadmapItem>) throws -> Identifier<RoadmapItem> {
        // Until the community is founded, its items are code.
        let founding = people.charter == nil ? FoundingRoadmap.items.first { $0.id == id } : nil
        try (founding ?? records.existing(id)).requireUnreleased()
        return id
    }

    /// The suggestion that a vote goes to: that into which it was merged, when it was.
    private func open(_ id: Identifier<Suggestion>) throws -> Identifier<Suggestion> {
        var target = try records.existing(id)
        var seen: Set<Identifier<Suggestion>> = [id]
        while let next = target.mergedInto, seen.insert(next).inserted { target = try records.existing(next) }
        try target.requireOpen()
        return target.id
    }
}

extension Failure {
    static let authorForgotten = Failure(.authorForgotten, "This identity was forgotten and can send nothing more.")
}
