import Kernel

/// What people send.
extension StoredCommunityBoard {
    /// The number is noted in the transaction that takes the parcel: neither is there without the other.
    public func take(_ posting: Posting, from actor: Actor) throws -> Bool {
        guard let author = actor.author, let voter = actor.voter else {
            throw Failure(.notAllowed, "Nobody can send something without an identity.")
        }
        return try store.write { transaction in
            let people = try People(actor, transaction)
            guard try transaction.record(Farewell.id(author)) == nil else { throw Failure.authorForgotten }
            var ledger = try transaction.record(Ledger.id(author)) ?? Ledger(author)
            guard posting.number > ledger.taken[posting.outbox] ?? 0, try !isHere(posting.parcel, author, transaction) else {
                return false
            }
            try people.require(.add, .ledger, of: author)
            let deed = posting.parcel.deed
            ledger.permits[deed.rawValue] = try Permit.use(ledger.permits[deed.rawValue], for: deed, at: posting.sentAt)
            try keep(posting, people, (author, voter), transaction)
            ledger.taken[posting.outbox] = posting.number
            ledger.lastMonth[deed.rawValue] = posting.month
            try transaction.put(ledger)
            return true
        }
    }

    /// What has an identifier of its own is known by it, whatever becomes of the numbers of an outbox.
    private func isHere(_ parcel: Parcel, _ author: Author, _ transaction: borrowing Transaction) throws -> Bool {
        switch parcel {
        case .feedback(let feedback): try transaction.record(feedback.id)?.author == author
        case .suggestion(let suggestion): try transaction.record(suggestion.id)?.author == author
        default: false
        }
    }

    private func keep(
        _ posting: Posting, _ people: People, _ person: (author: Author, voter: Voter), _ transaction: borrowing Transaction
    ) throws {
        switch posting.parcel {
        case .feedback(let feedback): try keep(feedback, people, transaction)
        case .suggestion(let suggestion): try keep(suggestion, people, transaction)
        case .vote(let id):
            let item = try item(id, in: transaction)
            guard item.status != .released else { throw Failure.itemReleased(item) }
            try vote(Vote(id, by: person.voter, at: posting.sentAt), .roadmapVote, people, person.author, transaction)
        case .unvote(let id):
            let item = try item(id, in: transaction)
            guard item.status != .released else { throw Failure.itemReleased(item) }
            try people.require(.remove, .roadmapVote, of: person.author)
            try transaction.delete(Vote.id(id, person.voter))
        case .upvote(let id):
            let target = try open(id, transaction)
            try vote(
                Vote(target.id, by: person.voter, at: posting.sentAt), .suggestionVote, people, person.author, transaction)
        case .takeBack(let id):
            let target = try open(id, transaction)
            try people.require(.remove, .suggestionVote, of: person.author)
            try transaction.delete(Vote.id(target.id, person.voter))
        case .attendance(let month):
            try people.require(.add, .attendance, of: person.author)
            try transaction.put(Attendance(person.author, month: month))
        case .review: break
        }
    }

    /// What developers decide stays theirs: a feedback that comes with an answer of its own comes without it.
    private func keep(_ feedback: Feedback, _ people: People, _ transaction: borrowing Transaction) throws {
        try people.require(.add, .feedback, of: feedback.author)
        _ = try Wording.text.kept(feedback.text, "The text")
        guard try transaction.record(feedback.id) == nil else { throw Failure.idTaken(feedback.id.rawValue) }
        let bare = Feedback(
            id: feedback.id, author: feedback.author, category: feedback.category, text: feedback.text,
            timestamp: feedback.timestamp, device: feedback.device, usage: feedback.usage)
        try transaction.put(bare)
    }

    private func keep(_ suggestion: Suggestion, _ people: People, _ transaction: borrowing Transaction) throws {
        try people.require(.add, .suggestion, of: suggestion.author)
        _ = try (Wording.title(suggestion.title), Wording.text.kept(suggestion.description, "The text"))
        guard try transaction.record(suggestion.id) == nil else { throw Failure.idTaken(suggestion.id.rawValue) }
        let bare = Suggestion(
            id: suggestion.id, title: suggestion.title, description: suggestion.description, author: suggestion.author,
            submittedAt: suggestion.submittedAt)
        try transaction.put(bare)
    }

    /// A vote that is there stays as it was.
    private func vote<Subject>(
        _ vote: Vote<Subject>, _ matter: Policy.Matter, _ people: People, _ author: Author, _ transaction: borrowing Transaction
    ) throws {
        try people.require(.add, matter, of: author)
        if try transaction.record(vote.id) == nil { try transaction.put(vote) }
    }

    /// The suggestion that a vote goes to: that into which it was merged, when it was.
    private func open(_ id: Identifier<Suggestion>, _ transaction: borrowing Transaction) throws -> Suggestion {
        var target = try suggestion(id, in: transaction)
        var seen: Set<Identifier<Suggestion>> = [id]
        while let next = target.mergedInto, seen.insert(next).inserted { target = try suggestion(next, in: transaction) }
        guard target.status.isOpen else { throw Failure.suggestionClosed(target) }
        return target
    }
}

extension Failure {
    /// Identifiers are made by chance on each device; that one comes twice means that it was forged.
    static func idTaken(_ id: String) -> Failure {
        Failure(.idTaken, "“\(id)” is taken by something else.", advice: "Write it again.", kind: .badData)
    }
}
