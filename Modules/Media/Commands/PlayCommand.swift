import Interface
import Kernel
import Media

/// The command `media play`.
struct PlayCommand: Sendable {
    let media: ClubMedia
    let player: VideoPlayer

    var command: Command {
        Command(
            "media play", "Play a video or a recording: slower, faster, in a loop, or a part of it",
            discussion: """
                A window of mpv opens, and the app goes on. Without mpv, a whole video at its own speed is opened with your desktop's program; speeds, \
                loops and parts need mpv.
                """,
            examples: [
                .init("media play chon-ji --speed 0.5", "the best video of the pattern, at half speed", runs: false),
                .init(
                    "media play chon-ji --from 0:12 --to 0:18 --loop", "six seconds of it, again and again", runs: false
                ),
            ],
            .argument("id", media.attachmentKind, "\(ClubMedia.naming.help); or what it shows"),
            Parameter<PlaybackOptions.Pace>.option("speed", .choice("SPEED"), default: .normal, "how fast"),
            .flag("loop", "again and again"), .option("from", Self.time, "where to begin: 0:12"),
            .option("to", Self.time, "where to end: 0:18"), returns: .one(DisplayedAttachment.fields)
        ) { id, pace, loops, from, to in
            let options = try PlaybackOptions(pace, isLooping: loops, from: from, to: to)
            let attachment = try media.attachment(named: id)
            let path = try media.path(of: attachment, for: options)
            let displayed = DisplayedAttachment(attachment, media)
            var output = Output.one(
                displayed, DisplayedAttachment.fields, blocks: [], next: ["media show \(attachment.id)"])
            if try player.play(path, options) {
                output.notice =
                    options.text.isEmpty
                    ? "Playing \(attachment.subject.id)." : "Playing \(attachment.subject.id) \(options.text)."
                return output
            }
            guard options.isPlain else {
                throw Failure(
                    .noVideoPlayer, "Playing it \(options.text) needs the program mpv, which is not installed.",
                    advice: "Install it: apt-get install mpv. Without these options your desktop's program opens it.",
                    kind: .missingProgram)
            }
            output.continuation = .open(path: path)
            return output
        }
    }

    private static let time = ValueKind<Int>("TIME", values: "as 12, 1:05 or 1:02:03.5") { word, _ in
        guard let time = PlaybackOptions.milliseconds(word) else {
            throw Failure(
                .badTime, "“\(word.prefix(20))” is not a time of a video.", advice: "Write 0:12, or 12.5.", kind: .usage
            )
        }
        return time
    }
}
