import Kernel
import Sync

extension Accounts {
    /// Meets the other devices once, and notes what came of it. Whoever was interrupted when they signed in goes on with that.
    ///
    /// - Throws: as `active()`; `Failure` of the place.
    @discardableResult
    public func round() throws -> SyncReport {
        var account = try active()
        if account.move.step == .intended { account = try enter(again: account) }
        guard account.move.step < .done else { return try round(of: account) }
        let arrival = try moveIn()
        if let waits = arrival.waits, waits.code != .accountUnsent { throw waits }
        return arrival.report
    }

    func round(of account: Account) throws -> SyncReport {
        do {
            let meeting = try self.meeting(account)
            let replica = replica(account, at: meeting)
            var report = try replica.round()
            report.files = try exchange(account, replica, at: meeting, after: report)
            // What was told of files goes along at once.
            if report.files != nil, try replica.waiting() > 0 { report.add(try replica.round()) }
            try note(report, of: replica)
            return report
        } catch let failure as Failure {
            note(failure)
            if let end = Suspension(failure) { try change { $0.suspension = end } }
            throw failure
        }
    }

    private func note(_ report: SyncReport, of replica: Replica) throws {
        var notes = log.read()
        (notes.last, notes.tried, notes.seenByAll, notes.awaySince) = (time.now(), time.now(), try replica.seenByAll(), nil)
        notes.untold += report.recovered
        if try !replica.known().allSatisfy({ notes.devices[$0.device] != nil }) || report.renamed != nil {
            // A name that is not there yet comes with the next round.
            let cards = (try? replica.devices()) ?? []
            if !cards.isEmpty { notes.devices = Dictionary(cards.map { ($0.device, $0.title) }, uniquingKeysWith: { $1 }) }
        }
        let trouble = report.troubles.first?.message ?? report.files?.troubles.first?.message ?? report.files?.stopped?.message
        if report.sent + report.received + report.recovered > 0 || trouble != notes.trouble {
            notes.add(
                SyncNotes.Round(
                    at: time.now(), sent: report.sent, received: report.received, recovered: report.recovered, trouble: trouble))
        }
        notes.trouble = trouble
        log.write(notes)
    }

    private func note(_ failure: Failure) {
        var notes = log.read()
        notes.tried = time.now()
        notes.awaySince = failure.isPermanent ? nil : notes.awaySince ?? time.now()
        // A place that is away for a week is one line.
        if notes.trouble != failure.message { notes.add(SyncNotes.Round(at: time.now(), trouble: failure.message)) }
        notes.trouble = failure.message
        log.write(notes)
    }
}

extension SyncNotes {
    fileprivate mutating func add(_ round: Round) { rounds = (rounds + [round]).suffix(SyncNotes.most) }
}

extension Suspension {
    /// What a refusal of the place means for this device; nil where it means nothing of the kind.
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
