import Kernel

/// Who sells the apps, as it is built into them: the keys whose signatures count, where to pay, and what was taken back.
public struct Seller: Hashable, Sendable {
    /// Public halves of the seller's keys; the newest last. None: no licence can be taken.
    public let keys: [LicenceKey]
    /// Where to ask for a licence, by app: an address of mail or of the web.
    public let contacts: [String: String]
    /// Licences that were taken back before this program was built.
    public let revoked: Set<Identifier<Licence>>

    /// Who sells, in a test or from a file.
    public init(keys: [LicenceKey], contacts: [String: String] = [:], revoked: Set<Identifier<Licence>> = []) {
        (self.keys, self.contacts, self.revoked) = (keys, contacts, revoked)
    }

    /// Reads `seller.json`: `keys`, `contacts` by app, and `revoked`.
    ///
    /// - Throws: `catalogueUnreadable`, `catalogueInvalid`.
    public init(_ bytes: [UInt8], named file: String) throws {
        let root = try CatalogueJSON.object(bytes, named: file)
        func invalid(_ place: String, _ message: String) -> Failure {
            let finding = CatalogueFinding(severity: .error, file: file, place: place, message: message)
            return Failure(.catalogueInvalid, "\(finding).", advice: "Correct the file.", kind: .badData)
        }
        let keys = (root["keys"]?.list ?? []).map { $0.text.flatMap(LicenceKey.init(text:)) }
        guard !keys.contains(nil) else { throw invalid("keys", "a key is not 32 bytes in base 64") }
        guard case .object(let contacts)? = root["contacts"] ?? .object([:]) else { throw invalid("contacts", "is no object") }
        let revoked = (root["revoked"]?.list ?? []).map { $0.text.flatMap { Licence.isSafe($0) ? $0 : nil } }
        guard !revoked.contains(nil) else { throw invalid("revoked", "an id is not valid") }
        self.init(
            keys: keys.compactMap { $0 }, contacts: contacts.compactMapValues { $0.shownText(upTo: 200) },
            revoked: Set(revoked.compactMap { $0 }.map { Identifier($0) }))
    }
}
