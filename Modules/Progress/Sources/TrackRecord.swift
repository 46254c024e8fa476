import Kernel
import Practice

/// The record of a learner's practice and present mastery.
///
/// It reads one record for each day and run, and one for each target. Only `retention` reads
/// answers.
package struct TrackRecord: Sendable {
    /// The sync policies of its records: the milestones reached, and the state of this device's
    /// last check.
    package static var syncPolicies: [SyncPolicy] {
        [
            SyncPolicy(.progress, [AnnouncedMilestone.collection], keepsSupersededVersions: false),
            .local([LastMilestoneCheck.collection]),
        ]
    }

    package let log: PracticeLog
    package let circumstances: LearnerRecords

    package init(_ log: PracticeLog, circumstances: LearnerRecords) {
        self.log = log
        self.circumstances = circumstances
    }

    package var today: Day { log.today }

    /// Returns the figures of all practice days.
    package func figures() throws -> PracticeStatistics { PracticeStatistics(try log.days(), today: today) }

    // MARK: - Sessions

    /// Returns the sessions of every kind with at least one answer.
    ///
    /// - Throws: `daysTurnedRound`.
    package func sessions(_ filter: SessionFilter = SessionFilter()) throws -> SessionList {
        if let (since, until) = filter.since.flatMap({ since in filter.until.map { (since, $0) } }), since > until {
            throw Failure(
                .daysTurnedRound, "No day is both after \(since) and before \(until).",
                advice: "Exchange the two days.", kind: .usage)
        }
        let sessions = try everySession()
        let matches = sessions.filter(filter.includes).sorted { ($1.day, $1.id) < ($0.day, $0.id) }
        let shownSessions = matches.prefix(filter.limit)
        return SessionList(
            shown: try addingRunDetails(to: Array(shownSessions)), total: matches.count,
            answers: matches.reduce(0) { $0 + $1.answers },
            right: matches.reduce(0) { $0 + $1.right },
            minutes: Figures.minutes(matches.reduce(0) { $0 + $1.milliseconds }),
            latestOmittedDay: matches.dropFirst(shownSessions.count).first?.day)
    }

    /// Returns the possible kinds of sessions: those of the app, and other kinds practiced in a
    /// newer app version.
    package func kinds() throws -> [SessionKind] {
        let knownKinds = Set(circumstances.kinds.map(\.kind))
        let otherKinds = Set(try everySession().map(\.kind)).subtracting(knownKinds).sorted {
            $0.rawValue < $1.rawValue
        }
        return circumstances.kinds + otherKinds.map(circumstances.kind)
    }

    /// Returns the kind with a name, as typed or as stored.
    ///
    /// - Throws: `unknownKindOfSession`.
    package func kind(named word: String) throws -> SessionKind {
        let kinds = try kinds()
        let lowercased = word.lowercased()
        if let kind = kinds.first(where: { [$0.word, $0.kind.rawValue].contains(lowercased) }) { return kind }
        throw Failure(
            .unknownKindOfSession, "There is no kind of session “\(word.prefix(40))”.",
            advice: "There are \(kinds.map(\.word).joined(separator: ", ")).", kind: .usage)
    }

    /// Returns all sessions with answers, and the games.
    func everySession() throws -> [PastSession] {
        Dictionary(grouping: try log.days().filter { $0.answers > 0 }, by: \.run).values.compactMap(PastSession.init)
            + (try circumstances.externalSessions())
    }

    /// Returns the sessions with the data of their runs. Sessions of one day are in order of their
    /// start.
    private func addingRunDetails(to sessions: [PastSession]) throws -> [PastSession] {
        let ids = sessions.filter { $0.startedAt == nil }.map { Identifier<LoggedRun>($0.id) }
        let runs = try log.repository.read { try $0.unit.transaction.records(ids) }.compactMap { $0 }
        let runsByID = Dictionary(runs.map { ($0.id.rawValue, $0) }, uniquingKeysWith: { first, _ in first })
        return sessions.map { session in runsByID[session.id].map(session.described) ?? session }.sorted {
            left, right in
            (right.day, right.startedAt?.milliseconds ?? 0, right.id) < (
                left.day, left.startedAt?.milliseconds ?? 0, left.id
            )
        }
    }
}
