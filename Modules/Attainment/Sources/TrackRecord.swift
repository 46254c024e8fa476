import Kernel
import Practice

/// What a learner has done so far, and how well it is known. Reads one record a day and run, and one a target; answers are read by
/// `retention` alone.
public struct TrackRecord: Sendable {
    /// Every kind of record that it keeps: what was reached, and up to where this device has looked.
    public static var belongings: [Belongings] {
        [Belongings(.progress, [SaidMilestone.collection], isMissed: false), .staying([LastLook.collection])]
    }

    /// Where practice is kept.
    public let log: PracticeLog
    /// What others know of the learner.
    public let around: Circumstances

    /// The record of one learner, whose own the log is.
    public init(_ log: PracticeLog, around: Circumstances) { (self.log, self.around) = (log, around) }

    /// The learner's local day.
    public var today: Day { log.today }

    /// The figures of all practice.
    public func figures() throws -> PracticeFigures { PracticeFigures(try log.days(), today: today) }

    // MARK: - Sessions

    /// Sessions of every kind, those without an answer left out.
    ///
    /// - Throws: `daysTurnedRound`.
    public func sessions(_ filter: SessionFilter = SessionFilter()) throws -> SessionList {
        if let (since, until) = filter.since.flatMap({ since in filter.until.map { (since, $0) } }), since > until {
            throw Failure(
                .daysTurnedRound, "No day is both after \(since) and before \(until).",
                advice: "Exchange the two days.", kind: .usage)
        }
        let all = try everySession()
        let found = all.filter(filter.admits).sorted { ($1.day, $1.id) < ($0.day, $0.id) }
        let page = found.prefix(filter.limit)
        return SessionList(
            shown: try told(Array(page)), total: found.count, answers: found.reduce(0) { $0 + $1.answers },
            right: found.reduce(0) { $0 + $1.right }, minutes: Figures.minutes(found.reduce(0) { $0 + $1.milliseconds }),
            earlier: found.dropFirst(page.count).first?.day)
    }

    /// The kinds that there may be sessions of: those of the app, and what else was practised, by a newer program.
    public func kinds() throws -> [SessionKind] {
        let known = Set(around.kinds.map(\.kind))
        let others = Set(try everySession().map(\.kind)).subtracting(known).sorted { $0.rawValue < $1.rawValue }
        return around.kinds + others.map(around.kind)
    }

    /// The kind that a word names: as it is typed, or as records have it.
    ///
    /// - Throws: `unknownKindOfSession`.
    public func kind(named word: String) throws -> SessionKind {
        let (kinds, wanted) = (try kinds(), word.lowercased())
        if let found = kinds.first(where: { [$0.word, $0.kind.rawValue].contains(wanted) }) { return found }
        throw Failure(
            .unknownKindOfSession, "There is no kind of session “\(word.prefix(40))”.",
            advice: "There are \(kinds.map(\.word).joined(separator: ", ")).", kind: .usage)
    }

    func everySession() throws -> [PastSession] {
        Dictionary(grouping: try log.days().filter { $0.answers > 0 }, by: \.run).values.compactMap(PastSession.init)
            + (try around.others())
    }

    /// With what is known of their runs, and those of one day in the order in which they began.
    private func told(_ sessions: [PastSession]) throws -> [PastSession] {
        let ids = sessions.filter { $0.startedAt == nil }.map { Identifier<LoggedRun>($0.id) }
        let runs = try log.repository.read { try $0.unit.transaction.records(ids) }.compactMap { $0 }
        let known = Dictionary(runs.map { ($0.id.rawValue, $0) }, uniquingKeysWith: { first, _ in first })
        return sessions.map { session in known[session.id].map(session.told) ?? session }.sorted { left, right in
            (right.day, right.startedAt?.milliseconds ?? 0, right.id) < (left.day, left.startedAt?.milliseconds ?? 0, left.id)
        }
    }
}
