import Kernel
import Pictures

/// The photos, videos and recordings that a club owns, and what they are of.
public struct ClubMedia: Sendable {
    /// How old a file that belongs to nothing must be before it counts as left over: a younger one may be on its way, or `undo` may want it.
    public static let orphanAge = 3600.0

    let store: any Store
    let shelf: any BlobShelf<MediaPlace>
    private let subjects: Subjects
    private let ids: IDSource
    let now: @Sendable () -> Instant
    /// Attachments that do not stand and may come back: their files are in use.
    public var waiting: @Sendable () throws -> [Attachment] = { [] }
    /// What brings files from the web.
    public var downloads = Downloads.none

    /// A club's media: records in a store, files on a shelf.
    public init(
        _ store: any Store, shelf: any BlobShelf<MediaPlace>, subjects: Subjects, ids: IDSource,
        now: @escaping @Sendable () -> Instant
    ) {
        (self.store, self.shelf, self.subjects, self.ids, self.now) = (store, shelf, subjects, ids, now)
    }

    // MARK: - Adding and removing

    /// What a word on the command line means.
    ///
    /// - Throws: what `Subjects` says to a word that means nothing.
    public func subject(named word: String) throws -> Subject { try subjects.named(word) }

    /// What a word on the command line means for a file: for a recording a word that is said, for all others what is shown.
    ///
    /// - Throws: `badMedia`, `nameLies`; what `Subjects` says to a word that means nothing.
    public func subject(named word: String, of source: ByteSource) throws -> Subject {
        try SoundJudge.facts(of: source) == nil ? subjects.named(word) : subjects.heard(word)
    }

    /// Everything that a word can mean: what is shown, and what is said.
    ///
    /// - Throws: what `Subjects` says to a word that means nothing.
    public func meanings(of word: String) throws -> [Subject] {
        let heard = try? subjects.heard(word)
        do { return [try subjects.named(word)] + (heard.map { [$0] } ?? []) } catch {
            guard let heard else { throw error }
            return [heard]
        }
    }

    /// Words for subjects that begin like this.
    public func subjects(completing typed: String) -> [String] { subjects.completing(typed) }

    /// Copies a file and attaches it. The copy is durable before the record is, so a crash leaves a file too many and never a record
    /// without one.
    ///
    /// - Throws: `badMedia`, `nameLies`, `noteInvalid`, `mediaNotKept`, `mediaFull`; `otherSubject` for a recording of what is no word, and for a picture of one.
    ///   Nothing was added then.
    public func add(
        _ source: ByteSource, to subject: Subject, angle: Attachment.Angle? = nil, speed: Attachment.Speed? = nil,
        note: String? = nil, phase: Attachment.Phase? = nil
    ) throws -> Attachment {
        try admit(source.size)
        return try attach(source, to: subject, AttachedWords(angle: angle, speed: speed, phase: phase, note: note))
    }

    /// The same, for which there is room.
    func attach(_ source: ByteSource, to subject: Subject, _ said: AttachedWords) throws -> Attachment {
        let note = try said.note.map(ClubMedia.checked)
        let facts = try SoundJudge.facts(of: source) ?? PictureJudge.facts(of: source)
        guard facts.format.isSound == (subject.kind == .term) else {
            throw Failure(
                .otherSubject,
                facts.format.isSound
                    ? "A recording belongs to a word, not to \(subject.id)."
                    : "A word has recordings, not pictures: \(subject.id).",
                kind: .usage)
        }
        let id = ids.next(Attachment.self)
        guard let place = MediaPlace(name: id.rawValue, format: facts.format) else {
            throw Failure(.mediaNotKept, "“\(id)” cannot be the name of a file.")
        }
        var sum = MediaSum()
        try shelf.keep(place) { write in
            try source.eachPiece {
                sum.add($0)
                try write($0)
            }
        }
        let attachment = Attachment(
            id: id, subject: subject, facts: facts, bytes: source.size, checksum: sum.text, angle: said.angle,
            speed: said.speed, note: note, fileName: String(source.name.prefix(100)), addedAt: now(), phase: said.phase)
        do {
            try store.write(undo: "Added a file to \(subject.id)") { try $0.put(attachment) }
        } catch {
            try? shelf.remove(place)
            throw error
        }
        return attachment
    }

    /// Takes an attachment away. Its file stays until a sweep, so that `undo` brings both back.
    ///
    /// - Throws: `attachmentNotFound`.
    public func remove(_ id: Identifier<Attachment>) throws {
        try store.write(undo: "Removed the file \(id)") { transaction in
            guard try transaction.delete(id) else { throw ClubMedia.notFound(id.rawValue) }
        }
    }

    // MARK: - Looking

    /// All attachments, or those of one subject: by kind and name of the subject, the oldest first.
    public func attachments(of subject: Subject? = nil) throws -> [Attachment] {
        let selection = subject.map { Attachment.bySubject.under($0.kind.rawValue, $0.id) } ?? Attachment.bySubject.all
        return try store.read { try $0.records(selection) }
    }

    /// How people name an attachment, besides what it shows.
    public static let naming = Naming<Attachment>(
        "file", listedBy: "media list", missing: .attachmentNotFound, ambiguous: .manyAttachments, names: { [$0.id.rawValue] },
        title: { "\($0.subject.id)" })

