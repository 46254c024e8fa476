import Kernel

/// The user's options for an import.
package struct ImportOptions: Sendable {
    /// Whether a text that is too long for a note is shortened. Otherwise its day is skipped.
    package var isShortening = false
    /// Whether a day with text but no photo gets a picture of its text. Otherwise it is skipped.
    package var paintsCards = false
    /// Whether an undated photo gets the day of its file's last change. Otherwise it is skipped.
    package var usesFileTime = false
    /// The days of undated photos, by the photos' names.
    package var days: [String: Day] = [:]

    package init() {}
}
