import Kernel

/// Something interactive, as a value: what is shown, and what a key or a line makes of it.
///
/// The same dialogue runs on keys in a terminal and on lines from a pipe, and a test drives it without either. What must not be lost is
/// written by `handle` before it returns: a dialogue may be cut off after any event.
public protocol Dialogue: Sendable {
    /// What is shown now.
    var view: DialogueView { get }
    /// Says how much room there is on a full screen above the keys: before the first view that is shown, and whenever it changes. Most dialogues do not mind.
    ///
    /// - Throws: `Failure`; the dialogue ends and the failure is shown.
    mutating func fit(_ room: ScreenRoom) throws
    /// Takes what the person did.
    ///
    /// - Returns: whether the dialogue goes on.
    /// - Throws: `Failure`; the dialogue ends and the failure is shown.
    mutating func handle(_ event: DialogueEvent) throws -> DialogueStep
    /// Whether there will be pictures: only then a terminal is asked whether it has pixels.
    var hasPictures: Bool { get }
}

extension Dialogue {
    /// None.
    public var hasPictures: Bool { false }

    /// Looks the same in every room.
    public mutating func fit(_ room: ScreenRoom) throws {}
}

/// What a dialogue shows and what it waits for.
public struct DialogueView: Sendable {
    /// What the dialogue waits for.
    public enum Wanted: Sendable {
        /// One of these keys. From a pipe, a line with the key's name; an empty line is `enter`.
        case key([KeyHint])
        /// A line of text, behind a prompt.
        case line(prompt: String)
    }

    /// What people see.
    public let blocks: [Block]
    /// What it waits for.
    public let wanted: Wanted
    /// Ask for a `tick` so often, in seconds; nil for none. Only in a terminal.
    public let tickInterval: Double?
    /// Ring the bell when this is shown.
    public let ringsBell: Bool
    /// What the terminal's title shows meanwhile; nil to leave it.
    public let title: String?
    /// The name of the help sheet that `?` opens; nil for a list of the keys alone.
    public let help: String?
    /// How far something is, 0…1, for the task bars of terminals that show it (OSC 9;4); nil to leave them alone.
    public let progress: Double?
    /// How it looks where a screen has room; nil for its blocks from the first line on.
    public let stage: Stage?
    /// What lies under the stage; nil for nothing.
    public let ground: Ground?
    /// What is said on the terminal when a signal ends the process while this is shown: what was reached, in a line. Nil for nothing.
    public let parting: String?
    /// A picture beside the blocks, or above them on a narrow screen; nil for none.
    public let picture: Picture?
    /// What stands on a full screen instead of the blocks, line by line, made for the room that the dialogue was told of; nil for its blocks.
    public var rows: [StyledText]?
    /// Further keys that it understands: they stand in its help, and not below it.
    public var quiet: [KeyHint] = []
    /// Pictures over the rows; drawn only where the terminal has pixels, of which the room that the dialogue was told of knows.
    public var pictures: [PlacedPicture] = []
    /// Whether every key reaches it, whatever its hints name: while something is typed that changes what is shown.
    public var takesEveryKey = false

    /// A picture that a dialogue shows where something draws it and there is room.
    public struct Picture: Sendable {
        /// Its name: the same name is the same picture, which is not drawn again.
        public let name: String
        /// Its file and its pixels.
        public let shown: ShownPicture

        /// A picture of this name.
        public init(_ name: String, _ shown: ShownPicture) { (self.name, self.shown) = (name, shown) }

        /// A picture of this name that has no pixels to tell.
        public init(_ name: String, _ image: @escaping @Sendable () -> [UInt8]?) { self.init(name, ShownPicture(image)) }
    }

    /// A view.
    public init(
        _ blocks: [Block], wanted: Wanted, tickInterval: Double? = nil, ringsBell: Bool = false, title: String? = nil,
        help: String? = nil, progress: Double? = nil, stage: Stage? = nil, ground: Ground? = nil, picture: Picture? = nil,
        parting: String? = nil
    ) {
        (self.parting, self.ground) = (parting, ground)
        (self.blocks, self.wanted, self.tickInterval, self.ringsBell) = (blocks, wanted, tickInterval, ringsBell)
        (self.title, self.help, self.progress, self.stage, self.picture) = (title, help, progress, stage, picture)
    }
}

/// A key that a dialogue understands, and what it does.
public struct KeyHint: Hashable, Sendable {
    /// What is pressed.
    public let key: Key
    /// What it does, in a word or two.
    public let meaning: String
    /// What comes of it, in a word or two, where there is room: `in 4 days`; empty where there is nothing to say.
    public let outcome: String

    package init(_ key: Key, _ meaning: String, outcome: String = "") {
        (self.key, self.meaning, self.outcome) = (key, meaning, outcome)
    }

    /// What it does and what comes of it.
    var words: String { outcome.isEmpty ? meaning : "\(meaning) \(outcome)" }
}

/// A key of the keyboard.
public enum Key: Hashable, Sendable {
    /// A key that makes a character; as typed, case kept.
    case character(Character)
    /// Keys that make none.
    case enter, space, tab, escape, backspace, up, down, left, right, home, end, pageUp, pageDown
}

extension Key: LosslessStringConvertible {
    private static let names: [(name: String, key: Key)] = [
        ("enter", .enter), ("space", .space), ("tab", .tab), ("escape", .escape), ("backspace", .backspace), ("up", .up),
        ("down", .down),
        ("left", .left), ("right", .right), ("home", .home), ("end", .end), ("page-up", .pageUp), ("page-down", .pageDown),
    ]

    /// A single character, or a name: `enter`, `space`, `page-up`; nothing is `enter`.
    public init?(_ description: String) {
        if let named = Key.names.first(where: { $0.name == description }) {
            self = named.key
        } else if description.isEmpty {
            self = .enter
        } else if description.count == 1, let character = description.first {
            self = character == " " ? .space : .character(character)
        } else {
            return nil
        }
    }

    /// The character, or the key's name.
    public var description: String {
        if case .character(let character) = self { return String(character) }
        return Key.names.first { $0.key == self }?.name ?? ""
    }
}

/// What reaches a dialogue.
public enum DialogueEvent: Hashable, Sendable {
    /// One of those that the view names.
    case key(Key)
    /// A line of text.
    case line(String)
    /// Time passed; only for dialogues that ask for it.
    case tick
    /// The input ended: the pipe is empty or the terminal is gone.
    case end
}

/// What becomes of a dialogue after an event.
public enum DialogueStep: Sendable {
    /// It goes on.
    case stay
    /// It is over; the output is shown.
    case finish(Output)
}
