import Kernel
import Sync

extension AccountService {
    /// Syncs once and records the result. An interrupted migration continues first.
    ///
    /// - Throws: The errors of `syncableAccount()`, or a `Failure` of the place.
    @discardableResult
    package func round() throws -> SyncReport {
        var account = try syncableAccount()
        if account.move.step == .intended { account = try enter(again: account) }
        guard account.move.step < .done else { return try round(of: account) }
        let arrival = try migrate()
        if let failure = arrival.pendingFailure, failure.code != .accountUnsent { throw failure }
        return arrival.report
    }

    /// Exchanges records and files with the place once, and records the result.
    func round(of account: Account) throws -> SyncReport {
        do {
            let meeting = try self.openPlace(account)
            let replica = replica(account, at: meeting)
            var report = try replica.round()
            report.files = try exchange(account, replica, at: meeting, after: report)
            // Sends the records about files in the same call.
            if report.files != nil, try replica.waiting() > 0 { report.add(try replica.round()) }
            try record(report, of: replica)
            return report
        } catch let failure as Failure {
            record(failure)
            if let end = Suspension(failure) { try change { $0.suspension = end } }
            throw failure
        }
    }

    /// Records a round in the sync log.
    private func record(_ report: SyncReport, of replica: Replica) throws {
        var notes = log.read()
        (notes.last, notes.tried, notes.seenByAll, notes.awaySince) = (
            time.now(), time.now(), try replica.seenByAll(), nil
        )
        notes.untold += report.recovered
        if try !replica.knownDevices().allSatisfy({ notes.devices[$0.device] != nil }) || report.renamed != nil {
            // A name that cannot be read now arrives with the next round.
            let cards = (try? replica.devices()) ?? []
            if !cards.isEmpty {
                notes.devices = Dictionary(cards.map { ($0.device, $0.title) }, uniquingKeysWith: { $1 })
            }
        }
        let trouble =
            report.troubles.first?.message ?? report.files?.troubles.first?.message ?? report.files?.stopped?.message
        if report.sent + report.received + report.recovered > 0 || trouble != notes.trouble {
            notes.add(
                SyncNotes.Round(
                    at: time.now(), sent: report.sent, received: report.received, recovered: report.recovered,
                    trouble: trouble))
        }
        notes.trouble = trouble
        log.write(notes)
    }

    /// Records a failed round in the sync log.
    private func record(_ failure: Failure) {
        var notes = log.read()
        notes.tried = time.now()
        notes.awaySince = failure.isPermanent ? nil : notes.awaySince ?? time.now()
        // A place that stays unreachable creates only one log entry.
        if notes.trouble != failure.message { notes.add(SyncNotes.Round(at: time.now(), trouble: failure.message)) }
        notes.trouble = failure.message
        log.write(notes)
    }
}

extension SyncNotes {
    fileprivate mutating func add(_ round: Round) { rounds = (rounds + [round]).suffix(SyncNotes.roundLimit) }
}

extension Suspension {
    /// Creates the suspension for a rejection by the place. Returns nil for other failures.
    init?(_ failure: Failure) {
        switch failure.code {
        case .syncRemoved: self = .removed
        case .syncAccountGone: self = .deleted
        case .syncDeviceRemoved: self = .removed
        case .syncNotAdmitted: self = .shutOut
        default: return nil
        }
    }
}
