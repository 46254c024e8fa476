import Kernel
import Sync

extension AccountService {
    /// Returns the number of unsent changes, which is 0 for a guest.
    package func waiting() throws -> Int { try localReplica()?.waiting() ?? 0 }

    /// Signs out. The device no longer syncs and keeps all its data.
    ///
    /// - Parameter export: The file for a backup, required if changes are unsent.
    /// - Returns: The failure if the other devices could not be notified. Until it expires, this
    ///   device then holds back their deletions.
    /// - Throws: `accountMissing`, `accountUnsent`, or a `Failure` of the backup. In these cases
    ///   nothing was changed.
    @discardableResult
    package func signOut(export: String?) throws -> Failure? {
        guard let account = try account() else { throw Failure.guest }
        if let export {
            _ = try backups.make(export)
        } else if account.suspension == nil, account.move.step > .intended {
            // Changes that may not be sent stay on this device.
            let unsent = try status().state == .signedIn ? waiting() : 0
            guard unsent == 0 else { throw Failure.unsent(unsent) }
        }
        return try signOut()
    }

    /// Signs out even with unsent changes, before all local data is deleted.
    ///
    /// - Throws: `accountMissing`, or a `Failure` of the store.
    package func signOut() throws -> Failure? {
        guard let account = try account() else { throw Failure.guest }
        let notificationFailure = announceDeparture(account)
        try forget(account)
        return notificationFailure
    }

    /// Announces the departure to the other devices.
    private func announceDeparture(_ account: Account) -> Failure? {
        do {
            let meeting = try self.openPlace(account)
            // A locked-out device can announce nothing, but its login is deleted.
            if account.suspension == nil { try replica(account, at: meeting).announceDeparture() }
            try meeting.transport.signOut()
            return nil
        } catch {
            return account.suspension == nil ? error as? Failure : nil
        }
    }

    private func forget(_ account: Account) throws {
        try replica(account, at: OpenedSyncPlace(MemoryTransport())).forget()
        try storage.forget()
        log.write(SyncNotes())
    }

    /// Removes another device from the account. The device learns of it when it syncs, and keeps
    /// its data.
    ///
    /// - Parameter name: Its ID in the account, or its title.
    /// - Throws: `accountDeviceUnknown`, or a `Failure` of the place.
    package func remove(device name: String) throws -> DeviceCard {
        let account = try syncableAccount()
        let replica = try replica()
        let cards = try devices()
        let matches = cards.filter { $0.device == name }.first.map { [$0] } ?? cards.filter { $0.title == name }
        guard matches.count == 1, let card = matches.first else {
            throw Failure(
                .accountDeviceUnknown,
                matches.isEmpty
                    ? "No device is called “\(name.prefix(60))”." : "Several devices are called “\(name.prefix(60))”.",
                advice: "`account devices` shows them; the id is in the first column.")
        }
        guard try card.device != replica.device() else {
            throw Failure(
                .accountDeviceUnknown, "This is the device that you are at.",
                advice: "`account sign-out` leaves the account.")
        }
        try replica.remove(device: card.device)
        try openPlace(account).transport.lockOut(card.device)
        return card
    }

    /// Deletes the account and all its data in the place. Each device keeps its local data.
    ///
    /// - Throws: `accountMissing`, or a `Failure` of the place. In these cases nothing was changed.
    package func delete() throws {
        guard let account = try account() else { throw Failure.guest }
        let meeting = try self.openPlace(account)
        try meeting.transport.join(account.id)
        try meeting.transport.erase()
        try forget(account)
    }

    /// Undoes the migration: restores the earlier data and leaves the account. An account created
    /// here without other devices is deleted.
    ///
    /// - Returns: The backup of the data before this call.
    /// - Throws: `accountMissing`, `accountNoWayBack`, or a `Failure` of the backups. In these
    ///   cases nothing was changed.
    package func undoMigration() throws -> String? {
        guard let account = try account() else { throw Failure.guest }
        guard account.move.step >= .copied, let earlierBackup = account.move.copy else {
            throw Failure(
                .accountNoWayBack, "Nothing was here before you signed in.",
                advice: "`account sign-out` leaves the account.")
        }
        // Pausing prevents further rounds, which would return the later data.
        try pause(true)
        let backupPath = try backups.make(nil)
        if account.move.isNew, (try? devices().count) == 1 {
            try openPlace(account).transport.erase()
        } else {
            _ = announceDeparture(account)
        }
        try backups.bringBack(earlierBackup)
        try forget(account)
        return backupPath
    }
}
