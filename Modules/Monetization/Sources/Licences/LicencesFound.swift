import Kernel
import Synchronization

/// A licence as it lies in an app's folder.
public struct KeptLicence: Hashable, Sendable {
    /// The name of its file.
    public let file: String
    /// What it says; nil where it is not believed.
    public let licence: Licence?
    /// When and why it was taken back, if it was.
    public let revocation: Revocations.Entry?
    /// Why it opens nothing, where it is not believed.
    public let trouble: Failure?
}

/// What lies in an app's folder of licences at one moment.
struct LicencesFound {
    private var taken: [(file: String, licence: Licence)] = []
    private var doubted: [KeptLicence] = []
    private(set) var revocations: Revocations?
    /// The latest day that the seller has signed here.
    private(set) var signed: Instant
    let files: [String: [UInt8]]
    let notes: LicenceNotes
    /// Never before what was seen: a clock that is turned back revives nothing.
    var moment = Instant.earliest
    private let builtIn: Set<Identifier<Licence>>

    init(
        files: [String: [UInt8]] = [:], notes: LicenceNotes = .none, revoked: Set<Identifier<Licence>> = []
    ) {
        (self.files, self.notes, signed, builtIn) = (files, notes, notes.signed, revoked)
    }

    mutating func take(_ text: SignedText, named name: String, of app: String) throws {
        switch text.kind {
        case .licence:
            let licence = try Licence(payload: text.payload)
            try LicencesFound.refuse(licence, for: app)
            guard name == Licences.file(of: licence.id) else {
                throw SignedText.unreadable("the file has another name than it should")
            }
            taken.append((name, licence))
            signed = max(signed, licence.begins)
        case .revocations:
            let list = try Revocations(payload: text.payload)
            if list.number > revocations?.number ?? -1 { revocations = list }
            signed = max(signed, LocalCalendar.utc.instant(of: list.date))
        }
    }

    mutating func doubt(_ name: String, _ failure: Failure) {
        doubted.append(
            KeptLicence(
                file: name, licence: nil, revocation: nil,
                trouble: Failure(failure.code, "\(name): \(failure.message)", advice: failure.advice, kind: failure.kind)))
    }

    /// Every licence that lies here, believed or not.
    var kept: [KeptLicence] {
        let believed = taken.map {
            KeptLicence(file: $0.file, licence: $0.licence, revocation: revocation(of: $0.licence), trouble: nil)
        }
        return (believed + doubted).sorted { $0.file < $1.file }
    }

    func revocation(of licence: Licence) -> Revocations.Entry? {
        revocations?.entries.first { $0.licence == licence.id }
            ?? (builtIn.contains(licence.id) ? Revocations.Entry(licence.id, on: nil, why: "") : nil)
    }

    /// What happened, as a ledger has it.
    var entries: [LedgerEntry] {
        taken.map(\.licence).flatMap { licence in
            let receipt = licence.receipt
            let granted = LedgerEntry.granted(Identifier("licence.\(licence.id)"), at: licence.begins, receipt, why: "LICENCE")
            guard let taken = revocation(of: licence) else { return [granted] }
            let word = taken.why.isEmpty ? "REVOKED" : taken.why
            let moment = max(taken.date.map { LocalCalendar.utc.instant(of: $0) } ?? licence.begins, licence.begins)
            return [
                granted,
                .revoked(Identifier("taken.\(licence.id)"), at: moment, receipt.id, of: receipt.series, why: word),
            ]
        }
    }

    static func refuse(_ licence: Licence, for app: String) throws {
        guard licence.app == app else {
            throw Failure(
                .licenceOfAnotherApp, "This licence is for \(licence.app), not for \(app).",
                advice: "Type `\(licence.app) plan activate FILE`.", kind: .badData)
        }
    }
}

extension Revocations.Entry {
    /// Behind "was taken back": ` on 2026-11-22: refunded`.
    package var said: String { (date.map { " on \($0)" } ?? "") + (why.isEmpty ? "" : ": \(why)") }
}

/// What is noted beside the licences: the latest time that was seen, and which bytes were verified on which day, so that a day's second look is
/// quick. Nothing in it opens anything for longer than that day.
struct LicenceNotes: Codable, Hashable {
    static let file = "notes.json"

    let seen: Instant
    /// The latest day that the seller ever signed here, so that an earlier licence taken away and brought again is no news.
    let signed: Instant
    let day: Day
    let believed: [String: String]

    init(seen: Instant, signed: Instant, day: Day, believed: [String: String]) {
        (self.seen, self.signed, self.day, self.believed) = (seen, signed, day, believed)
    }

    static let none = LicenceNotes(seen: .earliest, signed: .earliest, day: Day(ordinal: 0), believed: [:])

    init?(_ bytes: [UInt8]?) {
        guard let bytes, bytes.count <= 1 << 16, let read = try? JSONDecoder().decode(LicenceNotes.self, from: Data(bytes)) else {
            return nil
        }
        self = read
    }

    func bytes() throws -> [UInt8] { [UInt8](try JSONValue.encoder.encode(self)) }

    static func mark(_ bytes: [UInt8]) -> String { "\(bytes.count)-\(CRC32C.text(of: Data(bytes)))" }
}

/// Texts whose signatures were found to fit, for as long as the process runs.
final class VerifiedTexts: Sendable {
    private let known = Mutex<Set<SignedText>>([])

    func holds(_ text: SignedText) -> Bool { known.withLock { $0.contains(text) } }
    func add(_ text: SignedText) { known.withLock { _ = $0.insert(text) } }
}
