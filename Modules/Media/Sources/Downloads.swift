import Kernel
import Pictures

/// The port for downloads from the web, which keeps partial files after a broken connection.
package struct Downloads: Sendable {
    /// An incomplete download.
    package struct PartialFile: Hashable, Sendable {
        /// The web address, or empty text if it is unknown.
        package let address: String
        package let bytes: Int
        package let changedAt: Instant

        package init(address: String, bytes: Int, changedAt: Instant) {
            self.address = address
            self.bytes = bytes
            self.changedAt = changedAt
        }
    }

    /// A completely downloaded file.
    package struct Fetched: Sendable {
        package let source: ByteSource
        /// Releases the file after it is stored elsewhere or rejected.
        package let drop: @Sendable () -> Void

        package init(_ source: ByteSource, drop: @escaping @Sendable () -> Void) {
            self.source = source
            self.drop = drop
        }
    }

    /// Downloads the file of an address up to a limit in bytes, and resumes an earlier partial
    /// download.
    ///
    /// If the server reports the file's size, `advance` receives the percentage during the
    /// download, on any thread.
    ///
    /// - Throws: a `Failure`: `fetchTooLarge`, or a network error.
    package typealias Fetch =
        @Sendable (_ address: WebAddress, _ limit: Int, _ advance: (_ percent: Int) -> Void) throws -> Fetched

    /// Downloads a file.
    package let fetch: Fetch
    /// Returns all partial files.
    package let partialFiles: @Sendable () throws -> [PartialFile]
    /// Deletes partial files that have not grown since a time and that no process is fetching, and
    /// returns them.
    package let sweep: @Sendable (_ limit: Instant) throws -> [PartialFile]

    package init(
        fetch: @escaping Fetch,
        partialFiles: @escaping @Sendable () throws -> [PartialFile] = { [] },
        sweep: @escaping @Sendable (_ limit: Instant) throws -> [PartialFile] = { _ in [] }
    ) {
        self.fetch = fetch
        self.partialFiles = partialFiles
        self.sweep = sweep
    }

    /// Downloads that always fail.
    package static let none = Downloads { _, _, _ in
        throw Failure(.notFetched, "Nothing can be fetched here.", advice: "`media add` takes a file.")
    }
}

/// The user's description of a file at its attachment.
package struct AttachmentDetails: Hashable, Sendable {
    package var angle: Attachment.Angle?
    package var speed: Attachment.Speed?
    package var phase: Attachment.Phase?
    package var note: String?

    package init(
        angle: Attachment.Angle? = nil, speed: Attachment.Speed? = nil, phase: Attachment.Phase? = nil,
        note: String? = nil
    ) {
        self.angle = angle
        self.speed = speed
        self.phase = phase
        self.note = note
    }
}

extension ClubMedia {
    /// The retention of partial files for resumption, in seconds: a week.
    package static let partialFileRetention = 7 * 86_400.0

    /// Downloads a file and attaches it, as `add` does, with its type determined by its content.
    ///
    /// After a broken connection the same call resumes the download.
    ///
    /// - Parameter advance: receives the percentage of the file.
    /// - Throws: `mediaFull`, `fetchTooLarge`, `badMedia`, the errors of `Downloads` and of `add`.
    ///   After an error nothing is added.
    package func fetch(
        _ address: WebAddress, to word: String, _ details: AttachmentDetails = AttachmentDetails(),
        advance: (_ percent: Int) -> Void = { _ in }
    ) throws -> Attachment {
        // The words are validated before the download begins.
        _ = try meanings(of: word)
        _ = try details.note.map(ClubMedia.checked)
        _ = try downloads.sweep(now().adding(seconds: -ClubMedia.partialFileRetention))
        let usage = try usage()
        let partialBytes = try downloads.partialFiles().filter { $0.address == address.description }.reduce(0) {
            $0 + $1.bytes
        }
        let freeBytes = usage.limit.map { $0 - usage.bytes + partialBytes } ?? .max
        guard freeBytes > 0 else { throw usage.fullFailure(adding: nil) }
        let fetched: Downloads.Fetched
        do { fetched = try downloads.fetch(address, min(freeBytes, PictureLimits.largestVideo), advance) } catch let
            failure
            as Failure
            where failure.code == .fetchTooLarge && freeBytes < PictureLimits.largestVideo
        { throw usage.fullFailure(adding: nil) }
        do {
            let facts = try ClubMedia.facts(of: fetched.source)
            let fileExtension = facts.format.fileExtension
            let source = ByteSource(
                name: address.stem.isEmpty ? "" : "\(address.stem).\(fileExtension)", size: fetched.source.size,
                bytes: fetched.source.bytes)
            let subject = try subject(named: word, of: source)
            let attachment = try attach(source, to: subject, details)
            fetched.drop()
            return attachment
        } catch let failure as Failure where failure.code != .mediaNotKept {
            // A rejected file is useless later too. A file for which the disk had no space is kept.
            fetched.drop()
            throw failure
        }
    }

    /// Returns the properties of a file, determined by its content.
    static func facts(of source: ByteSource) throws -> PictureProperties {
        let nameless = ByteSource(name: "", size: source.size, bytes: source.bytes)
        return try SoundValidator.facts(of: nameless) ?? PictureValidator.facts(of: nameless)
    }
}
