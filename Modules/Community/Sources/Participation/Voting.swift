import Kernel

/// What stands on the board, and votes. Looking throws `communityUnreachable`.
extension Participation {
    /// The roadmap by priority, with votes.
    public func roadmap() throws -> [RoadmapEntry] { try sight().roadmap }

    /// Announcements that are shown now, and what came of what people asked for.
    public func whatsNew() throws -> WhatsNew { try sight(.glance).news }

    /// Who takes part, in groups of five and more.
    public func insights() throws -> Insights { try look { try $0.insights() } }

    /// Votes for an item. A second time is no error and changes nothing.
    ///
    /// - Throws: `itemNotFound`, `itemReleased`, `authorBlocked`, `outboxFull`.
    public func vote(for item: Identifier<RoadmapItem>) throws -> Sending { try turn(.vote(item: item), item, to: true) }

    /// Takes a vote back. Where there is none, nothing changes.
    ///
    /// - Throws: as `vote`.
    public func unvote(_ item: Identifier<RoadmapItem>) throws -> Sending { try turn(.unvote(item: item), item, to: false) }

    /// Votes for a suggestion, or takes that back.
    ///
    /// - Throws: `suggestionNotFound`, `suggestionClosed`, `authorBlocked`, `outboxFull`.
    public func upvote(_ suggestion: Identifier<Suggestion>, takingBack: Bool = false) throws -> Sending {
        try send(takingBack ? .takeBack(suggestion: suggestion) : .upvote(suggestion: suggestion)) { records, voter in
            let known = try records.existing(suggestion)
            return try known.mergedInto == nil && known.status.isOpen
                && (voter.map { try records.poll().holds($0, for: suggestion) } ?? false) == !takingBack
        }
    }

    private func turn(_ parcel: Parcel, _ id: Identifier<RoadmapItem>, to wanted: Bool) throws -> Sending {
        try send(parcel) { records, voter in
            guard let item = try records.roadmap().first(where: { $0.id == id }) else {
                throw RoadmapItem.notFound(id)
            }
            try item.requireVotable(at: time.now())
            return try voter.map { try records.poll(of: []).holds($0, for: Ballots.Topic(id)) } ?? false == wanted
        }
    }

    /// Sends a vote unless it would change nothing. A board that is away keeps nobody from voting; what it would refuse is said when the
    /// vote arrives.
    private func send(_ parcel: Parcel, unless isSo: (any BoardRecords, Voter?) throws -> Bool) throws -> Sending {
        let voter = try voter()
        do {
            if try look(.glance, { try isSo($0, voter) }), try outbox.waiting().entries.isEmpty {
                return Sending(parcel: parcel, state: .sent, changed: false, trouble: nil)
            }
        } catch let failure as Failure where failure.isPermanent { throw failure } catch {}
        return try send { _ in parcel }
    }
}
