import Kernel

/// Answers, and what of them is new.
extension Participation {
    /// What the person wrote, newest first, with the answers: what the community has, and what waits here or was refused.
    ///
    /// - Returns: with `trouble` set, only what this device knows.
    public func mine() throws -> (feedback: [OwnFeedback], trouble: Failure?) {
        let local = try outbox.entries().compactMap { entry -> OwnFeedback? in
            guard case .feedback(let feedback) = entry.parcel else { return nil }
            return OwnFeedback(feedback: feedback, state: entry.state, reason: entry.reason, isUnread: false)
        }
        guard let author = try author() else { return ([], nil) }
        var (known, unread, trouble): ([OwnFeedback], Set<String>, Failure?) = ([], [], nil)
        do {
            let told = try told(.asked)
            unread = Set(try answers(in: told).filter { !$0.isRead }.map(\.id))
            trouble = told.trouble
            known = told.feedback.map {
                OwnFeedback(feedback: $0, state: .sent, reason: nil, isUnread: unread.contains($0.id.rawValue))
            }
        } catch let failure as Failure where !failure.isPermanent { trouble = failure }
        let there = Set(known.map(\.feedback.id))
        let all = known + local.filter { !there.contains($0.feedback.id) && $0.feedback.author == author }
        return (all.sorted { ($0.feedback.timestamp, $0.feedback.id) > ($1.feedback.timestamp, $1.feedback.id) }, trouble)
    }

    /// Everything that was answered: feedback, suggestions that came onto the roadmap, and those that the person voted for. Latest first.
    ///
    /// - Throws: why the community cannot be reached when no copy of it was kept.
    public func answers(_ patience: Patience = .asked) throws -> [Answer] { try answers(in: told(patience)) }

    private func answers(in told: (feedback: [Feedback], promoted: [Suggestion], trouble: Failure?)) throws -> [Answer] {
        let found = told.feedback.compactMap(Answer.init(feedback:)) + told.promoted.compactMap(Answer.init(suggestion:))
        return try found.map { answer in
            let mark = try notebook.mark(of: answer)
            return answer.marked(isRead: mark?.isRead ?? false, isAnnounced: mark != nil)
        }.sorted { ($0.at, $0.id) > ($1.at, $1.id) }
    }

    /// What is unread; what the person is told of for the first time is noted, so that they are told once.
    public func news() throws -> (unread: [Answer], fresh: [Answer]) {
        let unread = try answers(.glance).filter { !$0.isRead }
        let fresh = unread.filter { !$0.isAnnounced }
        try notebook.mark(fresh, isRead: false)
        return (unread, fresh)
    }

    /// Marks an answer as read, or all for nil.
    ///
    /// - Returns: what was unread until now.
    /// - Throws: `answerNotFound`, `communityUnreachable`.
    public func read(_ id: String?) throws -> [Answer] {
        let all = try answers()
        guard let id else { return try mark(all.filter { !$0.isRead }) }
        guard let answer = all.first(where: { $0.id == id }) else {
            throw Failure(.answerNotFound, "There is no answer “\(id)”.", advice: "`community mine` shows what was answered.")
        }
        return try mark([answer])
    }

    private func mark(_ answers: [Answer]) throws -> [Answer] {
        try notebook.mark(answers, isRead: true)
        return answers.filter { !$0.isRead }.map { $0.marked(isRead: true, isAnnounced: true) }
    }
}

/// Feedback as its writer sees it.
public struct OwnFeedback: Sendable {
    /// The feedback, with the answer.
    public let feedback: Feedback
    /// Whether it has arrived.
    public let state: OutboxEntry.State
    /// Why it was refused.
    public let reason: String?
    /// Whether its answer was not read yet.
    public let isUnread: Bool
}

/// What the developers did about something that a person said.
public struct Answer: Hashable, Sendable {
    /// The feedback's or the suggestion's identifier.
    public let id: String
    /// The notification's title: "Developer Response".
    public let title: String
    /// The notification's text: "Your feedback about Bug Report has been answered."
    public let body: String
    /// What was answered.
    public let text: String
    /// What the feedback was about; nil for a suggestion.
    public let category: Feedback.Category?
    /// When.
    public let at: Instant
    /// Whether it was read.
    public private(set) var isRead = false
    /// Whether the person was told of it.
    public private(set) var isAnnounced = false

    init?(feedback: Feedback) {
        guard let response = feedback.developerResponse, let at = feedback.responseTimestamp else { return nil }
        (id, category, text, self.at) = (feedback.id.rawValue, feedback.category, response, at)
        title = "Developer Response"
        body = "Your feedback about \(feedback.category.title) has been answered."
    }

    init?(suggestion: Suggestion) {
        guard let item = suggestion.promotedToRoadmapID, let at = suggestion.promotedAt else { return nil }
        (id, category, self.at) = (suggestion.id.rawValue, nil, at)
        title = "Added to the Roadmap"
        body = "“\(suggestion.title)” is on the roadmap now."
        text = "Vote for it: community vote \(item)"
    }

    func marked(isRead: Bool, isAnnounced: Bool) -> Answer {
        var copy = self
        (copy.isRead, copy.isAnnounced) = (isRead, isAnnounced)
        return copy
    }
}
