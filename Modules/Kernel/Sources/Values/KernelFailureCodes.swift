extension Failure.Code {
    /// Thrown when a timer or clock is started that already runs.
    package static var alreadyRunning: Self { Self() }
    /// Thrown when the named answer is missing, for example after an undo.
    package static var answerNotFound: Self { Self() }
    /// Thrown by undo, import and copy when the data was changed meanwhile.
    package static var changedSince: Self { Self() }
    /// Thrown when a text contains control characters or marks that reverse the writing direction.
    package static var controlCharacters: Self { Self() }
    /// Thrown at startup when two plugins contribute the same name, such as a command.
    package static var duplicateContribution: Self { Self() }
    /// Thrown when another live record already has the same key in a unique index.
    public static var duplicateKey: Self { Self() }
    /// Thrown when a text is empty or has only blanks.
    package static var emptyText: Self { Self() }
    /// Thrown when the named entry of a journal is missing, in the list or in its trash.
    package static var entryNotFound: Self { Self() }
    /// Thrown when a file named on the command line or by a record is missing.
    package static var fileNotFound: Self { Self() }
    /// Thrown when an input file exceeds its limit, such as 8 MB for a word pack.
    package static var fileTooLarge: Self { Self() }
    /// Thrown when a named file fails to open or read, is a symbolic link or has an unknown folder.
    package static var fileUnreadable: Self { Self() }
    /// Thrown when an archive has an unknown collection, or an ID that differs from its payload's.
    package static var foreignRecord: Self { Self() }
    /// Thrown when streamed input is other than one JSON object, cut short or damaged.
    package static var invalidJSON: Self { Self() }
    /// Thrown when a collection lacks the migration from a stored payload version to the next.
    package static var missingMigration: Self { .systemFailure() }
    /// Thrown when a name exceeds the character limit of its field.
    package static var nameTooLong: Self { Self() }
    /// Thrown when a name or its beginning fits several records, so that the user must choose.
    package static var namesSeveral: Self { Self() }
    /// Thrown when a newer version of the program wrote the record.
    package static var newerRecord: Self { .systemFailure() }
    /// Thrown when a note is empty, too long or has control characters.
    package static var noteInvalid: Self { Self() }
    /// Thrown when a session or match has yet to get its first answer or mark.
    package static var nothingToTakeBack: Self { Self() }
    /// Thrown by `undo` when the history is empty.
    package static var nothingToUndo: Self { Self() }
    /// Thrown when a timer or clock is stopped that is already idle.
    package static var notRunning: Self { Self() }
    /// Thrown when a payload has more than 16 MiB.
    public static var recordTooLarge: Self { Self() }
    /// Thrown when a tag is empty, too long, or has commas, line breaks or invisible characters.
    package static var tagInvalid: Self { Self() }
    /// Thrown when a text has more characters than its field allows.
    package static var textTooLong: Self { Self() }
    /// Thrown when an entry gets more than 20 tags.
    package static var tooManyTags: Self { Self() }
    /// Thrown when one transaction exceeds the limit of its engine: 17 MiB in a file store.
    package static var transactionTooLarge: Self { Self() }
    /// Thrown when a query names an index that its collection lacks.
    package static var undeclaredIndex: Self { .systemFailure() }
    /// Thrown when the payload of a record fails to decode.
    package static var unreadableRecord: Self { .systemFailure() }
    /// Thrown when acknowledged data in the store is missing or unreadable.
    public static var storeDamaged: Self { .systemFailure() }
    /// Thrown when a transaction starts inside another one of the same store.
    public static var nestedTransaction: Self { .systemFailure() }
    /// Thrown when a read transaction is asked to write.
    public static var readOnlyTransaction: Self { .systemFailure() }
    /// Thrown when the store is used after it was closed.
    public static var storeClosed: Self { .systemFailure() }
}
