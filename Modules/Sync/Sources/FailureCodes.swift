import Kernel

extension Failure.Code {
    /// A place in which another account lies.
    public static var syncOtherAccount: Self { Self() }
    /// What is no place of an account, and is not empty either.
    public static var syncForeignPlace: Self { Self() }
    /// Other bytes stand in a stream where these belong: somebody else writes under the name of this device.
    public static var syncStreamTaken: Self { Self() }
    /// Another program syncs the same store just now.
    public static var syncBusy: Self { .ofMachine() }
    /// This device was removed from its account.
    public static var syncRemoved: Self { Self() }
    /// A device that the account does not have.
    public static var syncNoSuchDevice: Self { Self() }
    /// The account was deleted.
    public static var syncAccountGone: Self { Self() }
    /// A login that belongs to no account in a database: it never came in, or was removed, or the account is gone.
    public static var syncNotAdmitted: Self { Self() }
    /// A device that was removed from its account and would write.
    public static var syncDeviceRemoved: Self { Self() }
    /// Bytes of another device that are no batch, card or snapshot.
    public static var syncUnreadable: Self { Self() }
    /// Bytes of a newer version of this program.
    public static var syncNewerForm: Self { .ofMachine() }
    /// What was given as a key is none.
    public static var syncKeyInvalid: Self { Self() }
    /// Bytes that another key has sealed, or any key where this device has none.
    public static var syncWrongKey: Self { Self() }
    /// The program that seals is there and does not do its work.
    public static var syncSealUnable: Self { .ofMachine() }
    /// The place cannot be reached, read or written just now.
    public static var syncPlaceAway: Self { .ofMachine() }
}
