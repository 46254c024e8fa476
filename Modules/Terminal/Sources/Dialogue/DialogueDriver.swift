import Languages

/// Runs dialogues on a console: with keys and a full screen in a terminal, line by line everywhere else.
public struct DialogueDriver: Sendable {
    /// How dialogues behave for this person.
    public struct Manner: Sendable {
        /// Keys and a full screen where the terminal can; false for line by line even there, as with `--plain` and a screen reader.
        public var usesKeys: Bool
        /// No tick more often than once a second.
        public var reducesMotion: Bool
        /// Whether a dialogue may change the terminal's title.
        public var setsTitle: Bool
        /// Whether there are pictures.
        public var showsPictures: Bool
        /// How they are drawn; nil for what the terminal says.
        public var graphics: ConsoleCompanions.Graphics?

        package init(
            usesKeys: Bool = true, reducesMotion: Bool = false, setsTitle: Bool = true, showsPictures: Bool = true,
            graphics: ConsoleCompanions.Graphics? = nil
        ) {
            (self.usesKeys, self.reducesMotion) = (usesKeys, reducesMotion)
            (self.setsTitle, self.showsPictures, self.graphics) = (setsTitle, showsPictures, graphics)
        }
    }

    let console: any Console
    let palette: Palette
    let unicode: Bool
    let manner: Manner
    let help: @Sendable (String) -> [Block]
    let seconds: @Sendable () -> Double

    /// A driver.
    ///
    /// - Parameters:
    ///   - help: opens the help sheet of this name; nothing when there is none.
    ///   - seconds: a clock that never goes back, from any start; the machine's own unless a test brings one.
    package init(
        console: any Console, palette: Palette, unicode: Bool, manner: Manner = Manner(),
        help: @escaping @Sendable (String) -> [Block] = { _ in [] },
        seconds: @escaping @Sendable () -> Double = SteadyClock.seconds
    ) {
        (self.console, self.palette, self.unicode, self.manner) = (console, palette, unicode, manner)
        (self.help, self.seconds) = (help, seconds)
    }

    /// Runs a dialogue to its end.
    ///
    /// A dialogue that stays after `.end` is over, with an empty output. Keys that the view does not name do not reach the dialogue; a
    /// letter that it names in one case is taken in both. `?` opens the view's help sheet and lists the keys, unless the
    /// dialogue wants it for itself; where lines are wanted, a line that is only `?` does.
    ///
    /// - Parameter blocks: what was said before it. A full screen hides what stands behind it, so it says it again, until the first key.
    /// - Throws: what the dialogue throws, and `Failure` `outputClosed` when nobody reads any more. The terminal is restored before.
    public func run(_ dialogue: any Dialogue, saying blocks: [Block] = []) throws -> Output {
        if wantsKeys {
            // Before keys are read: an answer of the terminal would be one of them.
            if dialogue.hasPictures { _ = pixels }
            return try console.withKeys { keys in
                var run = KeyDialogue(dialogue, driver: self, keys: keys, saying: blocks)
                return try run.output()
            }
        }
        return try LineDialogue(dialogue, driver: self).output()
    }

    /// What is said beside a dialogue, in the language of whoever looks at it.
    func said(_ phrase: Phrase) -> StyledText { StyledText(phrase, .muted).spoken(by: console.tongue) }

    /// What places pictures on the screen.
    var pixels: PixelTerminal {
        guard manner.showsPictures, palette.depth != .none else { return .characters }
        let terminal = console.pixels(by: manner.graphics)
        return terminal.places ? terminal : .characters
    }

    var wantsKeys: Bool {
        let terminal = console.environment["TERM"] ?? ""
        return manner.usesKeys && console.isInputTerminal && console.isOutputTerminal && terminal != "dumb"
    }
}
