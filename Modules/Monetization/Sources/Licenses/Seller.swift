import Kernel

/// The built-in seller: the valid keys, the contacts for payment, and early revocations.
package struct Seller: Hashable, Sendable {
    /// The public halves of the seller's keys, newest last. Without any, no license can be
    /// activated.
    package let keys: [LicenseKey]
    /// The contact for licenses by app: a mail address or a web address.
    package let contacts: [String: String]
    package let revoked: Set<Identifier<License>>

    package init(keys: [LicenseKey], contacts: [String: String] = [:], revoked: Set<Identifier<License>> = []) {
        self.keys = keys
        self.contacts = contacts
        self.revoked = revoked
    }

    /// Parses `seller.json`: `keys`, `contacts` by app, and `revoked`.
    ///
    /// - Throws: `catalogueUnreadable`, `catalogueInvalid`.
    package init(_ bytes: [UInt8], named file: String) throws {
        let root = try CatalogJSON.object(bytes, named: file)
        func invalid(_ place: String, _ message: String) -> Failure {
            let finding = CatalogFinding(severity: .error, file: file, place: place, message: message)
            return Failure(.catalogueInvalid, "\(finding).", advice: "Correct the file.", kind: .badData)
        }
        let keys = (root["keys"]?.list ?? []).map { $0.text.flatMap(LicenseKey.init(text:)) }
        guard !keys.contains(nil) else { throw invalid("keys", "a key is not 32 bytes in base 64") }
        guard case .object(let contacts)? = root["contacts"] ?? .object([:]) else {
            throw invalid("contacts", "is no object")
        }
        let revoked = (root["revoked"]?.list ?? []).map { $0.text.flatMap { License.isSafe($0) ? $0 : nil } }
        guard !revoked.contains(nil) else { throw invalid("revoked", "an id is not valid") }
        self.init(
            keys: keys.compactMap { $0 }, contacts: contacts.compactMapValues { $0.shownText(upTo: 200) },
            revoked: Set(revoked.compactMap { $0 }.map { Identifier($0) }))
    }
}
