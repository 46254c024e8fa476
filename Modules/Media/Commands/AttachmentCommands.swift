import Interface
import Kernel
import Media
import Pictures

/// The commands `media add|list|show|remove|check|sweep`. `MediaSpaceCommand` reports their disk
/// usage.
struct AttachmentCommands: Sendable {
    let media: ClubMedia
    /// Opens the file at a path from the user.
    let open: @Sendable (String) throws -> ByteSource

    var commands: [Command] { [add, list, show, remove, check, sweep] }

    private var add: Command {
        Command(
            "media add", "Attach a photo or a video to a lesson, or a recording to a word",
            discussion: """
                The file is copied. Its kind is read from its content: JPEG, PNG, WebP, HEIC and GIF up to 64 MB, MP4, MOV and WebM up to 500 MB, \
                and recordings of a word as WAV, OGG, MP3 and M4A up to 20 MB. A recording is played wherever the word is said: study --say, term --say. \
                You get a warning over 300 KB for a movement, over 200 KB for a diagram, and for shapes other than 3:4, 4:3 and 1:1. Links are not \
                followed. If the file's name begins with a dash, write ./-name.
                """,
            examples: [
                .init("media add block.jpg --to chon-ji/3 --angle front", "a photo of the third movement", runs: false),
                .init("media add chon-ji.mp4 --to chon-ji --speed slow", "the whole pattern, slowed down", runs: false),
                .init("media add stance.wav --to walking-stance", "how your instructor says the word", runs: false),
            ],
            .argument("file", .inputFile, "a photo, a video or a recording; - is standard input"),
            .option("to", subjectKind, "what it shows or says, by any of its names: chon-ji/3, 천지, walking-stance"),
            Parameter<Attachment.Angle?>.option("angle", .choice("ANGLE"), "the camera angle"),
            Parameter<Attachment.Phase?>.option("phase", .choice("PHASE"), "what of a movement a photo has caught"),
            Parameter<Attachment.Speed?>.option("speed", .choice("SPEED"), "how fast it plays"),
            .option("note", .text("NOTE", limit: Attachment.longestNote), "a note about it"),
            returns: .one(DisplayedAttachment.fields), changes: true
        ) { file, subject, angle, phase, speed, note in
            guard let word = subject else { throw Self.missingSubject }
            let source =
                try file.path == "-"
                ? ByteSource(name: "", file.bytes(limit: PictureLimits.largestPicture)) : open(file.path)
            let subject = try media.subject(named: word, of: source)
            return Self.attached(
                try media.add(source, to: subject, angle: angle, speed: speed, note: note, phase: phase), in: media)
        }
    }

    /// The failure of a command without `--to`.
    static let missingSubject = Failure(
        .missingSubject, "--to is missing: say what the file shows or says.", advice: "For example --to chon-ji/3.",
        kind: .usage)

    /// Returns the output for an attached file.
    static func attached(_ attachment: Attachment, in media: ClubMedia) -> Output {
        var output = Output.changed(
            (["Attached to \(attachment.subject.id) (\(attachment.id))."] + attachment.warnings).joined(separator: " "),
            DisplayedAttachment(attachment, media), DisplayedAttachment.fields,
            next: ["media show \(attachment.id) --open"])
        output.blocks = []
        return output
    }

    private var list: Command {
        Command(
            "media list", "List photos, videos and recordings, by what they show or say",
            examples: [.init("media list", "all of them"), .init("media list --json", "as JSON")],
            .option("to", subjectKind, "only files that show or say this"), returns: .list(DisplayedAttachment.fields)
        ) { subject in
            let subjects = try subject.map(media.meanings(of:))
            let attachments = try
                (subjects.map { try $0.flatMap { try media.attachments(of: $0) } } ?? media.attachments())
                .map { DisplayedAttachment($0, media) }
            let allIDs = try subjects == nil ? attachments.map(\.attachment.id) : media.attachments().map(\.id)
            return .list(
                attachments, DisplayedAttachment.fields, heading: StyledText(Self.heading(attachments)),
                empty: "Nothing is attached yet.",
                next: attachments.first.map { ["media show \($0.attachment.id)"] } ?? ["media add FILE --to chon-ji/3"]
            ).numbered(
                .at(attachments.map { displayed in allIDs.firstIndex(of: displayed.attachment.id).map { $0 + 1 } }),
                of: ClubMedia.naming.list,
                shownBy: "media show ROW")
        }
    }

    /// Returns the heading of a list, for example `3 files, 12.4 MB`.
    private static func heading(_ attachments: [DisplayedAttachment]) -> String {
        let bytes = attachments.reduce(0) { $0 + $1.attachment.bytes }
        return counted(attachments.count, "file") + (attachments.isEmpty ? "" : ", \(ByteSize(bytes))")
    }

