/// Storage for the key of an unlocked session, in the memory of the system and never on disk.
package protocol KeyRing: Sendable {
    /// The reason why there is no ring, or nil if there is one.
    var unavailableReason: String? { get }
    /// Stores a secret under a name for a number of seconds, in place of a previous one.
    ///
    /// - Throws: `vaultNoRing`.
    func store(_ secret: String, as name: String, seconds: Int) throws
    /// Returns the secret of a name, or nil after it expired.
    func secret(_ name: String) -> String?
    /// Removes a secret.
    func forget(_ name: String)
}
