import Kernel
import Sync

/// The number of live records of a guest, for each scope that has any.
package struct GuestData: Sendable {
    package let counts: [(scope: Scope, records: Int)]
    package var isEmpty: Bool { counts.isEmpty }
    package var records: Int { counts.reduce(0) { $0 + $1.records } }
}

/// The result of a migration.
package struct EnrollmentResult: Sendable {
    /// The account, with the progress of its migration.
    package let account: Account
    package let device: String
    package var report = SyncReport()
    /// The local versions that lost to records with the same unique key.
    package var conflicts: [Recovered] = []
    /// The reason why the migration is incomplete, or nil if it is complete.
    package var pendingFailure: Failure?
}

extension AccountService {
    /// Returns the data that a migration would move.
    package func guestData() throws -> GuestData {
        var counts: [String: Int] = [:]
        var last = 0
        while let changes = try Optional(store.changes(since: last, limit: 4_096)), let next = changes.last?.sequence {
            for change in changes where !change.stamp.deleted { counts[change.address.collection, default: 0] += 1 }
            last = next
        }
        return GuestData(
            counts: scopes.compactMap { scope in
                let records = syncPolicies.syncedKinds(with: [scope]).reduce(0) { $0 + counts[$1, default: 0] }
                return records == 0 ? nil : (scope, records)
            })
    }

    /// Creates an account in an empty place and signs this device in. After an interruption, call
    /// it again with the same place.
    ///
    /// - Parameter isSealed: Whether the data is encrypted for the devices of the account.
    /// - Returns: The account, and the key for other devices, or nil if they need none.
    /// - Throws: `accountThere`, a `Failure` of the place, or one for a missing encryption program.
    ///   In these cases nothing was changed.
    package func create(at place: SyncPlace, called title: String, isSealed: Bool) throws -> (
        account: Account, key: String?
    ) {
        if let interruptedEnrollment = try interruptedEnrollment(at: place, isNew: true) {
            guard interruptedEnrollment.move.step == .intended else {
                return (interruptedEnrollment, try key(of: interruptedEnrollment))
            }
            return try enter(interruptedEnrollment) { try $0.begin(interruptedEnrollment.id) }
        }
        let title = try DeviceTitle.validated(title)
        let key = isSealed ? try places.newKey() : nil
        let name = AccountName(app: app, word: ids.next(AccountName.self).rawValue, mark: key?.fingerprint)
        let account = Account(
            id: name.text, place: place, secret: key?.secret, since: time.now(), title: title,
            move: AccountMigration(isNew: true))
        return try enter(account) { try $0.begin(account.id) }
    }

    /// Signs this device in to an existing account, also after another device has removed it.
    ///
    /// - Parameter key: The key shown at the creation, or nil for an account without one.
    /// - Throws: `accountThere`, `accountKeyInvalid`, or a `Failure` of the place. In these cases
    ///   nothing was changed.
    package func join(at place: SyncPlace, key: String?, called title: String) throws -> Account {
        let key = JoiningKey(key ?? "")
        if let account = try account(), account.mayRejoin(to: place) { return try rejoin(account, with: key) }
        if let interruptedEnrollment = try interruptedEnrollment(at: place, isNew: false) {
            guard interruptedEnrollment.move.step == .intended else { return interruptedEnrollment }
            return try enter(interruptedEnrollment) {
                try $0.admit(to: interruptedEnrollment.id, pass: key.credentials?.pass)
                return nil
            }.account
        }
        let title = try DeviceTitle.validated(title)
        let secret = try key.secret.map(AccountKey.init(parsing:))
        guard let id = try key.credentials?.account ?? places.open(place, secret, false).transport.account() else {
            throw Failure.noAccount(in: place)
        }
        let name = AccountName(id)
        guard name.app == app else { throw Failure.otherApp(name.app, in: place, app: app) }
        guard name.fingerprint == secret?.fingerprint else { throw Failure.wrongKey(name, secret, in: place) }
        let account = Account(
            id: id, place: place, secret: secret?.secret, since: time.now(), title: title,
            move: AccountMigration(isNew: false))
        return try enter(account) {
            try $0.admit(to: id, pass: key.credentials?.pass)
            return nil
        }.account
    }

    /// Rejoins after a removal under a new name. The device receives the current data and sends its
    /// unsent changes.
    private func rejoin(_ account: Account, with key: JoiningKey) throws -> Account {
        let secret = try key.secret.map(AccountKey.init(parsing:))
        guard try secret == account.key, key.credentials.map({ $0.account == account.id }) ?? true else {
            throw Failure.wrongKey(AccountName(account.id), secret, in: account.place)
        }
        let meeting = try self.openPlace(account)
        // The old login is invalid.
        if key.credentials != nil { try meeting.transport.signOut() }
        try meeting.transport.admit(to: account.id, pass: key.credentials?.pass)
        try replica(account, at: meeting).rejoin()
        return try change { ($0.suspension, $0.move.step) = (nil, .copied) }
    }

    /// Returns the key for other devices, or nil if they need none.
    ///
    /// A place with logins renews its pass on each call.
    ///
    /// - Throws: A `Failure` of the place.
    package func key(of account: Account) throws -> String? {
        try keyText(account, pass: account.place.isServer ? openPlace(account).transport.requestPass() : nil)
    }

