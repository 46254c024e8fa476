import Kernel
import Pictures

/// Where entries and photos do not fit together.
public struct DiaryCheck: Sendable {
    /// Photos and thumbnails that belong to no entry, in the trash or out of it: a crash or an undone `add` left them.
    public let orphans: [Blob<PhotoPath>]
    /// Entries whose photo is not in the library.
    public let missing: [Entry]
    /// Entries whose photo is not as long as it was.
    public let cut: [Entry]

    /// What a person should know, for `doctor`.
    ///
    /// - Parameter mayCome: whether photos come from other devices.
    public func findings(mayCome: Bool = false) -> [StoreReport.Finding] {
        let space = orphans.reduce(0) { $0 + $1.bytes }
        let left =
            orphans.isEmpty
            ? []
            : [
                "\(counted(orphans.count, "photo belongs to no entry and takes", "photos belong to no entry and take")) \(counted(space, "byte")); `trash sweep` removes them."
            ]
        return left.map { .init(.notice, $0) }
            + missing.map { entry in
                mayCome
                    ? .init(.notice, "The photo of \(entry.day) has not come to this device yet.")
                    : .init(.damage, "The photo of \(entry.day) is missing: \(entry.photo.path).")
            }
            + cut.map { .init(.damage, "The photo of \($0.day) is damaged: \($0.photo.path) has a different size than before.") }
    }
}

extension PhotoDiary {
    /// What a person should know of the programs that prepare photos, for `doctor`.
    public var toolFindings: [StoreReport.Finding] {
        guard !tool.converts else { return [] }
        return [
            .init(
                .notice,
                "No program for photos is installed: photos are kept as they are, with their location. Install: apt-get install libvips-tools libheif-examples"
            )
        ]
    }

    /// Compares entries and photos. Changes nothing.
    public func check() throws -> DiaryCheck {
        // Photos are listed before entries are read: what is named by then stays, and a photo that came later is not in the list.
        let kept = try photos.contents()
        let (entries, trash) = try repository.read { (try $0.entries(EntryRange()), try $0.trash(deletedThrough: nil)) }
        let named = Set((try entries + trash.map(\.entry) + waiting()).flatMap { [$0.photo.path] + $0.photo.path.copies })
        let youngest = time.now().adding(seconds: -PhotoDiary.orphanAge)
        let sizes = Dictionary(kept.map { ($0.path, $0.bytes) }, uniquingKeysWith: max)
        return DiaryCheck(
            orphans: kept.filter { !named.contains($0.path) && $0.keptAt <= youngest },
            missing: entries.filter { sizes[$0.photo.path] == nil },
            cut: entries.filter { sizes[$0.photo.path].map { [bytes = $0.photo.bytes] in $0 != bytes } ?? false })
    }

    /// The photos of all entries, of those in the trash, and of those that may come back. What can be made again is not among them.
    public func namedFiles() throws -> [NamedFile] {
        let (entries, trash) = try repository.read { (try $0.entries(EntryRange()), try $0.trash(deletedThrough: nil)) }
        var seen: Set<PhotoPath> = []
        func named(_ entries: [Entry], waits: Bool) -> [NamedFile] {
            entries.map(\.photo).filter { seen.insert($0.path).inserted }.map {
                NamedFile(path: $0.path.description, bytes: $0.bytes, waits: waits)
            }
        }
        return named(entries + trash.map(\.entry), waits: false) + named(try waiting(), waits: true)
    }

    /// Removes photos that belong to no entry.
    ///
    /// - Returns: what was removed.
    public func sweep() throws -> [Blob<PhotoPath>] {
        let orphans = try check().orphans
        for orphan in orphans { try photos.remove(orphan.path) }
        return orphans
    }
}
