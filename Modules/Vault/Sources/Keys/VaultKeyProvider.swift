import Kernel
import Sync
import Synchronization

/// Provides the key to a process: from the environment variable or the session's key ring. It
/// caches the key.
package final class VaultKeyProvider: Sendable {
    let wrap: any KeyWrap
    let ring: any KeyRing
    let variable: String
    private let passphrase: String?
    private let makeSeal: @Sendable (AccountKey) -> any Seal
    private let cached = Mutex<(name: String, seal: any Seal)?>(nil)

    /// - Parameters:
    ///   - variable: The environment variable for the passphrase, with its value.
    ///   - seal: Creates the seal of a key.
    package init(
        wrap: any KeyWrap, ring: any KeyRing, variable: (name: String, value: String?),
        seal: @escaping @Sendable (AccountKey) -> any Seal
    ) {
        self.wrap = wrap
        self.ring = ring
        self.variable = variable.name
        passphrase = variable.value
        makeSeal = seal
    }

    /// The passphrase in the variable, or nil if it is unset.
    var givenPassphrase: String? { passphrase.map(Passphrase.trimmed) }

    /// Returns the seal with the key of a lock.
    ///
    /// - Throws: `vaultLocked`, `vaultWrongPassphrase`, and the wrap's error.
    func seal(of lock: VaultLock) throws -> any Seal {
        if let cached = cached.withLock({ $0 }), cached.name == lock.name { return cached.seal }
        return cache(try key(of: lock), of: lock)
    }

    /// Returns whether the key is available without a question to the user.
    func hasKey(of lock: VaultLock) -> Bool { (try? seal(of: lock)) != nil }

    /// Caches a key for this process.
    @discardableResult
    func cache(_ key: AccountKey, of lock: VaultLock) -> any Seal {
        let seal = VaultSeal(makeSeal(key))
        cached.withLock { $0 = (lock.name, seal) }
        return seal
    }

    /// Returns the key that a passphrase opens.
    ///
    /// - Throws: `vaultWrongPassphrase`, and the wrap's error.
    func key(of lock: VaultLock, with passphrase: String) throws -> AccountKey {
        let key = try wrap.open(lock.wrapped, with: passphrase)
        guard key.fingerprint == lock.mark else { throw Failure.wrongPassphrase }
        return key
    }

    /// Removes the key from the cache and the ring.
    func forget(_ lock: VaultLock) {
        cached.withLock { $0 = nil }
        ring.forget(lock.ringName)
    }

    private func key(of lock: VaultLock) throws -> AccountKey {
        if let givenPassphrase { return try key(of: lock, with: givenPassphrase) }
        if let secret = ring.secret(lock.ringName), let key = try? AccountKey(parsing: secret),
            key.fingerprint == lock.mark
        {
            return key
        }
        throw Failure(
            .vaultLocked, "The diary is locked.",
            advice: "`unlock` opens it for this session; or put the passphrase into the variable \(variable).")
    }
}

/// A seal whose errors use the words of a locked diary.
private struct VaultSeal: Seal {
    let seal: any Seal

    init(_ seal: any Seal) { self.seal = seal }

    func seal(_ bytes: [UInt8]) throws -> [UInt8] { try translatingErrors { try seal.seal(bytes) } }

    func open(_ bytes: [UInt8]) throws -> [UInt8] { try translatingErrors { try seal.open(bytes) } }

    private func translatingErrors(_ work: () throws -> [UInt8]) throws -> [UInt8] {
        do { return try work() } catch let failure as Failure {
            if failure.kind == .missingProgram || failure.code.isSystemFailure { throw failure }
            if failure.kind == .badData {
                throw Failure(
                    .vaultDamaged, "Something that is locked cannot be opened: it is damaged, or is not this diary's.",
                    advice: "`doctor` says what is damaged; a backup may have it whole.", kind: .badData)
            }
            throw Failure(.vaultUnable, failure.message, advice: "Nothing was changed.", kind: failure.kind)
        }
    }
}
