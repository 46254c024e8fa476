import Interface
import Kernel
import Progress

/// The `share` command, which creates a picture that the learner can share.
struct ShareCommand: Sendable {
    let record: @Sendable () throws -> TrackRecord
    let person: @Sendable () throws -> Person
    let rasterizer: Rasterizer
    let product: String

    var command: Command {
        Command(
            "share", "Make one picture of your progress to give away",
            discussion: """
                Without --to you read what would be in it, and nothing is written. With --to you are asked once more; `--yes` answers. It is a drawing \
                (SVG), or a PNG where the name ends in .png; that needs rsvg-convert or vips. Your name is on it only with --name. Nothing is sent \
                anywhere: the file is yours.
                """,
            examples: [
                .init("share", "what would be in it"),
                .init("share --to progress.svg --yes --replace", "the picture"),
                .init("share --to progress.png --name", "with your name, as PNG", runs: false),
            ],
            .option("to", .outputFile, "the file to write, .svg or .png"), .flag("name", "with your name on it"),
            .flag("replace", "replace the file if it exists"), returns: .one(ShareCommand.fields)
        ) { file, isNamed, isReplacing in
            let person = try person()
            let card = ShareCard(person, isNamed: isNamed, try record().overview(), product: product)
            guard let file else {
                return .one(
                    card, ShareCommand.fields, blocks: ShareCommand.blocks(card),
                    next: ["share --to progress.svg", "progress"])
            }
            let isPNG = try ShareCommand.isPNG(file)
            var output = Output.confirm("Write this picture to \(file.path)?") {
                let bytes = try isPNG ? rasterizer.png(card.svg) : Array(card.svg.utf8)
                return try Destination(file, replacing: isReplacing).write(bytes) { path in
                    path.map { "Wrote the picture to \($0). In it: \(card.contents.joined(separator: ", "))." }
                }
            }
            output.blocks = ShareCommand.blocks(card)
            return output
        }
    }

    private static let fields: [Field<ShareCard>] = [
        Field("contents", "everything that is in the picture, in words") { .texts($0.contents) }
    ]

    /// Returns the contents of the picture in words.
    private static func blocks(_ card: ShareCard) -> [Block] {
        [.heading("What is in the picture")] + card.contents.map { .paragraph(StyledText("• \(declared: $0)")) }
            + [
                .gap,
                .paragraph(
                    StyledText("It contains nothing else about you, and the app does not send it anywhere.", .muted)),
            ]
    }

    /// Returns whether the file name asks for a PNG. Standard output receives the drawing.
    private static func isPNG(_ file: OutputFile) throws -> Bool {
        let name = file.path.split(separator: "/").last.map { $0.lowercased() } ?? ""
        if name.hasSuffix(".png") { return true }
        guard file.path == "-" || name.hasSuffix(".svg") else {
            throw Failure(
                .pictureFormUnknown, "A picture can be .svg or .png.", advice: "Choose a name such as progress.svg.",
                kind: .usage
            )
        }
        return false
    }
}

extension Failure.Code {
    /// Thrown when the file name of a shared picture ends in neither `.svg` nor `.png`.
    package static var pictureFormUnknown: Self { Self() }
}
