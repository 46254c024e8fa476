import Kernel

/// The licenses of one app on this machine. They are stored as files, and valid only while their
/// signatures fit.
package struct Licenses: Sendable {
    /// The result of activating a file.
    package enum Activation: Hashable, Sendable {
        /// A valid license, and whether it is new here.
        case license(License, isNew: Bool)
        /// A list of revocations, and whether it is newer than the present one.
        case revocations(Revocations, isNew: Bool)
    }

    package let app: String
    package var place: String { files.place }
    let files: LicenseFiles
    let time: TimeSource
    private let builtInSeller: @Sendable () throws -> Seller
    private let verifier: SignatureVerifier
    private let verified = VerifiedTexts()

    /// Creates the licenses of an app.
    ///
    /// - Parameter seller: Returns the seller whose signatures count. It is called when a file must
    ///   be verified.
    package init(
        app: String, seller: @autoclosure @escaping @Sendable () throws -> Seller, files: LicenseFiles,
        verifier: SignatureVerifier, time: TimeSource
    ) {
        self.app = app
        builtInSeller = seller
        self.files = files
        self.verifier = verifier
        self.time = time
    }

    /// Returns the built-in seller.
    package func seller() throws -> Seller { try builtInSeller() }

    /// Activates a license or a list of revocations. A refused file changes nothing.
    ///
    /// - Parameter check: Throws for a genuine license that is useless here.
    /// - Throws: `licenceUnreadable`, `noSeller`, `licenceOfAnotherKey`, `licenceAltered`,
    ///   `licenceOfAnotherApp`, `licenceRevoked`, `licenceEnded`, the verifier's error, and
    ///   `licenceNotKept`.
    package func activate(_ bytes: [UInt8], check: (License) throws -> Void = { _ in }) throws -> Activation {
        let text = try SignedText(bytes)
        try verify(text)
        let contents = try readFolder()
        switch text.kind {
        case .license:
            let license = try License(payload: text.payload)
            try checkUsable(license, in: contents)
            try check(license)
            let name = Licenses.file(of: license.id)
            guard contents.files[name] != bytes else { return .license(license, isNew: false) }
            try files.keep(name, bytes)
            // Only the seller can sign a later day. A new license is the only remedy for a clock
            // that was too far ahead.
            if license.begins > contents.signed {
                let notes = contents.notes
                try keep(
                    VerificationCache(
                        seen: time.now(), signed: license.begins, day: notes.day, believed: notes.believed))
            }
            return .license(license, isNew: true)
        case .revocations:
            let list = try Revocations(payload: text.payload)
            guard list.number > contents.revocations?.number ?? -1 else {
                return .revocations(contents.revocations ?? list, isNew: false)
            }
            try files.keep(Licenses.revocationsFile, bytes)
            return .revocations(list, isNew: true)
        }
    }

    /// Returns every stored license, valid or not, by file name.
    package func stored() throws -> [StoredLicense] { try readFolder().stored }

    /// Returns the stored files, with the valid ones marked.
    func readFolder() throws -> LicenseFolderContents {
        let filesByName = try files.all()
        guard !filesByName.isEmpty else { return LicenseFolderContents() }
        let now = time.now()
        let notes = VerificationCache(filesByName[VerificationCache.file]) ?? .none
        let seller = try builtInSeller()
        var contents = LicenseFolderContents(files: filesByName, notes: notes, revoked: seller.revoked)
        var fingerprints: [String: String] = [:]
        for (name, bytes) in filesByName.sorted(by: { $0.key < $1.key }) where Licenses.isOurs(name) {
            let fingerprint = VerificationCache.fingerprint(bytes)
            do {
                let text = try SignedText(bytes)
                try verify(text, isKnown: notes.day == today && notes.believed[name] == fingerprint, by: seller)
                try contents.add(text, named: name, of: app)
                fingerprints[name] = fingerprint
            } catch let failure as Failure {
                contents.addInvalid(name, failure)
            }
        }
        let latest = max(now, notes.seen)
        let isOld = notes.day != today || latest.seconds(since: notes.seen) > 3600
        if isOld || fingerprints != notes.believed || contents.signed != notes.signed {
            // The cache only saves time, so a failed write is ignored.
            try? keep(VerificationCache(seen: latest, signed: contents.signed, day: today, believed: fingerprints))
        }
        contents.moment = max(latest, contents.signed)
        return contents
    }

    /// The names of files that describe this machine only.
    package static let ownNotes: Set<String> = [VerificationCache.file]

    // MARK: - Steps

    private var today: Day { LocalCalendar.utc.day(of: time.now()) }

    private func keep(_ notes: VerificationCache) throws { try files.keep(VerificationCache.file, notes.bytes()) }

    static func file(of id: Identifier<License>) -> String { "\(id).licence" }
    static let revocationsFile = "revocations.signed"
    private static func isOurs(_ name: String) -> Bool { name == revocationsFile || name.hasSuffix(".licence") }

    /// Verifies the seller's signature. The result is cached in the process, and on disk for the
    /// day.
    private func verify(_ text: SignedText, isKnown: Bool = false, by seller: Seller? = nil) throws {
        let seller = try seller ?? builtInSeller()
        guard !seller.keys.isEmpty else {
            throw Failure(
                .noSeller, "This build of \(app) has no seller's key, so it cannot accept licences.",
                advice: "Use the build of the seller of your licence.")
        }
        guard seller.keys.contains(text.key) else {
            throw Failure(
                .licenceOfAnotherKey,
                "This is signed with a key (\(text.key.short)…) that does not belong to this app's seller.",
                advice: "Ask the seller.", kind: .badData)
        }
        guard !isKnown, !verified.holds(text) else { return }
        guard try verifier.verify(text.bytesToSign, text.signature, text.key) else {
            throw Failure(
                .licenceAltered, "This file was changed: its signature does not match its text.",
                advice: "Use the file as you got it, or ask the seller for it again.", kind: .badData)
        }
        verified.add(text)
    }

    /// Throws if the license is for another app, revoked or ended.
    private func checkUsable(_ license: License, in contents: LicenseFolderContents) throws {
        try LicenseFolderContents.requireApp(license, for: app)
        let revocation = contents.revocation(of: license)
        if try revocation != nil || builtInSeller().revoked.contains(license.id) {
            throw Failure(
                .licenceRevoked, "This licence was taken back\(revocation?.sentenceEnd ?? "").",
                advice: "Ask the seller.")
        }
        let isNewest = license.begins > contents.signed
        if let ends = license.ends, ends <= (isNewest ? time.now() : max(contents.moment, time.now())) {
            throw Failure(
                .licenceEnded, "This licence ended on \(LocalCalendar.utc.day(of: ends)).",
                advice: "`plan buy` says how to get another.")
        }
    }
}
