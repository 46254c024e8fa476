import Kernel
import Pictures

/// How much the files of a club may take on this device; chosen, or as it is while nobody chose.
public struct MediaRoom: Storable, Hashable {
    static let only: Identifier<MediaRoom> = "room"
    /// There is one.
    public private(set) var id = only
    /// So many bytes at most; nil for as many as the disk has.
    public var limit: Int? = MediaRoom.usual

    /// What is allowed while nobody chose: 5 GB, which is ten of the largest videos.
    public static let usual = 5_000_000_000
    /// What can be chosen: a megabyte to a terabyte.
    public static let range = 1_000_000...1_000_000_000_000

    /// As it is while nobody chose.
    public init() {}

    /// Where it is kept.
    public static let collection = RecordCollection<MediaRoom>("media.room")
}

/// What the files of a club take on this device.
public struct MediaUsage: Hashable, Sendable {
    /// How many files there are.
    public let files: Int
    /// What they take, with those that belong to nothing and those that are not whole yet, in bytes.
    public let bytes: Int
    /// What belongs to nothing, in bytes; a sweep gives it back.
    public let orphans: Int
    /// Files that are not whole yet.
    public let halves: [Downloads.Half]
    /// How much they may take; nil for as much as the disk has.
    public let limit: Int?

    /// Nothing more is taken; says what can be done.
    ///
    /// - Parameter more: what was to come, in bytes; nil where nobody knows.
    func full(by more: Int?) -> Failure {
        let size = { (bytes: Int) in "\((bytes + 999_999) / 1_000_000) MB" }
        let it = more.map { "The file has \(size($0)), and" } ?? "There is no room for it:"
        return Failure(
            .mediaFull, "\(it) \(size(bytes)) of \(size(limit ?? 0)) are in use.",
            advice: "Remove some with `media remove` and `media sweep`, or allow more: `media limit 10GB`.", kind: .cannotCreate)
    }
}

extension ClubMedia {
    /// What the files take, and how much they may.
    public func usage() throws -> MediaUsage {
        let kept = try shelf.contents()
        let halves = try downloads.halves()
        let orphans = try check(isDeep: false).orphans
        return MediaUsage(
            files: kept.count, bytes: kept.reduce(0) { $0 + $1.bytes } + halves.reduce(0) { $0 + $1.bytes },
            orphans: orphans.reduce(0) { $0 + $1.bytes }, halves: halves, limit: try room().limit)
    }

    /// Allows the files so many bytes; nil for as many as the disk has. What is there stays.
    ///
    /// - Throws: `badLimit`.
    public func allow(_ limit: Int?) throws -> MediaRoom {
        guard limit.map(MediaRoom.range.contains) ?? true else {
            throw Failure(.badLimit, "A limit is 1 MB to 1000 GB.", advice: "For example `media limit 10GB`.", kind: .usage)
        }
        return try store.write(undo: "Changed the limit of the files") { transaction in
            var room = try transaction.record(MediaRoom.only) ?? MediaRoom()
            room.limit = limit
            try transaction.put(room)
            return room
        }
    }

    private func room() throws -> MediaRoom { try store.read { try $0.record(MediaRoom.only) } ?? MediaRoom() }

    /// - Throws: `mediaFull` where so many bytes more would be too many.
    func admit(_ bytes: Int) throws {
        let usage = try usage()
        if let limit = usage.limit, usage.bytes + bytes > limit { throw usage.full(by: bytes) }
    }
}

/// A file that a sweep removes.
public struct MediaSwept: Hashable, Sendable {
    /// Its name in the folder, or the address of what is not whole.
    public let name: String
    /// Its size.
    public let bytes: Int

    init(_ orphan: Blob<MediaPlace>) { (name, bytes) = (orphan.path.description, orphan.bytes) }
    init(_ half: Downloads.Half) { (name, bytes) = (half.address.isEmpty ? "?" : half.address, half.bytes) }
}
