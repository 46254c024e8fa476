import Kernel
import Sync

/// What somebody has on a device before they sign in: how many records in each scope that has any.
public struct GuestData: Sendable {
    /// The scope, and its live records.
    public let counts: [(scope: Scope, records: Int)]
    /// Whether there is nothing.
    public var isEmpty: Bool { counts.isEmpty }
    /// Records in all.
    public var records: Int { counts.reduce(0) { $0 + $1.records } }
}

/// What came of moving in.
public struct Arrival: Sendable {
    /// Where this device has moved in, and how far that is.
    public let account: Account
    /// The device's name in it.
    public let device: String
    /// What all rounds together came to.
    public var report = SyncReport()
    /// What met something else of the same name here, and gave way.
    public var met: [Recovered] = []
    /// Why it is not through yet; nil when it is.
    public var waits: Failure?
}

extension Accounts {
    /// What would come along.
    public func guestData() throws -> GuestData {
        var counts: [String: Int] = [:]
        var last = 0
        while let changes = try Optional(store.changes(since: last, limit: 4_096)), let next = changes.last?.sequence {
            for change in changes where !change.stamp.deleted { counts[change.address.collection, default: 0] += 1 }
            last = next
        }
        return GuestData(
            counts: scopes.compactMap { scope in
                let records = belongings.travelling(with: [scope]).reduce(0) { $0 + counts[$1, default: 0] }
                return records == 0 ? nil : (scope, records)
            })
    }

    /// Begins an account in a place in which nothing is, and signs this device in.
    ///
    /// Whoever was interrupted calls it again with the same place, and it goes on.
    ///
    /// - Parameter isSealed: whether what leaves can be read by devices of the account alone.
    /// - Returns: the account, and the key with which other devices join; nil where they need none.
    /// - Throws: `accountThere`; `Failure` of the place; where the program that seals is missing. Nothing was changed then.
    public func create(at place: SyncPlace, called title: String, isSealed: Bool) throws -> (account: Account, key: String?) {
        if let begun = try begun(at: place, isNew: true) {
            guard begun.move.step == .intended else { return (begun, try key(of: begun)) }
            return try enter(begun) { try $0.begin(begun.id) }
        }
        let title = try DeviceTitle.judged(title)
        let key = isSealed ? try places.newKey() : nil
        let name = AccountName(app: app, word: ids.next(AccountName.self).rawValue, mark: key?.mark)
        let account = Account(
            id: name.text, place: place, secret: key?.secret, since: time.now(), title: title, move: MovingIn(isNew: true))
        return try enter(account) { try $0.begin(account.id) }
    }

    /// Signs this device in to an account that is there; one that was removed from it belongs to it again.
    ///
    /// - Parameter key: what was shown when the account was begun; nil for an account without.
    /// - Throws: `accountThere`, `accountKeyInvalid`; `Failure` of the place. Nothing was changed then.
    public func join(at place: SyncPlace, key: String?, called title: String) throws -> Account {
        let key = JoiningKey(key ?? "")
        if let account = try account(), account.mayComeBack(to: place) { return try comeBack(account, with: key) }
        if let begun = try begun(at: place, isNew: false) {
            guard begun.move.step == .intended else { return begun }
            return try enter(begun) {
                try $0.admit(to: begun.id, pass: key.door?.pass)
                return nil
            }.account
        }
        let title = try DeviceTitle.judged(title)
        let secret = try key.secret.map(AccountKey.init(parsing:))
        guard let id = try key.door?.account ?? places.open(place, secret, false).transport.account() else {
            throw Failure.noAccount(in: place)
        }
        let name = AccountName(id)
        guard name.app == app else { throw Failure.otherApp(name.app, in: place, app: app) }
        guard name.mark == secret?.mark else { throw Failure.wrongKey(name, secret, in: place) }
        let account = Account(
            id: id, place: place, secret: secret?.secret, since: time.now(), title: title, move: MovingIn(isNew: false))
        return try enter(account) {
            try $0.admit(to: id, pass: key.door?.pass)
            return nil
        }.account
    }

    /// Takes part again after this device was removed: under another name, with what the others have by now, and with what it had not sent.
    private func comeBack(_ account: Account, with key: JoiningKey) throws -> Account {
        let secret = try key.secret.map(AccountKey.init(parsing:))
        guard try secret == account.key, key.door.map({ $0.account == account.id }) ?? true else {
            throw Failure.wrongKey(AccountName(account.id), secret, in: account.place)
        }
        let meeting = try self.meeting(account)
        // Its old way in leads nowhere.
        if key.door != nil { try meeting.transport.leave() }
        try meeting.transport.admit(to: account.id, pass: key.door?.pass)
        try replica(account, at: meeting).rejoin()
        return try change { ($0.suspension, $0.move.step) = (nil, .copied) }
    }

    /// What another device joins with; nil where it needs nothing.
    ///
    /// - Throws: `Failure` of a place that has a door: its pass is a new one each time.
    public func key(of account: Account) throws -> String? {
        try text(account, pass: account.place.isServer ? meeting(account).transport.anotherPass() : nil)
    }

