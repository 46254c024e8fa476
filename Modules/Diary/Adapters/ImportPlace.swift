import Diary
import Documents
import Files
import Interchange
import Kernel
import Pictures

/// What lies at a path that a person names: a folder of photos, an archive of another diary, its JSON, one photo.
///
/// Known by content. Links are not followed, so no folder comes twice and nothing outside is reached.
public struct ImportPlace: Sendable {
    /// So many files are looked at.
    private static let mostFiles = 200_000
    /// So deep are folders looked into.
    private static let deepest = 12
    /// Below so many folders the JSON of a diary is looked for: it lies at the top, or in the one folder that was packed.
    private static let deepestJournal = 1
    private static let noJournal = "JSON that is no diary, or that is damaged"
    /// The largest JSON of a diary, in bytes.
    private static let largestJournal = 128 << 20

    private let clock: JournalForm.Clock

    /// - Parameter calendar: where the person is.
    public init(calendar: LocalCalendar) {
        clock = JournalForm.Clock(here: calendar, zone: ZoneFolder.calendar)
    }

    /// What lies there.
    ///
    /// - Parameter photos: a folder in which photos of a diary lie that has none beside it.
    /// - Throws: `importUnknown` where it is nothing that can be imported; `fileNotFound`; `formBroken`; `archiveBroken`.
    public func open(_ path: String, photos: String? = nil) throws -> ImportSource {
        var source = try find(path)
        if let photos {
            let beside = try find(photos)
            source.photos += beside.photos
            if source.journal == nil { source.journal = beside.journal }
        }
        return source
    }

