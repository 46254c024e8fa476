import Kernel

/// How a person wants to see every app: kept beside its data, or for once in `COMMONPLACE_DISPLAY`, in the same words.
public struct DisplayChoice: Hashable, Sendable {
    /// One thing that may be wanted, by its word.
    public enum Wish: String, CaseIterable, Sendable {
        /// No colours but the terminal's own two: bold, underlined and reversed instead, which nothing can outdo in contrast.
        case contrast
        /// Nothing moves more often than once a second.
        case still
        /// Line by line instead of a full screen, for a screen reader.
        case lines
        /// Pictures are made of characters, also where the terminal has pixels.
        case characters
        /// No pictures.
        case pictureless
        /// Pictures by this protocol, whatever the terminal says or does not say.
        case kitty, iterm, sixels
    }

    /// Where the environment says it.
    public static let variable = "COMMONPLACE_DISPLAY"

    /// What is wanted.
    public var wishes: Set<Wish>

    /// What is wanted; nothing special by default.
    public init(_ wishes: Set<Wish> = []) { self.wishes = wishes }

    /// What words ask for; others are passed over.
    public init(words: String) {
        wishes = Set(words.lowercased().split { !$0.isLetter }.compactMap { Wish(rawValue: String($0)) })
    }

    /// The words that ask for it.
    public var words: String { Wish.allCases.filter(wishes.contains).map(\.rawValue).joined(separator: " ") }

    /// Both.
    public func joined(with other: DisplayChoice) -> DisplayChoice { DisplayChoice(wishes.union(other.wishes)) }
}

/// Where a display choice is kept; read once when something is drawn.
public struct DisplaySource: Sendable {
    let name: String
    let read: @Sendable () -> DisplayChoice

    package init(_ name: String, read: @escaping @Sendable () -> DisplayChoice) { (self.name, self.read) = (name, read) }
}

extension ExtensionPoint where Contribution == DisplaySource {
    /// How the person at the terminal wants to see things.
    public static var displays: Self { ExtensionPoint("displays") { $0.name } }
}
