import Interface
import Kernel
import Media

/// The commands `media` and `media limit` for the disk usage of the files and its limit.
struct MediaSpaceCommand: Sendable {
    let media: ClubMedia

    var commands: [Command] { [overview, limit] }

    private var overview: Command {
        Command(
            "media", "Show how much your photos, videos and recordings take, and how much they may",
            examples: [.init("media", "what is in use"), .init("media --json", "as JSON")],
            returns: .one(MediaUsage.fields)
        ) { [media] in
            let usage = try media.usage()
            return .one(
                usage, MediaUsage.fields, blocks: usage.blocks,
                next: usage.files == 0 ? ["media add FILE --to chon-ji/3"] : ["media list"])
        }
    }

    private var limit: Command {
        Command(
            "media limit", "Set how much photos, videos and recordings may take on this device",
            discussion: """
                5 GB unless you say otherwise. What is there stays, also above the limit; nothing is added then. What your other devices send is not \
                limited here.
                """,
            examples: [
                .init("media limit 10GB", "twice as much"), .init("media limit none", "as much as the disk has"),
            ],
            .argument("size", Self.size, "as 800MB or 10GB; none for no limit"), returns: .one(MediaUsage.fields),
            changes: true
        ) { [media] size in
            let storageLimit = try media.setLimit(size.bytes)
            return .changed(
                storageLimit.limit.map { "Files may take \(ByteSize($0)) (room)." }
                    ?? "Files may take what the disk has (room).",
                try media.usage(), MediaUsage.fields, next: ["media", "undo"])
        }
    }

    /// A limit in its typed form.
    private struct Size: Sendable { let bytes: Int? }

    private static let size = ValueKind<Size>("SIZE", values: "as 800MB or 10GB, or none") { word, _ in
        let text = word.lowercased()
        if text == "none" { return Size(bytes: nil) }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let unit = text.dropFirst(digits.count).drop { $0 == " " }
        let scales: [Substring: Int] = ["mb": 1_000_000, "gb": 1_000_000_000, "tb": 1_000_000_000_000]
        guard (1...7).contains(digits.count), let number = Int(digits), let scale = scales[unit] else {
            throw Failure(
                .badSize, "“\(word.prefix(20))” is not a size.", advice: "Write 800MB, 10GB, or none.", kind: .usage)
        }
        return Size(bytes: number * scale)
    }
}

extension MediaUsage {
    static let fields: [Field<MediaUsage>] = [
        Field("files", title: "Files", "how many files there are") { .integer($0.files) },
        Field(
            "bytes", title: "In use", "what they take, with all that is below",
            cell: { StyledText(ByteSize($0.bytes).description) }
        ) {
            .integer($0.bytes)
        },
        Field("limit", title: "Limit", "how much they may take; null for no limit") {
            $0.limit.map { .integer($0) } ?? .null
        },
        Field("orphans", "what belongs to nothing, in bytes") { .integer($0.orphans) },
        Field("unfinished", "files that are not whole yet: address and bytes") {
            .list(
                $0.partialFiles.map {
                    .object([.init("url", .text($0.address)), .init("bytes", .integer($0.bytes))])
                })
        },
    ]

    /// The usage for people, with a warning from nine tenths of the limit on.
    var blocks: [Block] {
        let usedShare = limit.map { Double(bytes) / Double(max(1, $0)) }
        var facts: [(name: String, value: StyledText)] = [
            (name: "Files", value: StyledText("\(files)")),
            (
                name: "In use",
                value: limit.map { "\(ByteSize(bytes)) of \(ByteSize($0))" } ?? "\(ByteSize(bytes)), without a limit"
            ),
        ]
        if orphans > 0 {
            facts.append((name: "Left over", value: StyledText("\(ByteSize(orphans)); `media sweep` removes it")))
        }
        for partialFile in partialFiles {
            let address = partialFile.address.isEmpty ? "an unknown address" : partialFile.address
            facts.append((name: "Unfinished", value: StyledText("\(ByteSize(partialFile.bytes)) of \(address)")))
        }
        let isNearlyFull = usedShare.map { $0 >= 0.9 } ?? false
        return [.facts(facts)]
            + (isNearlyFull
                ? [.paragraph(StyledText("It is nearly full: remove some, or allow more with media limit.", .warning))]
                : [])
    }
}