    private func find(_ path: String) throws -> ImportSource {
        var status = stat()
        guard stat(path, &status) == 0 else { throw Failure.notThere(path) }
        if status.st_mode & S_IFMT == S_IFDIR { return try folder(path) }
        let file: RegularFile
        do { file = try RegularFile(path: path) } catch {
            throw Failure(.importUnknown, "“\(path)” cannot be read: \(error).", kind: .missingInput)
        }
        let head = (try? file.bytes(at: 0, count: min(file.size, 16))) ?? []
        if head.starts(with: [0x50, 0x4B, 3, 4]) || head.starts(with: [0x50, 0x4B, 5, 6]) { return try archive(file, path) }
        if let first = head.first(where: { $0 > 32 && $0 < 128 }),
            [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(first) || head.starts(with: [0xFF, 0xFE])
        {
            guard file.size <= ImportPlace.largestJournal else { throw Failure.unknown(path, "It is larger than 128 MB.") }
            if let journal = try JournalForm.read(file.bytes(at: 0, count: file.size), by: clock) {
                return ImportSource(journal: journal)
            }
        }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let photo = ImportSource.Photo(name: name, bytes: file.size) { try ImportPlace.reading(path) }
        guard (try? CameraGlance(photo.source())) != nil else {
            throw Failure.unknown(path, "It is no photo, no archive and no JSON of a diary.")
        }
        return ImportSource(photos: [photo])
    }

    // MARK: - Folders

    private func folder(_ path: String) throws -> ImportSource {
        var (found, days): (ImportSource, [JournalEntry]) = (ImportSource(), [])
        var count = 0
        func look(_ folder: Folder, _ below: [String]) throws {
            for name in try folder.names() {
                let parts = below + [name]
                let shown = parts.joined(separator: "/")
                guard let facts = folder.facts(of: name) else {
                    if below.count < ImportPlace.deepest, let inner = try? folder.below(name) {
                        // A folder that cannot be read is said; the others are read.
                        do { try look(inner, parts) } catch let trouble as FileTrouble {
                            found.passedOver.add("folders that cannot be read: \(trouble)", shown)
                        }
                    } else {
                        found.passedOver.add("links, and what is no file", shown)
                    }
                    continue
                }
                count += 1
                guard count <= ImportPlace.mostFiles else {
                    throw Failure.unknown(path, "It holds more than 200,000 files. Import a part of it.")
                }
                if name.hasSuffix(".md"), let day = ImportPlace.day(folder, name, facts.bytes) {
                    days.append(day.lying(in: below))
                } else if below.count <= ImportPlace.deepestJournal, name.lowercased().hasSuffix(".json"),
                    let journal = journal(folder, name, facts.bytes)
                {
                    let journal = journal.lying(in: below)
                    found.journal = found.journal?.adding(journal) ?? journal
                } else if ImportPlace.mayBePhoto(name) {
                    found.photos.append(
                        ImportSource.Photo(name: shown, bytes: facts.bytes, changedAt: facts.changedAt) {
                            try ImportPlace.reading("\(path)/\(shown)")
                        })
                } else if name.lowercased().hasSuffix(".json") {
                    found.passedOver.add(ImportPlace.noJournal, shown)
                } else {
                    found.passedOver.add("files that are no photos by their names", shown)
                }
            }
        }
        do { try look(Folder.open(path, [], making: false), []) } catch let trouble as FileTrouble {
            throw Failure(.importUnknown, "“\(path)” cannot be read: \(trouble).", kind: .missingInput)
        }
        if !days.isEmpty { found.journal = found.journal?.adding(Journal(.markdown, days)) ?? Journal(.markdown, days) }
        found.isOnePlace = true
        return found
    }

    /// A diary as JSON; nil for JSON of something else, and for what is damaged: it is passed over like any other file.
    private func journal(_ folder: Folder, _ name: String, _ size: Int) -> Journal? {
        guard size <= ImportPlace.largestJournal, let bytes = try? folder.read(name, limit: ImportPlace.largestJournal) else {
            return nil
        }
        return try? JournalForm.read(bytes, by: clock)
    }

    /// By its ending, so that a folder of documents need not be read; what it is, its content says later.
    private static func mayBePhoto(_ name: String) -> Bool {
        ["jpg", "jpeg", "jpe", "heic", "heif", "png", "webp"].contains(name.fileEnding)
    }

    private static func day(_ folder: Folder, _ name: String, _ size: Int) -> JournalEntry? {
        guard size <= MarkdownDay.largest, let bytes = try? folder.read(name, limit: MarkdownDay.largest) else { return nil }
        return MarkdownDay.read(bytes)
    }

    private static func reading(_ path: String) throws -> ByteSource {
        do {
            let file = try RegularFile(path: path)
            return ByteSource(name: path.split(separator: "/").last.map(String.init) ?? "", size: file.size) { offset, count in
                do { return try file.bytes(at: offset, count: count) } catch { throw Failure.notThere(path) }
            }
        } catch let failure as Failure { throw failure } catch { throw Failure.notThere(path) }
    }

    // MARK: - Archives

    private func archive(_ file: RegularFile, _ path: String) throws -> ImportSource {
        do {
            let archive = try ZipArchive(size: file.size, names: .folders) { try file.bytes(at: $0, count: $1) }
            let names = archive.names.filter { !$0.hasPrefix("__MACOSX/") }.sorted()
            var source = ImportSource()
            for name in names where name.lowercased().hasSuffix(".json") {
                let below = name.split(separator: "/").dropLast().map(String.init)
                guard below.count <= ImportPlace.deepestJournal,
                    let bytes = try archive.contents(of: name, limit: ImportPlace.largestJournal)
                else { continue }
                // What lies at the top is meant; in a folder it may be of anything.
                let found = below.isEmpty ? try JournalForm.read(bytes, by: clock) : try? JournalForm.read(bytes, by: clock)
                guard let journal = found?.lying(in: below) else {
                    source.passedOver.add(ImportPlace.noJournal, name)
                    continue
                }
                source.journal = source.journal?.adding(journal) ?? journal
            }
            source.photos = names.filter(ImportPlace.mayBePhoto).map { name in
                ImportSource.Photo(name: name, bytes: archive.size(of: name) ?? 0) {
                    try ImportPlace.reading(name, in: archive, path)
                }
            }
            source.isOnePlace = true
            guard source.journal != nil || !source.photos.isEmpty else {
                throw Failure.unknown(
                    path,
                    names.contains("daily_you.db")
                        ? "It is a backup of Daily You, which is a database: in Daily You choose Export, JSON."
                        : "The archive holds neither photos nor JSON of a diary.")
            }
            return source
        } catch let fault as ZipArchive.Fault { throw Failure.broken(path, fault) }
    }

    private static func reading(_ name: String, in archive: ZipArchive, _ path: String) throws -> ByteSource {
        do {
            guard let bytes = try archive.contents(of: name, limit: PictureLimits.largestPicture) else {
                throw Failure.notThere(name)
            }
            return ByteSource(name: name.split(separator: "/").last.map(String.init) ?? "", bytes)
        } catch let fault as ZipArchive.Fault { throw Failure.broken("\(path): \(name)", fault) }
    }
}

extension Journal {
    /// The same, whose photos are named from further up.
    fileprivate func lying(in folders: [String]) -> Journal {
        var journal = self
        journal.entries = entries.map { $0.lying(in: folders) }
        return journal
    }
}

extension JournalEntry {
    fileprivate func lying(in folders: [String]) -> JournalEntry {
        var entry = self
        entry.photos = photos.map { (folders + [$0]).joined(separator: "/") }
        return entry
    }
}

extension Failure {
    fileprivate static func notThere(_ path: String) -> Failure {
        Failure(.importUnknown, "“\(path)” is not there, or cannot be read.", advice: "Nothing was changed.", kind: .missingInput)
    }

    fileprivate static func unknown(_ path: String, _ why: String) -> Failure {
        Failure(
            .importUnknown, "“\(path)” cannot be imported. \(why)",
            advice:
                "Known are folders of photos, and what Day One, jrnl, Daily You and Grain export: ZIP archives, the same unpacked, JSON, Markdown.",
            kind: .badData)
    }

    fileprivate static func broken(_ path: String, _ fault: ZipArchive.Fault) -> Failure {
        let why =
            switch fault {
            case .broken: "it is no ZIP archive, or it is cut short or damaged"
            case .name(let name): "it holds a file called “\(name.prefix(100))”, which leads out of its folder"
            case .tooLarge: "a file in it is larger than is taken, or than it says"
            case .method: "it is encrypted or packed in an unknown way"
            case .checksum: "a checksum is wrong"
            }
        return Failure(.archiveBroken, "“\(path)” cannot be read: \(why).", advice: "Export it once more.", kind: .badData)
    }
}
