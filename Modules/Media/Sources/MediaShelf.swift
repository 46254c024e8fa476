import Kernel
import Synchronization

/// Where a file lies on a shelf. Only safe names can be made: 1 to 64 lower-case letters, digits and dashes, no dash first.
public struct MediaPlace: Hashable, Sendable, LosslessStringConvertible {
    /// The file's own name.
    public let name: String
    /// What it is.
    public let format: MediaFormat

    /// A place; nil when the name is not safe.
    public init?(name: String, format: MediaFormat) {
        guard (1...64).contains(name.utf8.count), name.utf8.first != UInt8(ascii: "-"),
            name.utf8.allSatisfy({ (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-") })
        else { return nil }
        (self.name, self.format) = (name, format)
    }

    /// Reads what `description` gives; nil for anything else.
    public init?(_ description: String) {
        let parts = description.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let format = MediaFormat.allCases.first(where: { $0.fileExtension == parts[1] }) else {
            return nil
        }
        self.init(name: parts[0], format: format)
    }

    /// `01k2x….jpg`.
    public var description: String { "\(name).\(format.fileExtension)" }
}

/// A file on a shelf.
public struct KeptMedia: Hashable, Sendable {
    /// Where it lies.
    public let place: MediaPlace
    /// Its size.
    public let bytes: Int
    /// When it was put there.
    public let keptAt: Instant

    /// A file on a shelf.
    public init(place: MediaPlace, bytes: Int, keptAt: Instant) { (self.place, self.bytes, self.keptAt) = (place, bytes, keptAt) }
}

/// Where photos and videos lie, as bytes.
public protocol MediaShelf: Sendable {
    /// Keeps a file, piece by piece. When this returns it survives a power cut; when it throws, nothing lies there that was not there before.
    ///
    /// - Parameter fill: is given what keeps the next bytes; what it throws is thrown on.
    /// - Throws: `mediaExists` when something lies there already; `mediaNotKept`.
    func keep(_ place: MediaPlace, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws
    /// A file, to be read where one asks.
    ///
    /// - Throws: `mediaMissing` when there is none or it cannot be read.
    func source(at place: MediaPlace) throws -> MediaSource
    /// Removes a file; nothing happens when there is none.
    ///
    /// - Throws: `mediaNotRemoved`.
    func remove(_ place: MediaPlace) throws
    /// Everything that lies here, in the order of the places' text. Other files are passed over.
    func contents() throws -> [KeptMedia]
    /// The absolute path of a file for programs that show it; nil where there are no files.
    func file(at place: MediaPlace) -> String?
}

extension Failure {
    /// Something lies there already.
    public static func mediaExists(_ place: MediaPlace) -> Failure {
        Failure(.mediaExists, "There is a file \(place) already.", advice: "Nothing was overwritten.", kind: .cannotCreate)
    }

    /// Nothing lies there.
    public static func mediaMissing(_ place: MediaPlace) -> Failure {
        Failure(
            .mediaMissing, "The file \(place) is not there any more.",
            advice: "`media check` lists what is missing; add it again.",
            kind: .missingInput)
    }
}

/// Photos and videos in memory.
public final class MemoryMediaShelf: MediaShelf {
    private let files = Mutex<[MediaPlace: (bytes: [UInt8], keptAt: Instant)]>([:])
    private let now: @Sendable () -> Instant

    /// An empty shelf.
    public init(now: @escaping @Sendable () -> Instant) { self.now = now }

    public func keep(_ place: MediaPlace, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
        var whole: [UInt8] = []
        try fill { whole += $0 }
        let (kept, time) = (whole, now())
        try files.withLock {
            guard $0[place] == nil else { throw Failure.mediaExists(place) }
            $0[place] = (kept, time)
        }
    }

    public func source(at place: MediaPlace) throws -> MediaSource {
        guard let file = files.withLock({ $0[place] }) else { throw Failure.mediaMissing(place) }
        return MediaSource(name: place.description, file.bytes)
    }

    public func remove(_ place: MediaPlace) throws { files.withLock { $0[place] = nil } }

    public func contents() throws -> [KeptMedia] {
        files.withLock { $0.map { KeptMedia(place: $0.key, bytes: $0.value.bytes.count, keptAt: $0.value.keptAt) } }
            .sorted { $0.place.description < $1.place.description }
    }

    public func file(at place: MediaPlace) -> String? { nil }
}
