import Interface
import Languages

/// A driver that runs dialogues with keys and a full screen in a terminal, and line by line
/// elsewhere.
public struct DialogueDriver: Sendable {
    /// The user's preferences for dialogues.
    public struct Preferences: Sendable {
        /// Whether a capable terminal uses keys and a full screen.
        ///
        /// It is false for line-by-line dialogues, as with `--plain` and a screen reader.
        public var usesKeys: Bool
        /// Whether ticks are limited to one a second.
        public var reducesMotion: Bool
        /// Whether a dialogue may change the terminal's title.
        public var setsTitle: Bool
        public var showsPictures: Bool
        /// The protocol for pictures, or nil for the terminal's own answer.
        public var graphics: ConsoleCompanions.Graphics?

        package init(
            usesKeys: Bool = true, reducesMotion: Bool = false, setsTitle: Bool = true, showsPictures: Bool = true,
            graphics: ConsoleCompanions.Graphics? = nil
        ) {
            self.usesKeys = usesKeys
            self.reducesMotion = reducesMotion
            self.setsTitle = setsTitle
            self.showsPictures = showsPictures
            self.graphics = graphics
        }
    }

    let console: any Console
    let palette: Palette
    let unicode: Bool
    let preferences: Preferences
    let help: @Sendable (String) -> [Block]
    let seconds: @Sendable () -> Double

    /// Creates a driver.
    ///
    /// - Parameters:
    ///   - help: returns the help sheet of this name, or no blocks if there is none.
    ///   - seconds: a monotonic clock with any origin. Tests replace the machine's clock.
    package init(
        console: any Console, palette: Palette, unicode: Bool, preferences: Preferences = Preferences(),
        help: @escaping @Sendable (String) -> [Block] = { _ in [] },
        seconds: @escaping @Sendable () -> Double = SteadyClock.seconds
    ) {
        self.console = console
        self.palette = palette
        self.unicode = unicode
        self.preferences = preferences
        self.help = help
        self.seconds = seconds
    }

    /// Runs a dialogue to its end.
    ///
    /// - A dialogue that continues after `.end` is ended with an empty output.
    /// - The dialogue receives only keys that its view names. A letter named in one case is
    ///   accepted in both.
    /// - `?` opens the view's help sheet and lists the keys, unless the dialogue uses that key
    ///   itself. In line mode, a line with only `?` does.
    ///
    /// - Parameter blocks: earlier messages, repeated on the full screen until the first key,
    ///   because the screen hides them.
    /// - Throws: the dialogue's errors, and `Failure` `outputClosed` if the reader has closed the
    ///   output. The terminal is restored first.
    public func run(_ dialogue: any Dialogue, openingBlocks blocks: [Block] = []) throws -> Output {
        if wantsKeys {
            // The terminal is queried before keys are read, or its answer would count as a key.
            if dialogue.hasPictures { _ = pixels }
            return try console.withKeys { keys in
                var run = KeyDialogue(dialogue, driver: self, keys: keys, saying: blocks)
                return try run.output()
            }
        }
        return try LineDialogue(dialogue, driver: self).output()
    }

    /// Returns a muted text in the user's language, for messages next to a dialogue.
    func mutedText(_ phrase: LocalizableText) -> StyledText {
        StyledText(phrase, .muted).translated(by: console.translator)
    }

    /// The terminal's means of placing pictures on the screen.
    var pixels: PixelTerminal {
        guard preferences.showsPictures, palette.depth != .none else { return .characters }
        let terminal = console.pixels(by: preferences.graphics)
        return terminal.canPlacePictures ? terminal : .characters
    }

    var wantsKeys: Bool {
        let terminal = console.environment["TERM"] ?? ""
        return preferences.usesKeys && console.isInputTerminal && console.isOutputTerminal && terminal != "dumb"
    }
}
