import Kernel

/// The user's display preferences for all apps, saved next to the data or given once in
/// `COMMONPLACE_DISPLAY`.
public struct DisplayChoice: Hashable, Sendable {
    /// A display preference, identified by its word.
    public enum DisplayOption: String, CaseIterable, Sendable {
        /// Only the terminal's own two colors, for maximum contrast, with bold, underlined and
        /// reversed text.
        case contrast
        /// No movement more often than once a second.
        case still
        /// Line by line instead of a full screen, for a screen reader.
        case lines
        /// Pictures of characters, even if the terminal has pixels.
        case characters
        case pictureless
        /// Pictures by this protocol, regardless of the terminal's report.
        case kitty, iterm, sixels
    }

    /// The name of the environment variable with the preferences.
    public static let variable = "COMMONPLACE_DISPLAY"

    public var options: Set<DisplayOption>

    public init(_ options: Set<DisplayOption> = []) { self.options = options }

    public init(words: String) {
        options = Set(words.lowercased().split { !$0.isLetter }.compactMap { DisplayOption(rawValue: String($0)) })
    }

    public var words: String { DisplayOption.allCases.filter(options.contains).map(\.rawValue).joined(separator: " ") }

    /// Returns the union of both choices.
    public func joined(with other: DisplayChoice) -> DisplayChoice { DisplayChoice(options.union(other.options)) }
}

/// A source of display preferences, read once when the app draws something.
public struct DisplaySource: Sendable {
    let name: String
    package let read: @Sendable () -> DisplayChoice

    package init(_ name: String, read: @escaping @Sendable () -> DisplayChoice) {
        self.name = name
        self.read = read
    }
}

extension ExtensionPoint where Contribution == DisplaySource {
    /// The display preferences of the user at the terminal.
    public static var displays: Self { ExtensionPoint { $0.name } }
}
