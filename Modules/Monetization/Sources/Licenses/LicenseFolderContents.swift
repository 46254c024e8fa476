import Kernel
import Synchronization

/// A license in an app's folder.
package struct StoredLicense: Hashable, Sendable {
    package let file: String
    /// The parsed license, or nil if it is invalid.
    package let license: License?
    /// The revocation, if there is one.
    package let revocation: Revocations.Entry?
    package let trouble: Failure?
}

/// The contents of an app's license folder at one moment.
struct LicenseFolderContents {
    private var valid: [(file: String, licence: License)] = []
    private var invalid: [StoredLicense] = []
    private(set) var revocations: Revocations?
    /// The latest date that the seller signed in this folder.
    private(set) var signed: Instant
    let files: [String: [UInt8]]
    let notes: VerificationCache
    /// The latest known time, so that a clock set back revives nothing.
    var moment = Instant.earliest
    private let builtInRevocations: Set<Identifier<License>>

    init(
        files: [String: [UInt8]] = [:], notes: VerificationCache = .none, revoked: Set<Identifier<License>> = []
    ) {
        self.files = files
        self.notes = notes
        signed = notes.signed
        builtInRevocations = revoked
    }

    /// Adds the license or the list of a verified text.
    ///
    /// - Throws: the reason why it is unusable here.
    mutating func add(_ text: SignedText, named name: String, of app: String) throws {
        switch text.kind {
        case .license:
            let license = try License(payload: text.payload)
            try LicenseFolderContents.requireApp(license, for: app)
            guard name == Licenses.file(of: license.id) else {
                throw SignedText.unreadable("the file has another name than it should")
            }
            valid.append((name, license))
            signed = max(signed, license.begins)
        case .revocations:
            let list = try Revocations(payload: text.payload)
            if list.number > revocations?.number ?? -1 { revocations = list }
            signed = max(signed, LocalCalendar.utc.instant(of: list.date))
        }
    }

    /// Adds a file that cannot be used, with the reason.
    mutating func addInvalid(_ name: String, _ failure: Failure) {
        invalid.append(
            StoredLicense(
                file: name, license: nil, revocation: nil,
                trouble: Failure(
                    failure.code, "\(name): \(failure.message)", advice: failure.advice, kind: failure.kind)))
    }

    /// Every stored license, valid or not.
    var stored: [StoredLicense] {
        let validLicenses = valid.map {
            StoredLicense(file: $0.file, license: $0.licence, revocation: revocation(of: $0.licence), trouble: nil)
        }
        return (validLicenses + invalid).sorted { $0.file < $1.file }
    }

    /// Returns the revocation of a license from the list or the build, or nil.
    func revocation(of license: License) -> Revocations.Entry? {
        revocations?.entries.first { $0.license == license.id }
            ?? (builtInRevocations.contains(license.id) ? Revocations.Entry(license.id, on: nil, why: "") : nil)
    }

    /// The ledger entries that the valid licenses and their revocations amount to.
    var entries: [LedgerEntry] {
        valid.map(\.licence).flatMap { license in
            let receipt = license.receipt
            let granted = LedgerEntry.granted(
                Identifier("licence.\(license.id)"), at: license.begins, receipt, why: "LICENCE")
            guard let revocation = revocation(of: license) else { return [granted] }
            let reason = revocation.why.isEmpty ? "REVOKED" : revocation.why
            let moment = max(
                revocation.date.map { LocalCalendar.utc.instant(of: $0) } ?? license.begins, license.begins)
            return [
                granted,
                .revoked(Identifier("taken.\(license.id)"), at: moment, receipt.id, of: receipt.series, why: reason),
            ]
        }
    }

    static func requireApp(_ license: License, for app: String) throws {
        guard license.app == app else {
            throw Failure(
                .licenceOfAnotherApp, "This licence is for \(license.app), not for \(app).",
                advice: "Type `\(license.app) plan activate FILE`.", kind: .badData)
        }
    }
}

extension Revocations.Entry {
    /// The end of a sentence about a revocation, such as ` on 2026-11-22: refunded`.
    package var sentenceEnd: String { (date.map { " on \($0)" } ?? "") + (why.isEmpty ? "" : ": \(why)") }
}

/// A cache beside the licenses: the latest time seen, and the files verified on a day. It never
/// extends access beyond that day.
struct VerificationCache: Codable, Hashable {
    static let file = "notes.json"

    let seen: Instant
    /// The latest day that the seller signed here. An earlier license that returns counts as known.
    let signed: Instant
    let day: Day
    let believed: [String: String]

    init(seen: Instant, signed: Instant, day: Day, believed: [String: String]) {
        self.seen = seen
        self.signed = signed
        self.day = day
        self.believed = believed
    }

    static let none = VerificationCache(seen: .earliest, signed: .earliest, day: Day(ordinal: 0), believed: [:])

    init?(_ bytes: [UInt8]?) {
        guard let bytes, bytes.count <= 1 << 16,
            let cache = try? JSONDecoder().decode(VerificationCache.self, from: Data(bytes))
        else { return nil }
        self = cache
    }

    func bytes() throws -> [UInt8] { [UInt8](try JSONValue.encoder.encode(self)) }

    static func fingerprint(_ bytes: [UInt8]) -> String { "\(bytes.count)-\(CRC32C.text(of: Data(bytes)))" }
}

/// The texts verified by this process.
final class VerifiedTexts: Sendable {
    private let texts = Mutex<Set<SignedText>>([])

    func holds(_ text: SignedText) -> Bool { texts.withLock { $0.contains(text) } }
    func add(_ text: SignedText) { texts.withLock { _ = $0.insert(text) } }
}
