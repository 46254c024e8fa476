import Kernel

/// The licences of one app on this machine: taken in, kept as the files that they are, and believed only as long as their signatures fit.
public struct Licences: Sendable {
    /// What came of a file.
    public enum Activation: Hashable, Sendable {
        /// It is a licence that counts; whether it was not here before.
        case licence(Licence, isNew: Bool)
        /// It is the list of what was taken back; whether it is later than the one that was here.
        case revocations(Revocations, isNew: Bool)
    }

    /// The app whose licences these are.
    public let app: String
    /// Where they lie, for a person.
    public var place: String { files.place }
    let files: LicenceFiles
    let time: TimeSource
    private let built: @Sendable () throws -> Seller
    private let verifier: SignatureVerifier
    private let memory = VerifiedTexts()

    /// The licences of an app.
    ///
    /// - Parameter seller: whose signatures count; asked for when there is something to look at.
    public init(
        app: String, seller: @autoclosure @escaping @Sendable () throws -> Seller, files: LicenceFiles,
        verifier: SignatureVerifier, time: TimeSource
    ) {
        (self.app, built, self.files, self.verifier, self.time) = (app, seller, files, verifier, time)
    }

    /// Who sells, as it is built in.
    public func seller() throws -> Seller { try built() }

    /// Takes a licence in, or the list of what was taken back. What is refused changes nothing.
    ///
    /// - Parameter judge: refuses a licence that is genuine and of no use here.
    /// - Throws: `licenceUnreadable`, `noSeller`, `licenceOfAnotherKey`, `licenceAltered`, `licenceOfAnotherApp`, `licenceRevoked`,
    ///   `licenceEnded`, what the verifier throws, and `licenceNotKept`.
    public func activate(_ bytes: [UInt8], judge: (Licence) throws -> Void = { _ in }) throws -> Activation {
        let text = try SignedText(bytes)
        try trust(text)
        let here = try look()
        switch text.kind {
        case .licence:
            let licence = try Licence(payload: text.payload)
            try refuse(licence, beside: here)
            try judge(licence)
            let name = Licences.file(of: licence.id)
            guard here.files[name] != bytes else { return .licence(licence, isNew: false) }
            try files.keep(name, bytes)
            // Only the seller can sign a later day: a clock that once stood too far ahead is put right by a new licence, and by nothing else.
            if licence.begins > here.signed {
                let notes = here.notes
                try keep(LicenceNotes(seen: time.now(), signed: licence.begins, day: notes.day, believed: notes.believed))
            }
            return .licence(licence, isNew: true)
        case .revocations:
            let list = try Revocations(payload: text.payload)
            guard list.number > here.revocations?.number ?? -1 else {
                return .revocations(here.revocations ?? list, isNew: false)
            }
            try files.keep(Licences.revocationsFile, bytes)
            return .revocations(list, isNew: true)
        }
    }

    /// Every licence that lies here, believed or not, by the name of its file.
    public func kept() throws -> [KeptLicence] { try look().kept }

    /// What lies here, and what of it is believed.
    func look() throws -> LicencesFound {
        let all = try files.all()
        guard !all.isEmpty else { return LicencesFound() }
        let now = time.now()
        let notes = LicenceNotes(all[LicenceNotes.file]) ?? .none
        let seller = try built()
        var found = LicencesFound(files: all, notes: notes, revoked: seller.revoked)
        var believed: [String: String] = [:]
        for (name, bytes) in all.sorted(by: { $0.key < $1.key }) where Licences.isOurs(name) {
            let mark = LicenceNotes.mark(bytes)
            do {
                let text = try SignedText(bytes)
                try trust(text, isKnown: notes.day == today && notes.believed[name] == mark, by: seller)
                try found.take(text, named: name, of: app)
                believed[name] = mark
            } catch let failure as Failure {
                found.doubt(name, failure)
            }
        }
        let latest = max(now, notes.seen)
        let isOld = notes.day != today || latest.seconds(since: notes.seen) > 3600
        if isOld || believed != notes.believed || found.signed != notes.signed {
            // What is only noted to be quick next time is no reason to fail.
            try? keep(LicenceNotes(seen: latest, signed: found.signed, day: today, believed: believed))
        }
        found.moment = max(latest, found.signed)
        return found
    }

    /// Names of files beside the licences that say something of this machine alone.
    public static let ownNotes: Set<String> = [LicenceNotes.file]

    // MARK: - Steps

    private var today: Day { LocalCalendar.utc.day(of: time.now()) }

    private func keep(_ notes: LicenceNotes) throws { try files.keep(LicenceNotes.file, notes.bytes()) }

    static func file(of id: Identifier<Licence>) -> String { "\(id).licence" }
    static let revocationsFile = "revocations.signed"
    private static func isOurs(_ name: String) -> Bool { name == revocationsFile || name.hasSuffix(".licence") }

    /// Whether the seller signed it: remembered while the process runs, and noted for the day.
    private func trust(_ text: SignedText, isKnown: Bool = false, by seller: Seller? = nil) throws {
        let seller = try seller ?? built()
        guard !seller.keys.isEmpty else {
            throw Failure(
                .noSeller, "This build of \(app) has no seller's key, so it cannot accept licences.",
                advice: "Use the build of the seller of your licence.")
        }
        guard seller.keys.contains(text.key) else {
            throw Failure(
                .licenceOfAnotherKey, "This is signed with a key (\(text.key.short)…) that does not belong to this app's seller.",
                advice: "Ask the seller.", kind: .badData)
        }
        guard !isKnown, !memory.holds(text) else { return }
        guard try verifier.verify(text.signed, text.signature, text.key) else {
            throw Failure(
                .licenceAltered, "This file was changed: its signature does not match its text.",
                advice: "Use the file as you got it, or ask the seller for it again.", kind: .badData)
        }
        memory.add(text)
    }

    private func refuse(_ licence: Licence, beside here: LicencesFound) throws {
        try LicencesFound.refuse(licence, for: app)
        let taken = here.revocation(of: licence)
        if try taken != nil || built().revoked.contains(licence.id) {
            throw Failure(
                .licenceRevoked, "This licence was taken back\(taken?.said ?? "").", advice: "Ask the seller.")
        }
        let isNews = licence.begins > here.signed
        if let ends = licence.ends, ends <= (isNews ? time.now() : max(here.moment, time.now())) {
            throw Failure(
                .licenceEnded, "This licence ended on \(LocalCalendar.utc.day(of: ends)).",
                advice: "`plan buy` says how to get another.")
        }
    }
}
