import Kernel
import KernelContract
import Media
import Pictures

/// What every `AttachmentRepository` must keep.
public enum AttachmentRepositoryContract {
    /// The contract over repositories that a closure makes, each empty.
    public static func over(_ make: @escaping () throws -> any AttachmentRepository) -> Contract<any AttachmentRepository> {
        Contract("AttachmentRepository", promises: promises, make)
    }

    private static let promises: [Contract<any AttachmentRepository>.Promise] = [
        .init("starts empty") { repository in
            try expectEqual(repository.attachments(of: nil), [])
            try expect(repository.attachment("a") == nil, "there is one")
            try expect(try !repository.remove("a"), "there was one")
        },
        .init("gives back all of an attachment") { repository in
            try repository.add(attachment("a", move))
            try expectEqual(repository.attachment("a"), attachment("a", move))
            try expect(try repository.remove("a"), "it was not there")
            try expectEqual(repository.attachments(of: nil), [])
        },
        .init("tells subjects apart by kind and whole name, the oldest first") { repository in
            let (longer, pattern) = (Subject(.move, "chon-ji/33"), Subject(.pattern, "chon-ji/3"))
            try repository.add(attachment("late", move, at: 9))
            try repository.add(attachment("early", move, at: 1))
            try repository.add(attachment("longer", longer))
            try repository.add(attachment("pattern", pattern))
            try expectEqual(repository.attachments(of: move).map(\.id), ["early", "late"])
            try expectEqual(repository.attachments(of: longer).map(\.id), ["longer"])
            try expectEqual(repository.attachments(of: pattern).map(\.id), ["pattern"])
            try expectEqual(repository.attachments(of: nil).count, 4)
        },
        .init("finds a subject whatever it is called") { repository in
            try repository.add(attachment("a", Subject(.move, "chon-ji/3", title: "Chon-Ji 3")))
            try expectEqual(repository.attachments(of: move).map(\.id), ["a"])
        },
    ]

    private static let move = Subject(.move, "chon-ji/3")

    private static func attachment(_ id: String, _ subject: Subject, at second: Double = 0) -> Attachment {
        Attachment(
            id: Identifier(id), subject: subject, facts: PictureFacts(format: .mp4, width: 4, height: 3, milliseconds: 1500),
            bytes: 7,
            checksum: "00000000", angle: .front, speed: nil, note: "x", fileName: "a.mp4",
            addedAt: Instant(milliseconds: 1_800_000_000_000).adding(seconds: second))
    }
}
