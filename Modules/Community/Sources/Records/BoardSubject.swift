import Kernel

/// A record on a board that users name by its identifier.
package protocol BoardSubject: Storable {
    /// Returns the failure for an identifier without a record.
    static func notFound(_ id: Identifier<Self>) -> Failure
}

extension Feedback: BoardSubject {
    package static func notFound(_ id: Identifier<Feedback>) -> Failure {
        Failure(
            .feedbackNotFound, "There is no feedback “\(id)”.", advice: "Lists of feedback show the ids.",
            missingName: id.rawValue)
    }
}

extension Announcement: BoardSubject {
    package static func notFound(_ id: Identifier<Announcement>) -> Failure {
        Failure(
            .announcementNotFound, "There is no announcement “\(id)”.", advice: "`announcement list` shows them.",
            missingName: id.rawValue)
    }
}

extension RoadmapItem: BoardSubject {
    package static func notFound(_ id: Identifier<RoadmapItem>) -> Failure {
        Failure(
            .itemNotFound, "There is no roadmap item “\(id)”.", advice: "`roadmap` lists them with their ids.",
            missingName: id.rawValue)
    }

    /// Checks that the item accepts votes.
    ///
    /// - Throws: `itemReleased` if it is released or already part of this version, `votingOver` if
    ///   its votes are closed.
    package func requireVotable(at now: Instant) throws {
        try requireUnreleased()
        guard !isImplemented else {
            throw Failure(
                .itemReleased, "“\(title)” is already in the app.", advice: "Vote for something that is still planned.")
        }
        if let closesAt, closesAt <= now { throw Failure.votingOver(title) }
    }

    /// Checks that the item is unreleased.
    ///
    /// - Throws: `itemReleased` otherwise.
    func requireUnreleased() throws {
        guard status == .released else { return }
        throw Failure(
            .itemReleased, "“\(title)” is already released.", advice: "Vote for something that is still planned.")
    }
}

extension Suggestion: BoardSubject {
    package static func notFound(_ id: Identifier<Suggestion>) -> Failure {
        Failure(
            .suggestionNotFound, "There is no suggestion “\(id)”.", advice: "Lists of suggestions show the ids.",
            missingName: id.rawValue)
    }

    /// Checks that the suggestion is open.
    ///
    /// - Throws: `suggestionClosed` if it is already decided.
    package func requireOpen() throws {
        guard !status.isOpen else { return }
        throw Failure(
            .suggestionClosed, "“\(title)” is already decided: \(status.rawValue).",
            advice: promotedToRoadmapID.map { "Vote for it on the roadmap: `community vote \($0)`." } ?? "")
    }
}

extension Failure {
    /// Returns the failure of a vote for an item whose voting has ended.
    package static func votingOver(_ title: String) -> Failure {
        Failure(
            .votingOver, "Voting for “\(title)” is over; its votes stay.",
            advice: "Vote for something else that is still planned.")
    }
}
