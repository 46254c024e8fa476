import Kernel

/// An interactive dialogue, as a value with a view and a reaction to each key or line.
///
/// The same dialogue runs on keys in a terminal and on lines from a pipe. A test drives it without
/// either. `handle` saves everything important before it returns, because a dialogue may be cut off
/// after any event.
public protocol Dialogue: Sendable {
    /// The current view.
    var view: DialogueView { get }
    /// Tells the dialogue the space on a full screen above the keys, before the first view and
    /// after each change.
    ///
    /// Most dialogues ignore it.
    ///
    /// - Throws: `Failure`. It ends the dialogue and is shown.
    mutating func fit(_ room: ScreenRoom) throws
    /// Handles an event.
    ///
    /// - Returns: whether the dialogue continues.
    /// - Throws: `Failure`. It ends the dialogue and is shown.
    mutating func handle(_ event: DialogueEvent) throws -> DialogueStep
    /// Whether the dialogue shows pictures.
    ///
    /// Only then the terminal is queried for pixels.
    var hasPictures: Bool { get }
}

extension Dialogue {
    /// False by default.
    public var hasPictures: Bool { false }

    /// Does nothing: by default a dialogue looks the same in any space.
    public mutating func fit(_ room: ScreenRoom) throws {}
}

/// The content of a dialogue and the input that it waits for.
public struct DialogueView: Sendable {
    /// The input that a dialogue waits for.
    public enum Wanted: Sendable {
        /// One of these keys.
        ///
        /// From a pipe, a line with the key's name. An empty line is `enter`.
        case key([KeyHint])
        /// A line of text, after a prompt.
        case line(prompt: String)
    }

    /// The content for people.
    public let blocks: [Block]
    public let wanted: Wanted
    /// The seconds between ticks in a terminal, or nil for none.
    public let tickInterval: Double?
    /// Whether the bell rings when this view is shown.
    public let ringsBell: Bool
    /// The terminal's title during this view, or nil to leave it unchanged.
    public let title: String?
    /// The name of the help sheet that `?` opens, or nil for only the list of keys.
    public let help: String?
    /// The progress, 0…1, for terminals with progress in their task bars (`OSC 9;4`), or nil for
    /// none.
    public let progress: Double?
    /// The full-screen presentation if it fits, or nil for blocks from the first line on.
    public let stage: Stage?
    /// The background of the stage, or nil for none.
    public let background: AnimatedBackground?
    /// A line with the results so far, shown if a signal ends the process during this view, or nil
    /// for none.
    public let exitMessage: String?
    /// A picture next to the blocks, or above them on a narrow screen, or nil for none.
    public let picture: Picture?
    /// The lines of a full screen, made for the dialogue's current space, or nil to show the
    /// blocks.
    public var rows: [StyledText]?
    /// Additional keys that the help lists, but not the key bar.
    public var helpOnlyKeys: [KeyHint] = []
    /// Pictures over the rows, drawn only if the terminal has pixels.
    ///
    /// The dialogue learns of pixels through `fit`.
    public var pictures: [PlacedPicture] = []
    /// Whether the dialogue receives every key, regardless of its hints, while typed text changes
    /// the view.
    public var takesEveryKey = false

    /// A picture of a dialogue, shown if it can be drawn and fits.
    public struct Picture: Sendable {
        /// The name that identifies the picture, so that the same picture is not drawn again.
        public let name: String
        public let shown: ShownPicture

        public init(_ name: String, _ shown: ShownPicture) {
            self.name = name
            self.shown = shown
        }

        public init(_ name: String, _ image: @escaping @Sendable () -> [UInt8]?) {
            self.init(name, ShownPicture(image))
        }
    }

    public init(
        _ blocks: [Block], wanted: Wanted, tickInterval: Double? = nil, ringsBell: Bool = false, title: String? = nil,
        help: String? = nil, progress: Double? = nil, stage: Stage? = nil, background: AnimatedBackground? = nil,
        picture: Picture? = nil, exitMessage: String? = nil
    ) {
        self.exitMessage = exitMessage
        self.background = background
        self.blocks = blocks
        self.wanted = wanted
        self.tickInterval = tickInterval
        self.ringsBell = ringsBell
        self.title = title
        self.help = help
        self.progress = progress
        self.stage = stage
        self.picture = picture
    }
}

/// A key of a dialogue, and its effect.
public struct KeyHint: Hashable, Sendable {
    public let key: Key
    public let meaning: String
    /// The outcome in a word or two, shown if it fits: `in 4 days`.
    ///
    /// It is empty if there is none.
    public let outcome: String

    package init(_ key: Key, _ meaning: String, outcome: String = "") {
        self.key = key
        self.meaning = meaning
        self.outcome = outcome
    }

    /// The effect followed by the outcome.
    package var words: String { outcome.isEmpty ? meaning : "\(meaning) \(outcome)" }
}

/// A key of the keyboard.
public enum Key: Hashable, Sendable {
    /// A key that produces a character, in the case that was typed.
    case character(Character)
    case enter, space, tab, escape, backspace, up, down, left, right, home, end, pageUp, pageDown
}

extension Key: LosslessStringConvertible {
    private static let names: [(name: String, key: Key)] = [
        ("enter", .enter), ("space", .space), ("tab", .tab), ("escape", .escape), ("backspace", .backspace),
        ("up", .up), ("down", .down),
        ("left", .left), ("right", .right), ("home", .home), ("end", .end), ("page-up", .pageUp),
        ("page-down", .pageDown),
    ]

    /// Creates a key from a single character or a name such as `enter`, `space`, `page-up`.
    ///
    /// An empty text is `enter`.
    public init?(_ description: String) {
        if let entry = Key.names.first(where: { $0.name == description }) {
            self = entry.key
        } else if description.isEmpty {
            self = .enter
        } else if description.count == 1, let character = description.first {
            self = character == " " ? .space : .character(character)
        } else {
            return nil
        }
    }

    public var description: String {
        if case .character(let character) = self { return String(character) }
        return Key.names.first { $0.key == self }?.name ?? ""
    }
}

/// An event that a dialogue handles.
public enum DialogueEvent: Hashable, Sendable {
    case key(Key)
    case line(String)
    /// The passing of the view's tick interval.
    case tick
    /// The end of the input: the pipe is empty or the terminal is gone.
    case end
}

/// The state of a dialogue after an event.
public enum DialogueStep: Sendable {
    case stay
    /// The dialogue is over, and the output is shown.
    case finish(Output)
}
