import Interface
import Kernel
import Media

/// An attachment with the location of its file, for display.
struct DisplayedAttachment: Sendable {
    let attachment: Attachment
    /// The path of the file, or nil if it is missing.
    let path: String?
    /// The reason why the path is missing, or empty text.
    private let pathError: String

    init(_ attachment: Attachment, _ media: ClubMedia) {
        self.attachment = attachment
        do { (path, pathError) = (try media.path(of: attachment), "") } catch {
            path = nil
            pathError = (error as? Failure)?.message ?? "\(error)"
        }
    }

    static let fields: [Field<DisplayedAttachment>] = [
        Field("id", title: "Id", "the attachment") { .text($0.attachment.id.rawValue) },
        Field("subject", title: "Shows", "what it shows: chon-ji, chon-ji/3, walking-stance, three-step-1, tenets") {
            .text($0.attachment.subject.id)
        },
        Field("kind", title: "Kind", "pattern, move, technique, sparring, theory, or term for a recording of a word") {
            .text($0.attachment.subject.kind.rawValue)
        },
        Field("format", title: "Format", "jpeg, png, webp, heic, gif, mp4, mov, webm, wav, ogg, mp3 or m4a") {
            .text($0.attachment.facts.format.rawValue)
        },
        Field(
            "width", title: "Pixels", "pixels across, as it is shown; 0 for a recording",
            cell: { StyledText($0.pixels) }
        ) {
            .integer($0.attachment.facts.width)
        },
        Field("height", "pixels down, as it is shown; 0 for a recording") { .integer($0.attachment.facts.height) },
        Field("seconds", title: "Length", "how long it is; null for a still picture", cell: { StyledText($0.length) }) {
            $0.attachment.facts.milliseconds.map { .number(Double($0) / 1000) } ?? .null
        },
        Field(
            "bytes", title: "Size", "the size of the file", alignsRight: true,
            cell: { StyledText(ByteSize($0.attachment.bytes).description) }
        ) {
            .integer($0.attachment.bytes)
        },
        Field("angle", title: "From", "front, back, left, right, side or above; null if not given") {
            .text($0.attachment.angle?.rawValue)
        },
        Field("speed", title: "Speed", "normal, slow or stepwise; null if not given") {
            .text($0.attachment.speed?.rawValue)
        },
        Field("phase", "action or finish: what of a movement a photo has caught; null if not given") {
            .text($0.attachment.phase?.rawValue)
        },
        Field("note", "a note about it") { .text($0.attachment.note) },
        Field("fileName", "what the file was called") {
            .text($0.attachment.fileName.isEmpty ? nil : $0.attachment.fileName)
        },
        Field("addedAt", "when it was added") { .instant($0.attachment.addedAt) },
        Field("path", "where the file is; null if it is missing") { .text($0.path) },
        Field("warnings", "what differs from the advice") { .texts($0.attachment.warnings) },
    ]

    /// The length as a clock, such as `1:05`, or empty text for a still picture.
    var length: String { attachment.facts.milliseconds.map { ClockText.of(milliseconds: $0, runsDown: false) } ?? "" }

    /// The size on the screen, or empty text for a sound.
    private var pixels: String {
        attachment.facts.format.isSound ? "" : "\(attachment.facts.width) × \(attachment.facts.height)"
    }

    /// The details for people, without empty ones.
    var blocks: [Block] {
        let facts = [
            attachment.facts.format.rawValue.uppercased(), pixels, ByteSize(attachment.bytes).description, length,
        ]
        let lines: [(name: String, value: StyledText)?] = [
            (
                name: attachment.facts.format.isSound ? "Says" : "Shows",
                value: StyledText(attachment.subject.id, .title)
                    + StyledText(attachment.subject.title.isEmpty ? "" : ", \(attachment.subject.title)")
            ),
            (name: "File", value: StyledText(facts.filter { !$0.isEmpty }.joined(separator: ", "))),
            attachment.angle.map { (name: "From", value: StyledText($0.rawValue)) },
            attachment.phase.map { (name: "Caught", value: StyledText($0.rawValue)) },
            attachment.speed.map { (name: "Speed", value: StyledText($0.rawValue)) },
            attachment.note.map { (name: "Note", value: StyledText($0)) },
            (name: "Path", value: path.map { StyledText($0) } ?? StyledText(declared: pathError, .bad)),
        ]
        return [.facts(lines.compactMap { $0 })] + attachment.warnings.map { .paragraph(StyledText($0, .warning)) }
    }
}

extension MediaCheck.Row {
    static let fields: [Field<MediaCheck.Row>] = [
        Field("id", title: "Id", "the attachment") { .text($0.attachment.id.rawValue) },
        Field("subject", title: "Shows", "what it shows") { .text($0.attachment.subject.id) },
        Field("state", title: "File", "good, damaged or missing") { .text($0.state.rawValue) },
        Field(
            "warnings", title: "Not as advised", "size and shape",
            cell: { StyledText($0.attachment.warnings.joined(separator: " ")) }
        ) {
            .texts($0.attachment.warnings)
        },
    ]
}
