import Kernel
import Sync
import Synchronization

/// How a process comes by the key of what is locked: from the variable that its person set, or from the session's ring. What it found it remembers.
public final class KeyKeeper: Sendable {
    let wrap: any KeyWrap
    let ring: any KeyRing
    /// How the variable is called, for people.
    let variable: String
    private let passphrase: String?
    private let makeSeal: @Sendable (AccountKey) -> any Seal
    private let found = Mutex<(name: String, seal: any Seal)?>(nil)

    /// A keeper.
    ///
    /// - Parameters:
    ///   - variable: the environment variable that may hold the passphrase, and what it holds.
    ///   - seal: what closes and opens bytes with a key.
    public init(
        wrap: any KeyWrap, ring: any KeyRing, variable: (name: String, value: String?),
        seal: @escaping @Sendable (AccountKey) -> any Seal
    ) {
        (self.wrap, self.ring, self.variable, passphrase) = (wrap, ring, variable.name, variable.value)
        makeSeal = seal
    }

    /// What the variable says; nil where it is not set.
    var given: String? { passphrase.map(Passphrase.trimmed) }

    /// What closes and opens with the key of a lock.
    ///
    /// - Throws: `vaultLocked`, `vaultWrongPassphrase`, and what the wrap throws.
    func seal(of lock: VaultLock) throws -> any Seal {
        if let found = found.withLock({ $0 }), found.name == lock.name { return found.seal }
        return use(try key(of: lock), of: lock)
    }

    /// Whether the key is at hand, without asking anybody.
    func hasKey(of lock: VaultLock) -> Bool { (try? seal(of: lock)) != nil }

    /// Remembers a key for this process.
    @discardableResult
    func use(_ key: AccountKey, of lock: VaultLock) -> any Seal {
        let seal = VaultSeal(makeSeal(key))
        found.withLock { $0 = (lock.name, seal) }
        return seal
    }

    /// The key that a passphrase opens.
    ///
    /// - Throws: `vaultWrongPassphrase`, and what the wrap throws.
    func key(of lock: VaultLock, with passphrase: String) throws -> AccountKey {
        let key = try wrap.open(lock.wrapped, with: passphrase)
        guard key.mark == lock.mark else { throw Failure.wrongPassphrase }
        return key
    }

    /// Forgets it here and in the ring.
    func forget(_ lock: VaultLock) {
        found.withLock { $0 = nil }
        ring.forget(lock.ringName)
    }

    private func key(of lock: VaultLock) throws -> AccountKey {
        if let given { return try key(of: lock, with: given) }
        if let secret = ring.secret(lock.ringName), let key = try? AccountKey(parsing: secret), key.mark == lock.mark {
            return key
        }
        throw Failure(
            .vaultLocked, "The diary is locked.",
            advice: "`unlock` opens it for this session; or put the passphrase into the variable \(variable).")
    }
}

/// A seal whose trouble is told in the words of somebody who has locked something.
private struct VaultSeal: Seal {
    let seal: any Seal

    init(_ seal: any Seal) { self.seal = seal }

    func seal(_ bytes: [UInt8]) throws -> [UInt8] { try told { try seal.seal(bytes) } }

    func open(_ bytes: [UInt8]) throws -> [UInt8] { try told { try seal.open(bytes) } }

    private func told(_ work: () throws -> [UInt8]) throws -> [UInt8] {
        do { return try work() } catch let failure as Failure {
            if failure.kind == .missingProgram || failure.code.isOfMachine { throw failure }
            if failure.kind == .badData {
                throw Failure(
                    .vaultDamaged, "Something that is locked cannot be opened: it is damaged, or is not this diary's.",
                    advice: "`doctor` says what is damaged; a backup may have it whole.", kind: .badData)
            }
            throw Failure(.vaultUnable, failure.message, advice: "Nothing was changed.", kind: failure.kind)
        }
    }
}
