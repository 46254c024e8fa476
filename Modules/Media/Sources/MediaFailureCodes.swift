import Kernel

extension Failure.Code {
    package static var badAddress: Self { Self() }
    package static var badLimit: Self { Self() }
    package static var fetchTooLarge: Self { Self() }
    package static var mediaFull: Self { Self() }
    package static var notFetched: Self { Self() }
    package static var badSection: Self { Self() }
    package static var notPlayed: Self { Self() }
    package static var attachmentNotFound: Self { Self() }
    package static var manyAttachments: Self { Self() }
    package static var mediaExists: Self { Self() }
    package static var mediaMissing: Self { Self() }
    package static var mediaNotKept: Self { Self() }
    package static var otherSubject: Self { Self() }
    package static var mediaNotRemoved: Self { Self() }
    package static var noFiles: Self { Self() }
}
