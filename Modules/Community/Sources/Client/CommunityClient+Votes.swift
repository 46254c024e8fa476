import Kernel

/// The roadmap and votes. Reading throws `communityUnreachable`.
extension CommunityClient {
    /// Returns the roadmap by priority, with votes.
    package func roadmap() throws -> [RoadmapEntry] { try snapshot().roadmap }

    /// Returns the current announcements and the results of the community's requests.
    package func whatsNew() throws -> WhatsNew { try snapshot(.brief).news }

    /// Returns the insights about participants, in groups of at least five.
    package func insights() throws -> Insights { try readBoard { try $0.insights() } }

    /// Votes for an item. A second vote is no error and changes nothing.
    ///
    /// - Throws: `itemNotFound`, `itemReleased`, `authorBlocked`, `outboxFull`.
    package func vote(for item: Identifier<RoadmapItem>) throws -> Sending {
        try sendVote(.vote(item: item), item, to: true)
    }

    /// Withdraws a vote. Without a vote it changes nothing.
    ///
    /// - Throws: the errors of `vote`.
    package func unvote(_ item: Identifier<RoadmapItem>) throws -> Sending {
        try sendVote(.unvote(item: item), item, to: false)
    }

    /// Votes for a suggestion, or withdraws the vote.
    ///
    /// - Throws: `suggestionNotFound`, `suggestionClosed`, `authorBlocked`, `outboxFull`.
    package func upvote(_ suggestion: Identifier<Suggestion>, takingBack: Bool = false) throws -> Sending {
        try send(takingBack ? .takeBack(suggestion: suggestion) : .upvote(suggestion: suggestion)) { records, voter in
            let stored = try records.existing(suggestion)
            return try stored.mergedInto == nil && stored.status.isOpen
                && (voter.map { try records.poll().hasVoted($0, for: suggestion) } ?? false) == !takingBack
        }
    }

    /// Sends a vote for an item, or its withdrawal, unless the item already has that state.
    private func sendVote(_ submission: Submission, _ id: Identifier<RoadmapItem>, to isWanted: Bool) throws -> Sending
    {
        try send(submission) { records, voter in
            guard let item = try records.roadmap().first(where: { $0.id == id }) else { throw RoadmapItem.notFound(id) }
            try item.requireVotable(at: time.now())
            return try voter.map { try records.poll(of: []).hasVoted($0, for: Ballots.Topic(id)) } ?? false == isWanted
        }
    }

    /// Sends a vote unless it would change nothing. Votes also queue while the board is away, and
    /// refusals are reported on delivery.
    private func send(_ submission: Submission, unless isUnchanged: (any BoardRecords, Voter?) throws -> Bool) throws
        -> Sending
    {
        let voter = try voter()
        do {
            if try readBoard(.brief, { try isUnchanged($0, voter) }), try outbox.isEmpty() {
                return Sending(submission: submission, state: .sent, changed: false, trouble: nil)
            }
        } catch let failure as Failure where failure.isPermanent { throw failure } catch {}
        return try send { _ in submission }
    }
}
