import Kernel

/// What people name by an identifier when they talk about a board.
public protocol BoardSubject: Storable {
    /// What is said where there is none of it.
    static func notFound(_ id: Identifier<Self>) -> Failure
}

extension Feedback: BoardSubject {
    public static func notFound(_ id: Identifier<Feedback>) -> Failure {
        Failure(
            .feedbackNotFound, "There is no feedback “\(id)”.", advice: "Lists of feedback show the ids.", absent: id.rawValue)
    }
}

extension Announcement: BoardSubject {
    public static func notFound(_ id: Identifier<Announcement>) -> Failure {
        Failure(
            .announcementNotFound, "There is no announcement “\(id)”.", advice: "`announcement list` shows them.",
            absent: id.rawValue)
    }
}

extension RoadmapItem: BoardSubject {
    public static func notFound(_ id: Identifier<RoadmapItem>) -> Failure {
        Failure(
            .itemNotFound, "There is no roadmap item “\(id)”.", advice: "`roadmap` lists them with their ids.",
            absent: id.rawValue)
    }

    /// - Throws: `itemReleased` when it is there: released, or in this version of the app already; `votingOver` when its votes are closed.
    package func requireVotable(at now: Instant) throws {
        try requireUnreleased()
        guard !isMade else {
            throw Failure(.itemReleased, "“\(title)” is already in the app.", advice: "Vote for something that is still planned.")
        }
        if let closesAt, closesAt <= now { throw Failure.votingOver(title) }
    }

    /// - Throws: `itemReleased` when it is.
    func requireUnreleased() throws {
        guard status == .released else { return }
        throw Failure(.itemReleased, "“\(title)” is already released.", advice: "Vote for something that is still planned.")
    }
}

extension Suggestion: BoardSubject {
    public static func notFound(_ id: Identifier<Suggestion>) -> Failure {
        Failure(
            .suggestionNotFound, "There is no suggestion “\(id)”.", advice: "Lists of suggestions show the ids.",
            absent: id.rawValue)
    }

    /// - Throws: `suggestionClosed` when it is decided already.
    package func requireOpen() throws {
        guard !status.isOpen else { return }
        throw Failure(
            .suggestionClosed, "“\(title)” is already decided: \(status.rawValue).",
            advice: promotedToRoadmapID.map { "Vote for it on the roadmap: `community vote \($0)`." } ?? "")
    }
}

extension Failure {
    /// The votes for an item are closed.
    package static func votingOver(_ title: String) -> Failure {
        Failure(
            .votingOver, "Voting for “\(title)” is over; its votes stay.",
            advice: "Vote for something else that is still planned.")
    }
}
