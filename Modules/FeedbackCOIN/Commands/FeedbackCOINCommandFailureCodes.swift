import Kernel

extension Failure.Code {
    /// Thrown when the user's editor returns an unreadable kind, day or project below the heading
    /// “About”.
    package static var aboutUnclear: Self { Self() }
    /// Thrown by `agenda --on DAY` without `--discussed`.
    package static var dayUnused: Self { Self() }
    /// Thrown by `import` when a named column is missing, or no column contains the context.
    package static var columnUnknown: Self { Self() }
    /// Thrown by `share --via eml` without `--file`.
    package static var fileMissing: Self { Self() }
    /// Thrown by `share --file` with another way than `--via eml`.
    package static var fileUnused: Self { Self() }
    /// Thrown when the format option and the extension of the output file differ.
    package static var formUnclear: Self { Self() }
    /// Thrown by `export` when the extension of the output file selects no format.
    package static var formUnknown: Self { Self() }
    /// Thrown by `share` when the entry still contains placeholders of its template.
    package static var gapsLeft: Self { Self() }
    /// Thrown by `import` for an archive, broken JSON, an unknown encoding, an open quote or too
    /// many rows.
    package static var importUnreadable: Self { Self() }
    /// Thrown by `share` without `--from`, a saved `sender` and the variable `EMAIL`.
    package static var senderMissing: Self { Self() }
    /// Thrown by `sender` when it receives both an address and `--forget`.
    package static var senderUnclear: Self { Self() }
    /// Thrown when the user describes a follow-up but gives no day for it.
    package static var stepWithoutDay: Self { Self() }
}
