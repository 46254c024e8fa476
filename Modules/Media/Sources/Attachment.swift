import Kernel
import Pictures

/// A photo or a video that shows something.
public struct Attachment: Codable, Hashable, Sendable {
    /// From where it was taken, as the performer stands.
    public enum Angle: String, Codable, CaseIterable, Sendable {
        /// Face to the camera.
        case front
        /// The camera sees the back.
        case back
        /// From the performer's left.
        case left
        /// From the performer's right.
        case right
        /// From one side or the other.
        case side
        /// The camera looks down.
        case above
    }

    /// What of a movement a photo has caught.
    public enum Phase: String, Codable, CaseIterable, Sendable {
        /// On the way.
        case action
        /// How it ends.
        case finish
    }

    /// How fast what it shows goes by.
    public enum Speed: String, Codable, CaseIterable, Sendable {
        /// As it is performed.
        case normal
        /// Slowed down.
        case slow
        /// Movement by movement, with a halt after each.
        case stepwise
    }

    /// How long a note may be.
    public static let longestNote = 200

    /// Its name.
    public let id: Identifier<Attachment>
    /// What it shows.
    public let subject: Subject
    /// What the file says of itself.
    public let facts: PictureFacts
    /// The size of the file.
    public let bytes: Int
    /// The checksum of the file: CRC-32C over the checksums of its mebibytes, as eight hexadecimal digits.
    public let checksum: String
    /// From where it was taken; nil when nobody said.
    public let angle: Angle?
    /// How fast it goes; nil when nobody said.
    public let speed: Speed?
    /// What of a movement it has caught; nil when nobody said.
    public let phase: Phase?
    /// What a person should know; nil for nothing.
    public let note: String?
    /// What the file was called; empty for one that had no name.
    public let fileName: String
    /// When it was added.
    public let addedAt: Instant

    /// An attachment.
    public init(
        id: Identifier<Attachment>, subject: Subject, facts: PictureFacts, bytes: Int, checksum: String, angle: Angle?,
        speed: Speed?,
        note: String?, fileName: String, addedAt: Instant, phase: Phase? = nil
    ) {
        (self.id, self.subject, self.facts, self.bytes, self.checksum) = (id, subject, facts, bytes, checksum)
        (self.angle, self.speed, self.note, self.fileName, self.addedAt) = (angle, speed, note, fileName, addedAt)
        self.phase = phase
    }

    /// Where its file lies.
    public var place: MediaPlace? { MediaPlace(name: id.rawValue, format: facts.format) }
}

extension Attachment: Storable {
    static let bySubject = Index<Attachment, IndexKey>.ordered("subject") {
        IndexKey($0.subject.kind.rawValue, $0.subject.id, $0.addedAt, $0.id)
    }
    /// Where attachments are kept.
    public static let collection = RecordCollection<Attachment>("media.attachments", indexes: [bySubject])
}

extension Attachment {
    /// The greatest size that is advised, in bytes: 300 KB for a movement, 200 KB for a diagram; nil for a video and a recording.
    var advisedSize: Int? { facts.format.isVideo || facts.format.isSound ? nil : subject.kind == .pattern ? 200_000 : 300_000 }

    /// What a person should know of the file, although it is taken: its size, its shape.
    public var warnings: [String] {
        guard let advisedSize else { return [] }
        var found: [String] = []
        if bytes > advisedSize {
            let what = subject.kind == .pattern ? "diagram" : "move"
            found.append("It is \((bytes + 999) / 1000) KB large; \(advisedSize / 1000) KB are advised for a \(what).")
        }
        let ratio = Double(facts.width) / Double(max(1, facts.height))
        if ![3.0 / 4, 4.0 / 3, 1].contains(where: { abs(ratio / $0 - 1) <= 0.02 }) {
            found.append("It is \(facts.width) × \(facts.height); 3:4, 4:3 or 1:1 are advised.")
        }
        return found
    }
}
