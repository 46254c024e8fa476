import Kernel

extension Failure.Code {
    /// Thrown when an imported file has invalid JSON, an unknown text encoding, an open quote or
    /// too many rows.
    package static var formBroken: Self { Self() }
    /// Thrown when an imported file has more than 200,000 entries.
    package static var formTooLarge: Self { Self() }
}
