import Kernel

extension Failure.Code {
    /// What is asked for is locked, and no key is at hand.
    public static var vaultLocked: Self { Self() }
    package static var vaultWrongPassphrase: Self { Self() }
    package static var vaultWeakPassphrase: Self { Self() }
    /// Something that is locked cannot be opened with the right key.
    package static var vaultDamaged: Self { Self() }
    /// The program that locks or wraps could not do its work.
    package static var vaultUnable: Self { .ofMachine() }
    /// Another process locks or opens at this moment.
    package static var vaultBusy: Self { Self() }
    /// A file was locked in another store, whose key is not here.
    package static var vaultElsewhere: Self { Self() }
    package static var vaultOpen: Self { Self() }
    package static var vaultNotKept: Self { .ofMachine() }
    package static var vaultNoRing: Self { Self() }
    package static var vaultLeftovers: Self { Self() }
}
