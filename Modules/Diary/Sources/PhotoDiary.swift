import Kernel
import Pictures

/// One photo a day with a note: the rules of adding, changing, deleting and bringing back.
public struct PhotoDiary: Sendable {
    /// How old a photo that belongs to nothing must be before it counts as left over: a younger one may be on its way into an entry.
    public static let orphanAge = 3600.0

    let repository: any DiaryRepository
    let photos: any BlobShelf<PhotoPath>
    let tool: ImageTool
    let ids: IDSource
    /// The clock that decides what today is.
    public let time: TimeSource
    /// Entries that neither stand nor lie in the trash, and may come back: their photos are in use.
    public var waiting: @Sendable () throws -> [Entry] = { [] }

    /// A diary over its seams.
    public init(
        repository: any DiaryRepository, photos: any BlobShelf<PhotoPath>, tool: ImageTool = .none, ids: IDSource,
        time: TimeSource
    ) {
        (self.repository, self.photos, self.tool, self.ids, self.time) = (repository, photos, tool, ids, time)
    }

    // MARK: - Adding and changing

    /// Keeps a photo for a day: the one that is given, else the camera's, else today. When it is exchanged, the photo that the day has goes to the trash, and
    /// what the day says stays, unless something else is given.
    ///
    /// The photo is durable before the entry is, so a crash leaves a photo too many and never an entry without one.
    ///
    /// - Parameters:
    ///   - note: the same as the note of `words`, which it takes the place of.
    ///   - words: what the entry says beside its note.
    /// - Throws: `loadFailed`, `dayInFuture`, `entryAlreadyExists`, `entrySealed`, `conversionFailed`, and what `change` throws of words; nothing was added then.
    public func add(
        _ photo: [UInt8], note: String? = nil, on given: Day? = nil, exchanging: Bool = false,
        saying words: EntryChange = EntryChange(),
        prepared done: () -> Void = {}
    ) throws -> Addition {
        let original = try JudgedImage(photo)
        let today = time.today()
        let decision = try DateDecision(given: given, camera: original.header.camera, today: today)
        var words = words
        words.note = note ?? words.note
        words = try words.checked(on: today)
        if let old = try repository.read({ try $0.entry(on: decision.day) }) {
            guard exchanging else { throw PhotoDiary.dayTaken(decision.day) }
            try old.requireOpen(on: today)
        }
        let settings = try settings()
        let kept = try prepared(original, settings)
        done()
        let facts = try facts(of: kept, on: decision.day)
        try photos.keep(kept.bytes, at: facts.path)
        let entry = Entry(day: decision.day, note: nil, photo: facts, createdAt: time.now())
        let (added, before): (Entry, TrashedEntry?)
        do {
            (added, before) = try repository.write(
                undo: exchanging ? "Exchanged the entry of \(entry.day)" : "Added the entry of \(entry.day)"
            ) {
                [words] in
                guard exchanging, let old = try $0.entry(on: entry.day) else {
                    return (try PhotoDiary.admit(words.applied(to: entry), to: $0), nil)
                }
                try old.requireOpen(on: today)
                return try PhotoDiary.exchange(old, for: words.applied(to: EntryChange(old).applied(to: entry)), in: $0)
            }
        } catch {
            try? photos.remove(facts.path)
            throw error
        }
        try clearExpired()
        let award = before == nil ? award(for: added.day, repairs: settings.repairsStreak) : nil
        return Addition(
            entry: added.seen(on: today), decision: decision, keepsLocation: kept.header.camera.hasLocation, before: before,
            reached: award?.badges ?? [], days: award?.days)
    }

    /// Puts an entry in the place of the day's, which goes to the trash.
    private static func exchange(_ old: Entry, for entry: Entry, in records: any DiaryRecords) throws -> (Entry, TrashedEntry?) {
        let trashed = TrashedEntry(old, deletedAt: entry.createdAt)
        try records.remove(old)
        try records.keep(trashed)
        return (try admit(entry, to: records), trashed)
    }

