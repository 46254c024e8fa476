import Kernel
import Pictures

/// The photos, videos and recordings of a club, with their subjects.
package struct ClubMedia: Sendable {
    /// The minimum age in seconds of an unreferenced file before it counts as left over.
    ///
    /// A younger file may still be in the process of being attached, or `undo` may need it.
    package static let orphanAge = 3600.0

    let store: any Store
    let blobStore: any BlobStore<MediaPath>
    private let subjects: Subjects
    private let ids: IDSource
    let now: @Sendable () -> Instant
    /// Returns deleted attachments that may return, so that their files count as in use.
    package var pendingAttachments: @Sendable () throws -> [Attachment] = { [] }
    /// The downloads from the web, which are absent by default.
    package var downloads = Downloads.none

    package init(
        _ store: any Store, blobStore: any BlobStore<MediaPath>, subjects: Subjects, ids: IDSource,
        now: @escaping @Sendable () -> Instant
    ) {
        self.store = store
        self.blobStore = blobStore
        self.subjects = subjects
        self.ids = ids
        self.now = now
    }

    // MARK: - Adding and removing

    /// Returns the subject for a word on the command line.
    ///
    /// - Throws: the error of `Subjects` for an unknown word.
    package func subject(named word: String) throws -> Subject { try subjects.named(word) }

    /// Returns the subject for a word and a file: a spoken word for a recording, a visible subject
    /// for all other files.
    ///
    /// - Throws: `badMedia`, `nameLies`, the error of `Subjects` for an unknown word.
    package func subject(named word: String, of source: ByteSource) throws -> Subject {
        try SoundValidator.facts(of: source) == nil ? subjects.named(word) : subjects.spoken(word)
    }

    /// Returns every subject that a word can mean, visible or spoken.
    ///
    /// - Throws: the error of `Subjects` for an unknown word.
    package func meanings(of word: String) throws -> [Subject] {
        let spoken = try? subjects.spoken(word)
        do { return [try subjects.named(word)] + (spoken.map { [$0] } ?? []) } catch {
            guard let spoken else { throw error }
            return [spoken]
        }
    }

    /// Returns words for subjects that begin with the typed text.
    package func subjects(completing typed: String) -> [String] { subjects.completing(typed) }

    /// Copies a file and attaches it.
    ///
    /// The copy is durable before the record. A crash therefore leaves an unreferenced file, but
    /// never a record without a file.
    ///
    /// - Throws: `badMedia`, `nameLies`, `noteInvalid`, `mediaNotKept`, `mediaFull`, `otherSubject`
    ///   for a recording of a visible subject or a picture of a word. After an error nothing is
    ///   added.
    package func add(
        _ source: ByteSource, to subject: Subject, angle: Attachment.Angle? = nil, speed: Attachment.Speed? = nil,
        note: String? = nil, phase: Attachment.Phase? = nil
    ) throws -> Attachment {
        try checkSpace(source.size)
        return try attach(source, to: subject, AttachmentDetails(angle: angle, speed: speed, phase: phase, note: note))
    }

    /// Attaches a file after the check for free space.
    func attach(_ source: ByteSource, to subject: Subject, _ details: AttachmentDetails) throws -> Attachment {
        let note = try details.note.map(ClubMedia.checked)
        let facts = try SoundValidator.facts(of: source) ?? PictureValidator.facts(of: source)
        guard facts.format.isSound == (subject.kind == .term) else {
            throw Failure(
                .otherSubject,
                facts.format.isSound
                    ? "A recording belongs to a word, not to \(subject.id)."
                    : "A word has recordings, not pictures: \(subject.id).",
                kind: .usage)
        }
        let id = ids.next(Attachment.self)
        guard let path = MediaPath(name: id.rawValue, format: facts.format) else {
            throw Failure(.mediaNotKept, "“\(id)” cannot be the name of a file.")
        }
        var checksum = MediaChecksum()
        try blobStore.save(path) { write in
            try source.eachPiece {
                checksum.add($0)
                try write($0)
            }
        }
        let attachment = Attachment(
            id: id, subject: subject, facts: facts, bytes: source.size, checksum: checksum.text, angle: details.angle,
            speed: details.speed, note: note, fileName: String(source.name.prefix(100)), addedAt: now(),
            phase: details.phase)
        do {
            try store.write(undo: "Added a file to \(subject.id)") { try $0.put(attachment) }
        } catch {
            try? blobStore.remove(path)
            throw error
        }
        return attachment
    }

    /// Removes an attachment but keeps its file until a sweep, so that `undo` restores both.
    ///
    /// - Throws: `attachmentNotFound`.
    package func remove(_ id: Identifier<Attachment>) throws {
        try store.write(undo: "Removed the file \(id)") { transaction in
            guard try transaction.delete(id) else { throw ClubMedia.notFound(id.rawValue) }
        }
    }

    // MARK: - Queries

    /// Returns all attachments, or those of one subject, ordered by kind and name of the subject,
    /// oldest first.
    package func attachments(of subject: Subject? = nil) throws -> [Attachment] {
        let selection = subject.map { Attachment.bySubject.under($0.kind.rawValue, $0.id) } ?? Attachment.bySubject.all
        return try store.read { try $0.records(selection) }
    }

    package static let naming = RecordNaming<Attachment>(
        "file", listedBy: "media list", missing: .attachmentNotFound, ambiguous: .manyAttachments,
        names: { [$0.id.rawValue] },
        title: { "\($0.subject.id)" })

    /// Returns an attachment by its name, its row, either end of the name, or by its subject, for
    /// which it chooses the best.
    ///
    /// - Throws: `attachmentNotFound`, `manyAttachments`.
    package func attachment(named name: String) throws -> Attachment {
        if let exact = try store.read({ try $0.record(Identifier<Attachment>(name)) }) { return exact }
        let matches = try ClubMedia.naming.resolve(name, of: attachments())
        guard let attachment = matches.first?.record else {
            guard let best = try (try? meanings(of: name))?.lazy.compactMap({ try demonstrations(of: $0).first }).first
            else { throw ClubMedia.notFound(name) }
            return best
        }
        guard matches.count == 1 else { throw ClubMedia.naming.ambiguousFailure(name, matches) }
        return attachment
    }

    /// Returns the path of an attachment's file for an external viewer.
    ///
    /// - Throws: `mediaMissing` if the file is gone, `noFiles` if files are kept in memory.
    package func path(of attachment: Attachment) throws -> String {
        guard let mediaPath = attachment.path else { throw ClubMedia.notFound(attachment.id.rawValue) }
        _ = try blobStore.source(at: mediaPath)
        guard let path = blobStore.file(at: mediaPath) else {
            throw Failure(
                .noFiles, "Files are kept in memory here; no program can show them.",
                advice: "Leave out --store memory.")
        }
        return path
    }

    /// Returns the bytes of an attached picture for drawing.
    ///
    /// - Throws: `mediaMissing`.
    package func picture(of attachment: Attachment) throws -> [UInt8] {
        guard let mediaPath = attachment.path else { throw ClubMedia.notFound(attachment.id.rawValue) }
        let source = try blobStore.source(at: mediaPath)
        return try source.bytes(0, min(source.size, PictureLimits.largestPicture))
    }

    /// Returns the attachments of a subject, best first: front views before other angles, normal
    /// speed before others, newest first.
    package func demonstrations(of subject: Subject) throws -> [Attachment] {
        try attachments(of: subject).sorted {
            (ClubMedia.rank($0), $0.addedAt, $0.id) > (ClubMedia.rank($1), $1.addedAt, $1.id)
        }
    }

    /// Returns the rank of an attachment among those of its subject: angle first, then speed.
    private static func rank(_ attachment: Attachment) -> Int {
        (attachment.angle == .front ? 2 : attachment.angle == nil ? 1 : 0) * 3
            + (attachment.speed == .normal ? 2 : attachment.speed == nil ? 1 : 0)
    }

    // MARK: - Checking

    /// Compares records and files without changing anything.
    ///
    /// - Parameter isDeep: whether every byte is read.
    package func check(isDeep: Bool) throws -> MediaCheck {
        // Files are listed before records are read. Files with a record by then stay, and later
        // files are not in the list.
        let files = try blobStore.contents()
        let allAttachments = try attachments()
        let sizes = Dictionary(files.map { ($0.path, $0.bytes) }, uniquingKeysWith: { first, _ in first })
        let referencedPaths = Set(try (allAttachments + pendingAttachments()).compactMap(\.path))
        let orphanCutoff = now().adding(seconds: -ClubMedia.orphanAge)
        let rows = try allAttachments.map { attachment -> MediaCheck.Row in
            guard let path = attachment.path, let size = sizes[path] else {
                return .init(attachment: attachment, state: .missing)
            }
            let isWhole = try size == attachment.bytes && (!isDeep || checksum(at: path) == attachment.checksum)
            return .init(attachment: attachment, state: isWhole ? .good : .damaged)
        }
        return MediaCheck(
            rows: rows, orphans: files.filter { !referencedPaths.contains($0.path) && $0.keptAt <= orphanCutoff })
    }

    /// Returns the files of all attachments, and of those that may return.
    package func namedFiles() throws -> [NamedFile] {
        var seen: Set<MediaPath> = []
        func makeNamedFiles(_ attachments: [Attachment], isPending: Bool) -> [NamedFile] {
            attachments.compactMap { attachment in
                guard let path = attachment.path, seen.insert(path).inserted else { return nil }
                return NamedFile(
                    path: path.components.joined(separator: "/"), bytes: attachment.bytes,
                    checksum: attachment.checksum, isPending: isPending)
            }
        }
        return makeNamedFiles(try attachments(), isPending: false)
            + makeNamedFiles(try pendingAttachments(), isPending: true)
    }

    /// Returns the files that a sweep would delete: unreferenced files, and partial files without
    /// growth in the last hour.
    package func leftovers() throws -> [SweptFile] {
        let orphanCutoff = now().adding(seconds: -ClubMedia.orphanAge)
        return try check(isDeep: false).orphans.map(SweptFile.init)
            + downloads.partialFiles().filter { $0.changedAt < orphanCutoff }.map(SweptFile.init)
    }

    /// Deletes unreferenced files, and partial files that no process is fetching.
    ///
    /// - Returns: the deleted files.
    package func sweep() throws -> [SweptFile] {
        let orphans = try check(isDeep: false).orphans
        for orphan in orphans { try blobStore.remove(orphan.path) }
        let partialFiles = try downloads.sweep(now().adding(seconds: -ClubMedia.orphanAge))
        return orphans.map(SweptFile.init) + partialFiles.map(SweptFile.init)
    }

    /// Returns the checksum of a stored file, or nil if the file is unreadable.
    private func checksum(at path: MediaPath) throws -> String? {
        var checksum = MediaChecksum()
        do { try blobStore.source(at: path).eachPiece { checksum.add($0) } } catch is Failure { return nil }
        return checksum.text
    }

    /// Returns a valid note, with single spaces.
    ///
    /// - Throws: `noteInvalid`.
    static func checked(_ note: String) throws -> String {
        try InputTextRule(upTo: Attachment.longestNote, .joined).validated(note) { _ in
            Failure(
                .noteInvalid, "A note has 1 to \(Attachment.longestNote) characters, and no invisible ones.",
                kind: .usage)
        }
    }

    /// Returns the failure for an unknown name of an attachment.
    private static func notFound(_ name: String) -> Failure {
        Failure(
            .attachmentNotFound, "There is no attached file “\(name)”.", advice: "`media list` shows them all.",
            kind: .usage, missingName: name)
    }
}

/// A checksum that is computed piece by piece.
struct MediaChecksum {
    /// The text of the checksum of each piece so far.
    private var sums: [UInt8] = []

    mutating func add(_ piece: [UInt8]) { sums += CRC32C.text(of: Data(piece)).utf8 }

    var text: String { CRC32C.text(of: Data(sums)) }
}