    private func text(_ account: Account, pass: String?) throws -> String? {
        let key = JoiningKey(secret: try account.key?.words.joined(separator: "-"), door: pass.map { (account.id, $0) })
        return key.text.isEmpty ? nil : key.text
    }

    /// What was begun at the same place, and is not through.
    private func begun(at place: SyncPlace, isNew: Bool) throws -> Account? {
        guard let account = try account() else { return nil }
        guard account.move.step < .done, account.place == place, account.move.isNew == isNew else {
            throw Failure.accountThere(account)
        }
        return account
    }

    /// Writes down what is meant, opens the place, and writes down that it is open.
    private func enter(
        _ intended: Account, _ open: (any AccountTransport) throws -> String?
    ) throws -> (account: Account, key: String?) {
        try keep.save(intended)
        let pass: String?
        do {
            pass = try open(meeting(intended, mayMake: intended.move.isNew).transport)
        } catch let failure as Failure where failure.isPermanent {
            try keep.forget()
            throw failure
        }
        return (try change { $0.move.step = .entered }, try text(intended, pass: pass))
    }

    /// Goes on with what was only meant, where that needs nothing which is not kept.
    func enter(again intended: Account) throws -> Account {
        try enter(intended) { transport in
            if intended.move.isNew { return try transport.begin(intended.id) }
            try transport.admit(to: intended.id, pass: nil)
            return nil
        }.account
    }

    /// Brings along what was here: a backup first, then rounds until nothing waits any more. Goes on where it was, however it was interrupted, and does
    /// nothing where it is through.
    ///
    /// - Throws: `accountMissing`; `Failure` of the backup and of the store. What only has to wait is in the arrival.
    public func moveIn(_ telling: (_ sent: Int) -> Void = { _ in }) throws -> Arrival {
        guard var account = try account() else { throw Failure.guest }
        if account.move.step == .entered {
            let copy = try guestData().isEmpty ? nil : copies.make(nil)
            // What stands in the backup, and was only made by the app, does not stand beside what others have.
            if !account.move.isNew { for one in belongings { try one.tidy?() } }
            account = try change { ($0.move.copy, $0.move.step) = (copy, .copied) }
        }
        let replica = try replica()
        var arrival = Arrival(account: account, device: try replica.name())
        guard account.move.step == .copied else { return arrival }
        do {
            _ = try active()
            repeat {
                let report = try round(of: account)
                arrival.report.add(report)
                telling(arrival.report.sent)
                if !report.moves { break }
            } while try replica.waiting() > 0 || arrival.report.files?.waiting ?? 0 > 0
            let waiting = try replica.waiting()
            arrival.waits = arrival.report.troubles.first ?? (waiting > 0 ? Failure.unsent(waiting) : nil)
        } catch let failure as Failure {
            arrival.waits = failure
        }
        arrival.met = try replica.recovered()
        if arrival.waits == nil { try change { $0.move.step = .done } }
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
        guard var all = files, let next = other.files else { return files = other.files ?? files }
        (all.sent, all.received) = (all.sent + next.sent, all.received + next.received)
        (all.waiting, all.troubles, all.stopped) = (next.waiting, next.troubles, next.stopped)
        files = all
    }

    /// Whether anything came or went, so that more may.
    var moves: Bool { sent + received + (files.map { $0.bytesSent + $0.bytesReceived } ?? 0) > 0 }
}

extension Failure {
    fileprivate static func noAccount(in place: SyncPlace) -> Failure {
        Failure(
            .accountPlaceInvalid, "There is no account in \(place) yet.",
            advice: "If it is to begin there, `account create \(place)`; else wait until the folder has arrived.",
            kind: .missingInput)
    }

    fileprivate static func wrongKey(_ name: AccountName, _ secret: AccountKey?, in place: SyncPlace) -> Failure {
        let (said, advice) =
            switch (secret, name.mark) {
            case (nil, _):
                ("What lies in \(place) is encrypted.", "Give its key with --key or --key-file: the words that were shown.")
            case (_, nil): ("What lies in \(place) is not encrypted, so no key belongs to it.", "Join it without one.")
            default:
                (
                    "This key does not open what lies in \(place).",
                    "`account show --key` on another device of the account shows the right one."
                )
            }
        return Failure(.accountKeyInvalid, said, advice: advice, kind: .badData)
    }

    fileprivate static func otherApp(_ other: String, in place: SyncPlace, app: String) -> Failure {
        Failure(
            .accountPlaceInvalid, "The account in \(place) is one of \(other), and this is \(app).",
            advice: "Each app has a folder of its own.", kind: .usage)
    }
}

extension Account {
    /// Whether another device has removed this one, which could belong to it again.
    fileprivate func mayComeBack(to place: SyncPlace) -> Bool {
        self.place == place && (suspension == .removed || suspension == .shutOut)
    }
}
