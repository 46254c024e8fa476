import Kernel

extension Failure.Code {
    /// Thrown when a web address of `media fetch` is malformed, over 2,000 bytes or holds a
    /// password.
    package static var badAddress: Self { Self() }
    /// Thrown when `media limit` is outside 1 MB to 1,000 GB.
    package static var badLimit: Self { Self() }
    /// Thrown when a download is larger than the free space or than the largest video.
    package static var fetchTooLarge: Self { Self() }
    /// Thrown when a new file would exceed the limit of `media limit`.
    package static var mediaFull: Self { Self() }
    /// Thrown when `media fetch` fails: an unreachable server, a refusal, a web page or a broken
    /// connection.
    package static var notFetched: Self { Self() }
    /// Thrown when `media play --from` is at or after `--to` or the end of the file.
    package static var badSection: Self { Self() }
    /// Thrown when `media play` names a still picture.
    package static var notPlayed: Self { Self() }
    /// Thrown when the name of an attached file or of its subject is unknown.
    package static var attachmentNotFound: Self { Self() }
    /// Thrown when a name fits several attached files.
    package static var manyAttachments: Self { Self() }
    /// Thrown when the path of a new file is already taken.
    package static var mediaExists: Self { Self() }
    /// Thrown when the file of an attachment is gone or unreadable.
    package static var mediaMissing: Self { Self() }
    /// Thrown when storing a file fails, for example on a full disk.
    package static var mediaNotKept: Self { Self() }
    /// Thrown when a recording is attached to something visible, or a picture to a word.
    package static var otherSubject: Self { Self() }
    /// Thrown when `media sweep` fails to delete a file.
    package static var mediaNotRemoved: Self { Self() }
    /// Thrown when a program must open a file that is only in memory (`--store memory`).
    package static var noFiles: Self { Self() }
}