    /// Changes what a day says; photo and day stay. What changes its note marks it as edited.
    ///
    /// - Throws: `entryNotFound`; `entrySealed` while it is closed, unless it is sealed for longer and nothing else changes; `noteTooLong`,
    ///   `noteInvalid`, `tagInvalid`, `tooManyTags`, `placeInvalid`, `sealInvalid`.
    public func change(on day: Day, _ change: EntryChange) throws -> Entry {
        let (now, today) = (time.now(), time.today())
        let change = try change.checked(on: today)
        return try repository.write(undo: change.label(of: day)) { records in
            let entry = try PhotoDiary.existing(day, in: records)
            if !change.onlySealsLonger(entry) { try entry.requireOpen(on: today) }
            var changed = change.applied(to: entry)
            if changed.note != entry.note { changed.updatedAt = now }
            if changed != entry { try records.keep(changed) }
            return changed.seen(on: today)
        }
    }

    /// Changes a day's note; nil or blanks take it away. Photo and day stay.
    ///
    /// - Throws: `entryNotFound`, `entrySealed`, `noteTooLong`, `noteInvalid`.
    public func changeNote(on day: Day, to note: String?) throws -> Entry { try change(on: day, EntryChange(note: note ?? "")) }

    /// Opens an entry before its day: it is sealed no longer.
    ///
    /// - Throws: `entryNotFound`, `notSealed`.
    public func unseal(_ day: Day) throws -> Entry {
        try repository.write(undo: "Unsealed the entry of \(day)") { records in
            var entry = try PhotoDiary.existing(day, in: records)
            guard entry.isClosed(on: time.today()) else { throw Entry.notSealed(day) }
            entry.sealedUntil = nil
            try records.keep(entry)
            return entry
        }
    }

    // MARK: - Deleting and bringing back

    /// Moves a day's entry to the trash, for `TrashedEntry.daysKept` days. Its photo stays as long.
    ///
    /// - Throws: `entryNotFound`.
    public func delete(on day: Day) throws -> TrashedEntry {
        let now = time.now()
        let trashed = try repository.write(undo: "Deleted the entry of \(day)") { records in
            let trashed = TrashedEntry(try PhotoDiary.existing(day, in: records), deletedAt: now)
            try records.remove(trashed.entry)
            try records.keep(trashed)
            return trashed
        }
        try clearExpired()
        return trashed.seen(on: time.today())
    }

    /// Removes a day's entry and photo for good: no file holds a byte of them then, whatever was done to them before.
    ///
    /// - Throws: `entryNotFound`; `erasureUnfinished`, `photoNotRemoved` when the entry is gone and a file is not: the next start takes it.
    public func purge(on day: Day) throws -> Entry {
        let entry = try repository.write(undo: nil) { records in
            let entry = try PhotoDiary.existing(day, in: records)
            try records.remove(entry)
            try records.forget(entry)
            return entry
        }
        try removePhotos(of: entry)
        return entry.seen(on: time.today())
    }

    /// What can be brought back, latest first.
    public func trash() throws -> [TrashedEntry] {
        let today = time.today()
        return try keptTrash().map { $0.seen(on: today) }
    }

    private func keptTrash() throws -> [TrashedEntry] {
        let now = time.now()
        return try repository.read { try $0.trash(deletedThrough: nil) }.filter { $0.expiresAt > now }
    }

    /// Brings an entry back from the trash; of several with this name or day, the one that was deleted last.
    ///
    /// - Parameter name: its day, or its identifier in the trash.
    /// - Throws: `entryNotFound`, `entryAlreadyExists` when the day has another entry by now.
    public func restore(_ name: String) throws -> Entry {
        let (trash, today) = (try keptTrash(), time.today())
        let naming = Naming<TrashedEntry>(
            "deleted entry", listedBy: "trash list", missing: .entryNotFound, names: { [$0.id.rawValue] },
            title: \.entry.day.description)
        // Two entries of one day may lie there: the one that was deleted last is meant.
        let found = try trash.first { $0.entry.day.description == name } ?? naming.one(name, of: trash)
        return try repository.write(undo: "Restored the entry of \(found.entry.day)") { records in
            guard try records.remove(found) else { throw PhotoDiary.notInTrash(found.id) }
            try PhotoDiary.admit(found.entry, to: records)
            return found.entry.seen(on: today)
        }
    }

    /// Removes everything in the trash for good, with its photos.
    ///
    /// - Returns: what was removed.
    public func emptyTrash() throws -> [TrashedEntry] {
        let today = time.today()
        return try purge(deletedThrough: time.now()).map { $0.seen(on: today) }
    }

    /// Removes what has been in the trash for longer than it is kept.
    func clearExpired() throws {
        _ = try purge(deletedThrough: time.now().adding(seconds: -Double(TrashedEntry.daysKept) * 86_400))
    }