    private var show: Command {
        Command(
            "media show", "Show a photo, a video or a recording, and its details",
            examples: [
                .init("media show chon-ji/3", "what shows the third movement"),
                .init("media show 8k3m --open", "by the end of its id", runs: false),
            ],
            .argument("id", attachmentKind, "\(ClubMedia.naming.help); or what it shows"),
            .flag("open", "open it with your desktop's program"),
            returns: .one(DisplayedAttachment.fields)
        ) { id, opens in
            let attachment = try media.attachment(named: id)
            let displayed = DisplayedAttachment(attachment, media)
            var output = Output.one(
                displayed, DisplayedAttachment.fields, blocks: displayed.blocks, next: ["media list"])
            if opens {
                output.continuation = .open(path: try media.path(of: attachment))
            } else if !attachment.facts.format.isVideo, !attachment.facts.format.isSound {
                output.picture = ShownPicture { try? media.picture(of: attachment) }
            }
            return output
        }
    }

    private var remove: Command {
        Command(
            "media remove", "Remove a photo, a video or a recording",
            discussion:
                "Its file stays for at least an hour, so that undo can bring both back; after that, media sweep removes it.",
            examples: [.init("media remove chon-ji/3 --yes", "without asking")],
            .argument("id", attachmentKind, "\(ClubMedia.naming.help); or what it shows"),
            returns: .one(DisplayedAttachment.fields), changes: true
        ) { id in
            let attachment = try media.attachment(named: id)
            let displayed = DisplayedAttachment(attachment, media)
            return .confirm("Remove the \(attachment.facts.format.rawValue.uppercased()) of \(attachment.subject.id)?")
            {
                try media.remove(attachment.id)
                return .changed(
                    "Removed the file of \(attachment.subject.id) (\(attachment.id)).", displayed,
                    DisplayedAttachment.fields,
                    next: ["undo", "media list"])
            }
        }
    }

    private var check: Command {
        Command(
            "media check", "Read every attached file and compare it with what was added",
            examples: [.init("media check", "all of them")], returns: .list(MediaCheck.Row.fields)
        ) {
            let check = try media.check(isDeep: true)
            let badRows = check.rows.filter { $0.state != .good }
            var output = Output.list(
                check.rows, MediaCheck.Row.fields, empty: "Nothing is attached yet.",
                footer: check.findings().map { .paragraph(StyledText(declared: $0.message, .warning)) },
                next: check.orphans.isEmpty ? ["media list"] : ["media sweep"])
            output.notice =
                badRows.isEmpty
                ? "\(counted(check.rows.count, "file is as it was", "files are as they were")) added." : nil
            if !badRows.isEmpty {
                let files = counted(check.rows.count, "file is not as it was", "files are not as they were")
                output.failure = Failure(
                    .mediaDamaged, "\(badRows.count) of \(files) added.",
                    advice: "Remove them with `media remove`, and add them again.")
            }
            return output
        }
    }

    private var sweep: Command {
        let fields: [Field<SweptFile>] = [
            Field("file", title: "File", "its name in the folder Media, or the address of an incomplete download") {
                .text($0.name)
            },
            Field("bytes", title: "Bytes", "its size", alignsRight: true) { .integer($0.bytes) },
        ]
        return Command(
            "media sweep", "Remove files that belong to nothing",
            discussion:
                "Asks first. Removals, undone additions and crashes may leave such files; doctor tells you when there are any. What media fetch has not brought whole goes too, unless something came within the hour.",
            examples: [.init("media sweep --yes", "without asking")], returns: .list(fields), changes: true
        ) {
            let leftovers = try media.leftovers()
            return .confirm(
                "Remove \(counted(leftovers.count, "file that belongs", "files that belong")) to nothing, \(ByteSize(leftovers.reduce(0) { $0 + $1.bytes }))?"
            ) {
                let swept = try media.sweep()
                var output = Output.list(swept, fields, empty: "", next: ["media list"])
                (output.blocks, output.notice) = (
                    [], "Removed \(counted(swept.count, "file")) that belonged to nothing."
                )
                return output
            }
        }
    }

    /// The kind of a value that names a subject, with completions.
    var subjectKind: ValueKind<String> {
        ValueKind<String>.text("SUBJECT", limit: 100).completed { media.subjects(completing: $0) }
    }

    private var attachmentKind: ValueKind<String> { media.attachmentKind }
}

extension ClubMedia {
    /// The argument that names an attachment on the command line.
    var attachmentKind: ValueKind<String> {
        ValueKind<String>.text("ID", limit: 64).completed { typed in
            ((try? attachments()) ?? []).map(\.id.rawValue).filter { $0.hasPrefix(typed) }
        }.row(of: ClubMedia.naming.list)
    }
}
