import Kernel
import Pictures

/// A photo, a video or a recording of a subject.
package struct Attachment: Codable, Hashable, Sendable {
    /// The camera angle, relative to the performer.
    package enum Angle: String, Codable, CaseIterable, Sendable {
        case front
        case back
        case left
        case right
        case side
        case above
    }

    /// The phase of a movement in a photo.
    package enum Phase: String, Codable, CaseIterable, Sendable {
        /// The body while it moves.
        case action
        /// The body at the end of the movement.
        case finish
    }

    /// The speed of the content.
    package enum Speed: String, Codable, CaseIterable, Sendable {
        case normal
        case slow
        /// One step after another, with pauses.
        case stepwise
    }

    /// The longest note, in characters.
    package static let longestNote = 200

    package let id: Identifier<Attachment>
    package let subject: Subject
    /// The format, the size in pixels and the length of the file.
    package let facts: PictureProperties
    /// The size of the file.
    package let bytes: Int
    /// The checksum of the file: CRC-32C over the checksums of its mebibytes, as eight hexadecimal
    /// digits.
    package let checksum: String
    package let angle: Angle?
    package let speed: Speed?
    package let phase: Phase?
    package let note: String?
    /// The original name of the file, or empty text without one.
    package let fileName: String
    package let addedAt: Instant

    package init(
        id: Identifier<Attachment>, subject: Subject, facts: PictureProperties, bytes: Int, checksum: String,
        angle: Angle?,
        speed: Speed?, note: String?, fileName: String, addedAt: Instant, phase: Phase? = nil
    ) {
        self.id = id
        self.subject = subject
        self.facts = facts
        self.bytes = bytes
        self.checksum = checksum
        self.angle = angle
        self.speed = speed
        self.note = note
        self.fileName = fileName
        self.addedAt = addedAt
        self.phase = phase
    }

    /// The path of the file, or nil if the id is unsafe as a file name.
    package var path: MediaPath? { MediaPath(name: id.rawValue, format: facts.format) }
}

extension Attachment: Storable {
    static let bySubject = Index<Attachment, IndexKey>.ordered("subject") {
        IndexKey($0.subject.kind.rawValue, $0.subject.id, $0.addedAt, $0.id)
    }
    package static let collection = RecordCollection<Attachment>("media.attachments", indexes: [bySubject])
}

extension Attachment {
    /// The recommended maximum size in bytes: 300 KB for a movement, 200 KB for a diagram, or nil
    /// for a video and a recording.
    var advisedSize: Int? {
        facts.format.isVideo || facts.format.isSound ? nil : subject.kind == .pattern ? 200_000 : 300_000
    }

    /// The warnings about an accepted file: its size, its shape.
    package var warnings: [String] {
        guard let advisedSize else { return [] }
        var warnings: [String] = []
        if bytes > advisedSize {
            let imageName = subject.kind == .pattern ? "diagram" : "move"
            warnings.append(
                "It is \((bytes + 999) / 1000) KB large; \(advisedSize / 1000) KB are advised for a \(imageName).")
        }
        let ratio = Double(facts.width) / Double(max(1, facts.height))
        if ![3.0 / 4, 4.0 / 3, 1].contains(where: { abs(ratio / $0 - 1) <= 0.02 }) {
            warnings.append("It is \(facts.width) × \(facts.height); 3:4, 4:3 or 1:1 are advised.")
        }
        return warnings
    }
}
