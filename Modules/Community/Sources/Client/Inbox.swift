import Kernel

/// The answers to the person, and the new ones among them.
extension CommunityClient {
    /// Returns the person's feedback with answers, newest first, from the community and from the
    /// outbox.
    ///
    /// - Returns: with `trouble` set, only the data of this device.
    package func ownFeedback() throws -> (feedback: [OwnFeedback], trouble: Failure?) {
        let local = try outbox.items().compactMap { entry -> OwnFeedback? in
            guard case .feedback(let feedback) = entry.submission else { return nil }
            return OwnFeedback(feedback: feedback, state: entry.state, reason: entry.reason, isUnread: false)
        }
        guard let author = try author() else { return ([], nil) }
        var (received, unreadIDs, trouble): ([OwnFeedback], Set<String>, Failure?) = ([], [], nil)
        do {
            let (results, boardTrouble) = try self.contributionResults(.userInitiated)
            unreadIDs = Set(try answers(in: results).filter { !$0.isRead }.map(\.id))
            trouble = boardTrouble
            received = results.feedback.map {
                OwnFeedback(feedback: $0, state: .sent, reason: nil, isUnread: unreadIDs.contains($0.id.rawValue))
            }
        } catch let failure as Failure where !failure.isPermanent { trouble = failure }
        let receivedIDs = Set(received.map(\.feedback.id))
        let all = received + local.filter { !receivedIDs.contains($0.feedback.id) && $0.feedback.author == author }
        return (
            all.sorted { ($0.feedback.timestamp, $0.feedback.id) > ($1.feedback.timestamp, $1.feedback.id) }, trouble
        )
    }

    /// Returns all answers, latest first: to feedback, and for promoted suggestions that the person
    /// wrote or voted for.
    ///
    /// - Throws: the reason why the community is unreachable if there is no saved copy.
    package func answers(_ waitLimit: WaitLimit = .userInitiated) throws -> [Answer] {
        try answers(in: contributionResults(waitLimit).results)
    }

    /// Returns the answers in the results with this device's marks, latest first.
    private func answers(in results: ContributionResults) throws -> [Answer] {
        let answers =
            results.feedback.compactMap(Answer.init(feedback:)) + results.promoted.compactMap(Answer.init(suggestion:))
            + results.merged.compactMap { Answer(merged: $0.own, $0.outcome, $0.target) }
        return try answers.map { answer in
            let mark = try notebook.mark(of: answer)
            return answer.marked(isRead: mark?.isRead ?? false, isAnnounced: mark != nil)
        }.sorted { ($0.answeredAt, $0.id) > ($1.answeredAt, $1.id) }
    }

    /// Returns the unread answers and those never announced before, and records the announcement.
    package func announceAnswers() throws -> (unread: [Answer], unannounced: [Answer]) {
        let unread = try answers(.brief).filter { !$0.isRead }
        let unannounced = unread.filter { !$0.isAnnounced }
        try notebook.mark(unannounced, isRead: false)
        return (unread, unannounced)
    }

    /// Returns the number of announced but unread answers, from this device only.
    package func unread() throws -> Int {
        try notebook.store.read { try $0.records(Selection<ReadMark>.all).count { !$0.isRead } }
    }

    /// Marks an answer as read, or all answers for nil.
    ///
    /// - Returns: the answers that were unread.
    /// - Throws: `answerNotFound`, `communityUnreachable`.
    package func markRead(_ id: String?) throws -> [Answer] {
        let all = try answers()
        guard let id else { return try mark(all.filter { !$0.isRead }) }
        guard let answer = all.first(where: { $0.id == id }) else {
            throw Failure(
                .answerNotFound, "There is no answer “\(id)”.", advice: "`community mine` shows what was answered.",
                missingName: id)
        }
        return try mark([answer])
    }

    /// Marks answers as read and returns those that were unread.
    private func mark(_ answers: [Answer]) throws -> [Answer] {
        try notebook.mark(answers, isRead: true)
        return answers.filter { !$0.isRead }.map { $0.marked(isRead: true, isAnnounced: true) }
    }
}
