import Kernel
import Sync

extension Accounts {
    /// How many changes have not left this device; 0 for a guest.
    public func waiting() throws -> Int {
        try local()?.waiting() ?? 0
    }

    /// Leaves the account: the device takes part no more, and keeps everything that it has.
    ///
    /// - Parameter export: where a backup goes first, for what has not left.
    /// - Returns: why the others could not be told, if they could not: they wait for this device for a while then.
    /// - Throws: `accountMissing`, `accountUnsent`; `Failure` of the backup. Nothing was changed then.
    @discardableResult
    public func signOut(export: String?) throws -> Failure? {
        guard let account = try account() else { throw Failure.guest }
        if let export {
            _ = try copies.make(export)
        } else if account.suspension == nil, account.move.step > .intended {
            // What may not leave is nobody's to send: it stays here, where it was written.
            let unsent = try situation().state == .signedIn ? waiting() : 0
            guard unsent == 0 else { throw Failure.unsent(unsent) }
        }
        return try leave()
    }

    /// The same whatever has not left: for whoever lets go of everything here.
    ///
    /// - Throws: `accountMissing`; `Failure` of the store.
    public func leave() throws -> Failure? {
        guard let account = try account() else { throw Failure.guest }
        let untold = tellOthers(account)
        try forget(account)
        return untold
    }

    /// Takes this device off the list, so that nobody waits for it.
    private func tellOthers(_ account: Account) -> Failure? {
        do {
            let meeting = try self.meeting(account)
            // Whoever was shut out has nobody to tell, and a way in all the same, which leads nowhere.
            if account.suspension == nil { try replica(account, at: meeting).leave() }
            try meeting.transport.leave()
            return nil
        } catch {
            return account.suspension == nil ? error as? Failure : nil
        }
    }

    private func forget(_ account: Account) throws {
        try replica(account, at: Meeting(MemoryTransport())).forget()
        try keep.forget()
        log.write(SyncNotes())
    }

    /// Removes another device from the account: nobody waits for it, and it is told when it comes back. What it wrote before stays.
    ///
    /// - Parameter name: its name in the account, or what its person calls it.
    /// - Throws: `accountDeviceUnknown`; `Failure` of the place.
    public func remove(device name: String) throws -> DeviceCard {
        let account = try active()
        let replica = try replica()
        let cards = try devices()
        let named = cards.filter { $0.device == name }.first.map { [$0] } ?? cards.filter { $0.title == name }
        guard named.count == 1, let card = named.first else {
            throw Failure(
                .accountDeviceUnknown,
                named.isEmpty ? "No device is called “\(name.prefix(60))”." : "Several devices are called “\(name.prefix(60))”.",
                advice: "`account devices` shows them; the id is in the first column.")
        }
        guard try card.device != replica.device() else {
            throw Failure(
                .accountDeviceUnknown, "This is the device that you are at.", advice: "`account sign-out` leaves the account.")
        }
        try replica.remove(device: card.device)
        try meeting(account).transport.shutOut(card.device)
        return card
    }

    /// Ends the account for everybody: nothing of it stays in the place. Each device keeps what it has.
    ///
    /// - Throws: `accountMissing`; `Failure` of the place. Nothing was changed then.
    public func delete() throws {
        guard let account = try account() else { throw Failure.guest }
        let meeting = try self.meeting(account)
        try meeting.transport.join(account.id)
        try meeting.transport.erase()
        try forget(account)
    }

    /// Takes back that this device moved in: everything here is as it was before, and the account is left; one that began here and has no other device
    /// ends.
    ///
    /// - Returns: where everything is that was here until now.
    /// - Throws: `accountMissing`, `accountNoWayBack`; `Failure` of the backups. Nothing was changed then.
    public func undoMove() throws -> String? {
        guard let account = try account() else { throw Failure.guest }
        guard account.move.step >= .copied, let copy = account.move.copy else {
            throw Failure(
                .accountNoWayBack, "Nothing was here before you signed in.", advice: "`account sign-out` leaves the account.")
        }
        // Nothing may meet the others from here on: what is put back would only come again.
        try pause(true)
        let kept = try copies.make(nil)
        if account.move.isNew, (try? devices().count) == 1 {
            try meeting(account).transport.erase()
        } else {
            _ = tellOthers(account)
        }
        try copies.bringBack(copy)
        try forget(account)
        return kept
    }
}