    /// An attachment by its name, its row, either end of the name, or by what it shows: the best of that.
    ///
    /// - Throws: `attachmentNotFound`, `manyAttachments`.
    public func attachment(named name: String) throws -> Attachment {
        if let exact = try store.read({ try $0.record(Identifier<Attachment>(name)) }) { return exact }
        let found = try ClubMedia.naming.meant(by: name, of: attachments())
        guard let attachment = found.first?.record else {
            guard let best = try (try? meanings(of: name))?.lazy.compactMap({ try demonstrations(of: $0).first }).first else {
                throw ClubMedia.notFound(name)
            }
            return best
        }
        guard found.count == 1 else { throw ClubMedia.naming.several(name, found) }
        return attachment
    }

    /// The path of an attachment's file for a program that shows it.
    ///
    /// - Throws: `mediaMissing` when the file went away; `noFiles` where files are kept in memory.
    public func path(of attachment: Attachment) throws -> String {
        guard let place = attachment.place else { throw ClubMedia.notFound(attachment.id.rawValue) }
        _ = try shelf.source(at: place)
        guard let path = shelf.file(at: place) else {
            throw Failure(
                .noFiles, "Files are kept in memory here; no program can show them.", advice: "Leave out --store memory.")
        }
        return path
    }

    /// The bytes of an attached picture, to be drawn.
    ///
    /// - Throws: `mediaMissing`.
    public func picture(of attachment: Attachment) throws -> [UInt8] {
        guard let place = attachment.place else { throw ClubMedia.notFound(attachment.id.rawValue) }
        let source = try shelf.source(at: place)
        return try source.bytes(0, min(source.size, PictureLimits.largestPicture))
    }

    /// What shows a subject, the best first: from the front before other angles, at normal speed before others, the newest first.
    public func demonstrations(of subject: Subject) throws -> [Attachment] {
        try attachments(of: subject).sorted {
            (ClubMedia.rank($0), $0.addedAt, $0.id) > (ClubMedia.rank($1), $1.addedAt, $1.id)
        }
    }

    private static func rank(_ attachment: Attachment) -> Int {
        (attachment.angle == .front ? 2 : attachment.angle == nil ? 1 : 0) * 3
            + (attachment.speed == .normal ? 2 : attachment.speed == nil ? 1 : 0)
    }

    // MARK: - Checking

    /// Compares records and files. Changes nothing.
    ///
    /// - Parameter isDeep: whether every byte is read.
    public func check(isDeep: Bool) throws -> MediaCheck {
        // Files are listed before records are read: what is named by then stays, and a file that came later is not in the list.
        let kept = try shelf.contents()
        let all = try attachments()
        let sizes = Dictionary(kept.map { ($0.path, $0.bytes) }, uniquingKeysWith: { first, _ in first })
        let named = Set(try (all + waiting()).compactMap(\.place))
        let youngest = now().adding(seconds: -ClubMedia.orphanAge)
        let states = try all.map { attachment -> MediaCheck.Row in
            guard let place = attachment.place, let size = sizes[place] else {
                return .init(attachment: attachment, state: .missing)
            }
            let isWhole = try size == attachment.bytes && (!isDeep || sum(at: place) == attachment.checksum)
            return .init(attachment: attachment, state: isWhole ? .good : .damaged)
        }
        return MediaCheck(rows: states, orphans: kept.filter { !named.contains($0.path) && $0.keptAt <= youngest })
    }

    /// The files of all attachments, and of those that may come back.
    public func namedFiles() throws -> [NamedFile] {
        var seen: Set<MediaPlace> = []
        func named(_ attachments: [Attachment], waits: Bool) -> [NamedFile] {
            attachments.compactMap { attachment in
                guard let place = attachment.place, seen.insert(place).inserted else { return nil }
                return NamedFile(
                    path: place.components.joined(separator: "/"), bytes: attachment.bytes, checksum: attachment.checksum,
                    waits: waits)
            }
        }
        return named(try attachments(), waits: false) + named(try waiting(), waits: true)
    }

    /// What a sweep would remove: files that belong to nothing, and what is not whole and did not grow within the hour.
    public func leftovers() throws -> [MediaSwept] {
        let youngest = now().adding(seconds: -ClubMedia.orphanAge)
        return try check(isDeep: false).orphans.map(MediaSwept.init)
            + downloads.halves().filter { $0.changedAt < youngest }.map(MediaSwept.init)
    }

    /// Removes files that belong to nothing, and what is not whole and nobody fetches.
    ///
    /// - Returns: what was removed.
    public func sweep() throws -> [MediaSwept] {
        let orphans = try check(isDeep: false).orphans
        for orphan in orphans { try shelf.remove(orphan.path) }
        let halves = try downloads.sweep(now().adding(seconds: -ClubMedia.orphanAge))
        return orphans.map(MediaSwept.init) + halves.map(MediaSwept.init)
    }

    private func sum(at place: MediaPlace) throws -> String? {
        var sum = MediaSum()
        do { try shelf.source(at: place).eachPiece { sum.add($0) } } catch is Failure { return nil }
        return sum.text
    }

    static func checked(_ note: String) throws -> String {
        try TypedText(upTo: Attachment.longestNote, .joined).kept(note) { _ in
            Failure(
                .noteInvalid, "A note has 1 to \(Attachment.longestNote) characters, and no invisible ones.", kind: .usage)
        }
    }

    private static func notFound(_ name: String) -> Failure {
        Failure(
            .attachmentNotFound, "There is no attached file “\(name)”.", advice: "`media list` shows them all.", kind: .usage,
            absent: name)
    }
}

/// A checksum that is added up piece by piece.
struct MediaSum {
    private var sums: [UInt8] = []

    mutating func add(_ piece: [UInt8]) { sums += CRC32C.text(of: Data(piece)).utf8 }

    var text: String { CRC32C.text(of: Data(sums)) }
}
