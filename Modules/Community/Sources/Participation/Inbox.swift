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
            let (told, away) = try self.told(.asked)
            unread = Set(try answers(in: told).filter { !$0.isRead }.map(\.id))
            trouble = away
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
    public func answers(_ patience: Patience = .asked) throws -> [Answer] { try answers(in: told(patience).told) }

    private func answers(in told: Told) throws -> [Answer] {
        let found =
            told.feedback.compactMap(Answer.init(feedback:)) + told.promoted.compactMap(Answer.init(suggestion:))
            + told.merged.compactMap { Answer(merged: $0.own, $0.outcome, $0.target) }
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

    /// How many answers the person was told of here and has not read. It asks nobody.
    public func unread() throws -> Int {
        try notebook.store.read { try $0.records(Selection<ReadMark>.all).count { !$0.isRead } }
    }

    /// Marks an answer as read, or all for nil.
    ///
    /// - Returns: what was unread until now.
    /// - Throws: `answerNotFound`, `communityUnreachable`.
    public func read(_ id: String?) throws -> [Answer] {
        let all = try answers()
        guard let id else { return try mark(all.filter { !$0.isRead }) }
        guard let answer = all.first(where: { $0.id == id }) else {
            throw Failure(
                .answerNotFound, "There is no answer “\(id)”.", advice: "`community mine` shows what was answered.", absent: id)
        }
        return try mark([answer])
    }

    private func mark(_ answers: [Answer]) throws -> [Answer] {
        try notebook.mark(answers, isRead: true)
        return answers.filter { !$0.isRead }.map { $0.marked(isRead: true, isAnnounced: true) }
    }
}
