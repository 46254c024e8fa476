import Interface
import Kernel
import Media

/// The command `media fetch`.
struct FetchCommand: Sendable {
    let media: ClubMedia
    let subjectKind: ValueKind<String>

    var command: Command {
        Command(
            "media fetch", "Fetch a photo, a video or a recording from the web, and attach it",
            discussion: """
                Needs the program curl, and asks the server that you name and no other. What comes is judged by its content, as with media add. If the \
                connection breaks off, what is here is kept for a week, and the same command goes on from there. Fetch only what you may keep: videos of \
                others are theirs.
                """,
            examples: [
                .init(
                    "media fetch https://example.org/chon-ji.mp4 --to chon-ji --angle front", "a video of the pattern",
                    runs: false)
            ],
            .argument("url", Self.address, "where the file is: https://… or http://…"),
            .option("to", subjectKind, "what it shows or says, by any of its names: chon-ji/3, 천지, tenets"),
            Parameter<Attachment.Angle?>.option("angle", .choice("ANGLE"), "the camera angle"),
            Parameter<Attachment.Phase?>.option("phase", .choice("PHASE"), "what of a movement it has caught"),
            Parameter<Attachment.Speed?>.option("speed", .choice("SPEED"), "how fast it plays"),
            .option("note", .text("NOTE", limit: Attachment.longestNote), "a note about it"),
            returns: .one(DisplayedAttachment.fields), changes: true
        ) { [media] address, word, angle, phase, speed, note in
            guard let word else { throw AttachmentCommands.missingSubject }
            return Output(
                continuation: .work(title: "Fetching", total: 100) { advance in
                    let details = AttachmentDetails(angle: angle, speed: speed, phase: phase, note: note)
                    let fetched = try media.fetch(address, to: word, details, advance: advance)
                    return AttachmentCommands.attached(fetched, in: media)
                })
        }
    }

    private static let address = ValueKind<WebAddress>("URL", values: "that begins with https:// or http://") {
        word, _ in
        try WebAddress(word)
    }
}