    private func purge(deletedThrough moment: Instant) throws -> [TrashedEntry] {
        guard try !repository.read({ try $0.trash(deletedThrough: moment).isEmpty }) else { return [] }
        let purged = try repository.write(undo: nil) { records in
            let gone = try records.trash(deletedThrough: moment).filter { try records.remove($0) }
            for trashed in gone { try records.forget(trashed.entry) }
            return gone
        }
        for trashed in purged { try removePhotos(of: trashed.entry) }
        return purged
    }

    private func removePhotos(of entry: Entry) throws {
        for path in [entry.photo.path] + entry.photo.path.copies { try photos.remove(path) }
    }

    // MARK: - Settings

    /// How photos are taken and kept.
    public func settings() throws -> DiarySettings { try repository.read { try $0.settings() } ?? DiarySettings() }

    /// Changes how photos are taken and kept; photos that are kept already stay as they are.
    public func changeSettings(_ change: (inout DiarySettings) -> Void) throws -> DiarySettings {
        try repository.write(undo: "Changed the settings") { records in
            var settings = try records.settings() ?? DiarySettings()
            change(&settings)
            try records.keep(settings)
            return settings
        }
    }

    /// How photos are taken on this device.
    public func cameraChoice() throws -> CameraChoice { try repository.read { try $0.cameraChoice() } ?? CameraChoice() }

    /// Changes how photos are taken on this device.
    public func changeCamera(_ change: (inout CameraChoice) -> Void) throws -> CameraChoice {
        try repository.write(undo: "Changed the camera") { records in
            var choice = try records.cameraChoice() ?? CameraChoice()
            change(&choice)
            try records.keep(choice)
            return choice
        }
    }

    /// A day that a photo can be taken for.
    ///
    /// - Throws: `entryAlreadyExists`.
    public func requireFree(_ day: Day) throws {
        if try isTaken(day) { throw PhotoDiary.dayTaken(day) }
    }

    // MARK: - Inside a unit of work

    static func existing(_ day: Day, in records: any DiaryRecords) throws -> Entry {
        guard let entry = try records.entry(on: day) else {
            throw Failure(.entryNotFound, "There is no entry for \(day).", advice: "`timeline` shows all entries.")
        }
        return entry
    }

    /// Keeps an entry unless its day has one.
    @discardableResult
    private static func admit(_ entry: Entry, to records: any DiaryRecords) throws -> Entry {
        guard try records.entry(on: entry.day) == nil else { throw dayTaken(entry.day) }
        try records.keep(entry)
        return entry
    }

    private static func dayTaken(_ day: Day) -> Failure {
        Failure(
            .entryAlreadyExists, "There is already an entry for \(day); a day has one photo.",
            advice: "`show \(day)` shows it, `edit \(day)` changes its note, `add PHOTO --replace` replaces the photo.")
    }

    private static func notInTrash(_ id: Identifier<TrashedEntry>) -> Failure {
        Failure(
            .entryNotFound, "There is no “\(id)” in the trash.", advice: "`trash list` shows what is in it.", absent: id.rawValue)
    }

    // MARK: - Photos

    private func prepared(_ original: JudgedImage, _ settings: DiarySettings) throws -> JudgedImage {
        guard tool.converts, settings.format != .original else { return original }
        do {
            return try whole(tool.prepare(original, PictureWish(settings)))
        } catch let failure as Failure where failure.code == .conversionFailed {
            throw Failure(
                failure.code, failure.message, advice: "Nothing was added. `settings format original` keeps photos as they are.")
        }
    }

    /// What the tool made, judged as if nobody knew it.
    func whole(_ made: [UInt8]) throws -> JudgedImage {
        do { return try JudgedImage(made) } catch { throw notWhole }
    }

    var notWhole: Failure { .conversionFailed("\(tool.name) made a damaged image of it") }

    private func facts(of photo: JudgedImage, on day: Day) throws -> PhotoFacts {
        let id = ids.next(PhotoFacts.self)
        guard let path = PhotoPath(day: day, name: id.rawValue, type: photo.header.type) else {
            throw Failure(.photoNotKept, "“\(id)” cannot be the name of a file.")
        }
        return PhotoFacts(
            path: path, width: photo.header.width, height: photo.header.height, bytes: photo.bytes.count, type: photo.header.type)
    }
}