    private func keyText(_ account: Account, pass: String?) throws -> String? {
        let key = JoiningKey(
            secret: try account.key?.words.joined(separator: "-"), credentials: pass.map { (account.id, $0) })
        return key.text.isEmpty ? nil : key.text
    }

    /// Returns the account of an interrupted enrollment at the same place, or nil.
    ///
    /// - Throws: `accountThere` for any other account.
    private func interruptedEnrollment(at place: SyncPlace, isNew: Bool) throws -> Account? {
        guard let account = try account() else { return nil }
        guard account.move.step < .done, account.place == place, account.move.isNew == isNew else {
            throw Failure.accountThere(account)
        }
        return account
    }

    /// Saves the account as intended, enters the place, and saves that it is entered.
    private func enter(
        _ intended: Account, _ open: (any AccountTransport) throws -> String?
    ) throws -> (account: Account, key: String?) {
        try storage.save(intended)
        let pass: String?
        do {
            pass = try open(openPlace(intended, mayMake: intended.move.isNew).transport)
        } catch let failure as Failure where failure.isPermanent {
            try storage.forget()
            throw failure
        }
        return (try change { $0.move.step = .entered }, try keyText(intended, pass: pass))
    }

    /// Continues an interrupted creation or joining with stored data only.
    func enter(again intended: Account) throws -> Account {
        try enter(intended) { transport in
            if intended.move.isNew { return try transport.begin(intended.id) }
            try transport.admit(to: intended.id, pass: nil)
            return nil
        }.account
    }

    /// Moves the local data into the account: a backup first, then rounds until no change waits.
    ///
    /// It continues after an interruption and does nothing after completion.
    ///
    /// - Throws: `accountMissing`, or a `Failure` of the backup or the store. A temporary failure
    ///   is in the result.
    package func migrate(_ advance: (_ sent: Int) -> Void = { _ in }) throws -> EnrollmentResult {
        guard var account = try account() else { throw Failure.guest }
        if account.move.step == .entered {
            let backup = try guestData().isEmpty ? nil : backups.make(nil)
            // Unused generated records are removed, so that they do not duplicate those of other
            // devices. The backup contains them.
            if !account.move.isNew { for policy in syncPolicies { try policy.removeUnusedData?() } }
            account = try change { ($0.move.copy, $0.move.step) = (backup, .copied) }
        }
        let replica = try replica()
        var arrival = EnrollmentResult(account: account, device: try replica.name())
        guard account.move.step == .copied else { return arrival }
        do {
            _ = try syncableAccount()
            repeat {
                let report = try round(of: account)
                arrival.report.add(report)
                advance(arrival.report.sent)
                if !report.hasTransfers { break }
            } while try replica.waiting() > 0 || arrival.report.files?.waiting ?? 0 > 0
            let waiting = try replica.waiting()
            arrival.pendingFailure = arrival.report.troubles.first ?? (waiting > 0 ? Failure.unsent(waiting) : nil)
        } catch let failure as Failure {
            arrival.pendingFailure = failure
        }
        arrival.conflicts = try replica.recovered()
        if arrival.pendingFailure == nil { try change { $0.move.step = .done } }
        return arrival
    }
}

extension SyncReport {
    mutating func add(_ other: SyncReport) {
        sent += other.sent
        received += other.received
        recovered += other.recovered
        quarantined = other.quarantined
        missing = other.missing
        troubles = other.troubles
        guard var total = files, let next = other.files else { return files = other.files ?? files }
        (total.sent, total.received) = (total.sent + next.sent, total.received + next.received)
        (total.waiting, total.troubles, total.stopped) = (next.waiting, next.troubles, next.stopped)
        files = total
    }

    /// Whether anything was transferred, so that more may follow.
    var hasTransfers: Bool { sent + received + (files.map { $0.bytesSent + $0.bytesReceived } ?? 0) > 0 }
}

extension Failure {
    fileprivate static func noAccount(in place: SyncPlace) -> Failure {
        Failure(
            .accountPlaceInvalid, "There is no account in \(place) yet.",
            advice: "If it is to begin there, `account create \(place)`; else wait until the folder has arrived.",
            kind: .missingInput)
    }

    fileprivate static func wrongKey(_ name: AccountName, _ secret: AccountKey?, in place: SyncPlace) -> Failure {
        let (message, advice) =
            switch (secret, name.fingerprint) {
            case (nil, _):
                (
                    "What lies in \(place) is encrypted.",
                    "Give its key with --key or --key-file: the words that were shown."
                )
            case (_, nil): ("What lies in \(place) is not encrypted, so no key belongs to it.", "Join it without one.")
            default:
                (
                    "This key does not open what lies in \(place).",
                    "`account show --key` on another device of the account shows the right one."
                )
            }
        return Failure(.accountKeyInvalid, message, advice: advice, kind: .badData)
    }

    fileprivate static func otherApp(_ other: String, in place: SyncPlace, app: String) -> Failure {
        Failure(
            .accountPlaceInvalid, "The account in \(place) is one of \(other), and this is \(app).",
            advice: "Each app has a folder of its own.", kind: .usage)
    }
}

extension Account {
    /// Whether another device removed this one, so that it may join again.
    fileprivate func mayRejoin(to place: SyncPlace) -> Bool {
        self.place == place && (suspension == .removed || suspension == .shutOut)
    }
}
