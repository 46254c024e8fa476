extension Failure.Code {
    package static var alreadyRunning: Self { Self() }
    package static var answerNotFound: Self { Self() }
    package static var changedSince: Self { Self() }
    package static var controlCharacters: Self { Self() }
    package static var duplicateContribution: Self { Self() }
    /// A unique key that another live record holds.
    public static var duplicateKey: Self { Self() }
    package static var emptyText: Self { Self() }
    package static var entryNotFound: Self { Self() }
    package static var fileNotFound: Self { Self() }
    package static var fileTooLarge: Self { Self() }
    package static var fileUnreadable: Self { Self() }
    package static var foreignRecord: Self { Self() }
    package static var invalidJSON: Self { Self() }
    package static var missingMigration: Self { .systemFailure() }
    package static var nameTooLong: Self { Self() }
    package static var namesSeveral: Self { Self() }
    package static var newerRecord: Self { .systemFailure() }
    package static var noteInvalid: Self { Self() }
    package static var nothingToTakeBack: Self { Self() }
    package static var nothingToUndo: Self { Self() }
    package static var notRunning: Self { Self() }
    /// A payload of more than 16 MiB.
    public static var recordTooLarge: Self { Self() }
    package static var tagInvalid: Self { Self() }
    package static var textTooLong: Self { Self() }
    package static var tooManyTags: Self { Self() }
    package static var transactionTooLarge: Self { Self() }
    package static var undeclaredIndex: Self { .systemFailure() }
    package static var unreadableRecord: Self { .systemFailure() }
    /// Acknowledged data can no longer be read.
    public static var storeDamaged: Self { .systemFailure() }
    /// A transaction that was started inside another one of the same store.
    public static var nestedTransaction: Self { .systemFailure() }
    /// A write in a transaction that only reads.
    public static var readOnlyTransaction: Self { .systemFailure() }
    /// A store that was used after it was closed.
    public static var storeClosed: Self { .systemFailure() }
}
