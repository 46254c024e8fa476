import Kernel
import Pictures

/// What brings files from the web, and keeps aside what is there of them when the line breaks: a seam that a test fills.
public struct Downloads: Sendable {
    /// A file that is not whole yet.
    public struct Half: Hashable, Sendable {
        /// Where the rest of it is.
        public let address: String
        /// How much of it is here.
        public let bytes: Int
        /// When something came last.
        public let changedAt: Instant

        /// What is there of a file.
        public init(address: String, bytes: Int, changedAt: Instant) {
            (self.address, self.bytes, self.changedAt) = (address, bytes, changedAt)
        }
    }

    /// A file that came whole.
    public struct Fetched: Sendable {
        /// Its bytes.
        public let source: ByteSource
        /// Lets go of it: it is kept elsewhere now, or nobody wants it.
        public let drop: @Sendable () -> Void

        /// A file, and what lets go of it.
        public init(_ source: ByteSource, drop: @escaping @Sendable () -> Void) { (self.source, self.drop) = (source, drop) }
    }

    /// Brings the file of an address, at most so many bytes of it, and goes on where it was broken off before. Where the server says how large the
    /// file is, it tells how many hundredths of it are here as they come; from any thread.
    ///
    /// Throws a `Failure`: `fetchTooLarge`, and what it says of the net.
    public typealias Fetch =
        @Sendable (_ address: WebAddress, _ limit: Int, _ advance: (_ percent: Int) -> Void) throws -> Fetched

    /// Brings the file of an address.
    public let fetch: Fetch
    /// What is not whole yet.
    public let halves: @Sendable () throws -> [Half]
    /// Removes what has not grown since a time and nobody is fetching, and gives what it removed.
    public let sweep: @Sendable (_ limit: Instant) throws -> [Half]

    /// Downloads from functions.
    public init(
        fetch: @escaping Fetch,
        halves: @escaping @Sendable () throws -> [Half] = { [] },
        sweep: @escaping @Sendable (_ limit: Instant) throws -> [Half] = { _ in [] }
    ) {
        (self.fetch, self.halves, self.sweep) = (fetch, halves, sweep)
    }

    /// Nothing here fetches.
    public static let none = Downloads { _, _, _ in
        throw Failure(.notFetched, "Nothing can be fetched here.", advice: "`media add` takes a file.")
    }
}

/// What somebody says of a file as they attach it.
public struct AttachedWords: Hashable, Sendable {
    /// From which side it was taken.
    public var angle: Attachment.Angle?
    /// How fast it plays.
    public var speed: Attachment.Speed?
    /// What of a movement it has caught.
    public var phase: Attachment.Phase?
    /// A note about it.
    public var note: String?

    /// Whatever is said of it.
    public init(
        angle: Attachment.Angle? = nil, speed: Attachment.Speed? = nil, phase: Attachment.Phase? = nil, note: String? = nil
    ) {
        (self.angle, self.speed, self.phase, self.note) = (angle, speed, phase, note)
    }
}

extension ClubMedia {
    /// How long what is not whole is kept for going on, in seconds: a week.
    public static let halfAge = 7 * 86_400.0

    /// Fetches a file and attaches it, as `add` does. What it is its content says, whatever the address ends in; the line may break, and
    /// the same call goes on then.
    ///
    /// - Parameter advance: told how many hundredths of the file are here.
    /// - Throws: `mediaFull`, `fetchTooLarge`, `badMedia`, what `Downloads` says, and what `add` throws. Nothing was added then.
    public func fetch(
        _ address: WebAddress, to word: String, _ said: AttachedWords = AttachedWords(),
        advance: (_ percent: Int) -> Void = { _ in }
    ) throws -> Attachment {
        // What is wrong with the words is said before a byte comes.
        _ = try meanings(of: word)
        _ = try said.note.map(ClubMedia.checked)
        _ = try downloads.sweep(now().adding(seconds: -ClubMedia.halfAge))
        let usage = try usage()
        let own = try downloads.halves().filter { $0.address == address.description }.reduce(0) { $0 + $1.bytes }
        let room = usage.limit.map { $0 - usage.bytes + own } ?? .max
        guard room > 0 else { throw usage.full(by: nil) }
        let fetched: Downloads.Fetched
        do { fetched = try downloads.fetch(address, min(room, PictureLimits.largestVideo), advance) } catch let failure as Failure
            where failure.code == .fetchTooLarge && room < PictureLimits.largestVideo
        { throw usage.full(by: nil) }
        do {
            let facts = try ClubMedia.facts(of: fetched.source)
            let ending = facts.format.fileExtension
            let source = ByteSource(
                name: address.stem.isEmpty ? "" : "\(address.stem).\(ending)", size: fetched.source.size,
                bytes: fetched.source.bytes)
            let subject = try subject(named: word, of: source)
            let attachment = try attach(source, to: subject, said)
            fetched.drop()
            return attachment
        } catch let failure as Failure where failure.code != .mediaNotKept {
            // What is of no use for us is of none tomorrow; what the disk had no space for is still here.
            fetched.drop()
            throw failure
        }
    }

    /// What a file is, by its content.
    static func facts(of source: ByteSource) throws -> PictureFacts {
        let nameless = ByteSource(name: "", size: source.size, bytes: source.bytes)
        return try SoundJudge.facts(of: nameless) ?? PictureJudge.facts(of: nameless)
    }
}
