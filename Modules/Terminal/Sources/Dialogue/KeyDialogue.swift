import Interface
import Kernel

/// The loop of one dialogue on keys and a full screen: it draws changes and waits for a key or a
/// tick.
struct KeyDialogue {
    private var dialogue: any Dialogue
    private let driver: DialogueDriver
    private let keys: any KeyInput
    private var editor = LineEditor()
    private var renderer: DialogueRenderer
    /// The time of the next tick on the driver's clock.
    private var deadline: Double?
    private var messages: [Block]
    private var room: ScreenRoom?
    /// Whether the last wait ended only with the next frame.
    private var isFrame = false

    /// Creates the loop.
    ///
    /// - Parameter blocks: messages above the first view, until a key is pressed.
    init(_ dialogue: any Dialogue, driver: DialogueDriver, keys: any KeyInput, saying blocks: [Block] = []) {
        self.dialogue = dialogue
        self.driver = driver
        self.keys = keys
        messages = blocks.translated(by: driver.console.translator)
        renderer = DialogueRenderer(driver: driver, keys: keys)
    }

    /// Runs the dialogue to its end and returns its output.
    mutating func output() throws -> Output {
        defer { try? renderer.end() }
        var view = translatedView
        while true {
            if !isFrame || renderer.needsFullRedraw { try fit(&view) }
            try renderer.show(view, above: messages, editor: editor, isFrame: isFrame)
            guard let event = try nextEvent(view) else { continue }
            if event != .tick { messages = [] }
            if case .finish(let output) = try dialogue.handle(event) { return output }
            if event == .end { return Output() }
            view = translatedView
        }
    }

    /// The view in the user's language.
    private var translatedView: DialogueView { dialogue.view.translated(by: driver.console.translator) }

    /// Tells the dialogue the available space, twice at most.
    ///
    /// The keys of a view determine its space, and the space may change its keys.
    private mutating func fit(_ view: inout DialogueView) throws {
        for _ in 0..<2 {
            let now = renderer.room(for: view, editor: editor)
            guard now != room else { return }
            room = now
            try dialogue.fit(now)
            view = translatedView
        }
    }

    /// Returns the next event, or nil if only a redraw is due.
    private mutating func nextEvent(_ view: DialogueView) throws -> DialogueEvent? {
        let tickDelay = untilTick(view)
        let frameDelay = renderer.untilFrame()
        let key = try keys.nextKey(within: [tickDelay, frameDelay].compactMap { $0 }.min())
        if keys.takeRedraw() { renderer.invalidate() }
        isFrame = false
        if let key { return key == .endOfInput ? endOrDelete(view) : event(of: key, view) }
        if keys.isAtEnd { return .end }
        let isDrawingDue = renderer.needsFullRedraw || frameDelay != nil
        guard let dueTime = deadline, let tickInterval = view.tickInterval else {
            isFrame = true
            return isDrawingDue ? nil : .end
        }
        if isDrawingDue && driver.seconds() < dueTime {
            isFrame = true
            return nil
        }
        // Ticks keep a steady beat. After a long pause the beat restarts, so that missed ticks do
        // not arrive at once.
        let next = dueTime + interval(tickInterval)
        deadline = next > driver.seconds() ? next : nil
        return .tick
    }

    /// Returns an interval of at least 0.02 seconds, or 1 second with reduced motion.
    private func interval(_ seconds: Double) -> Double { max(seconds, driver.preferences.reducesMotion ? 1 : 0.02) }

    /// Returns the seconds until the next tick, or nil if the view asks for none.
    private mutating func untilTick(_ view: DialogueView) -> Double? {
        guard let tickInterval = view.tickInterval else {
            deadline = nil
            return nil
        }
        let now = driver.seconds()
        let next = min(deadline ?? .infinity, now + interval(tickInterval))
        deadline = next
        return max(0, next - now)
    }

    private mutating func event(of key: Key, _ view: DialogueView) -> DialogueEvent? {
        if key == .redraw { renderer.invalidate() }
        if view.takesEveryKey { return key.isControl ? nil : .key(key) }
        if renderer.handleScrolling(key, view) || renderer.closeHelpIfOpen() { return nil }
        switch view.wanted {
        case .key(let hints):
            if key == .character("?"), hints.key(for: key) == nil, renderer.openHelp(of: view) { return nil }
            return (hints + view.helpOnlyKeys).key(for: key).map { .key($0) }
        case .line:
            guard let line = editor.handle(key) else { return nil }
            editor = LineEditor()
            return line == "?" && renderer.openHelp(of: view) ? nil : .line(line)
        }
    }

    /// Ends the input for Ctrl-D, or deletes a character in the middle of a line, as in a shell.
    private mutating func endOrDelete(_ view: DialogueView) -> DialogueEvent? {
        if case .line = view.wanted, !editor.isEmpty {
            _ = editor.handle(.delete)
            return nil
        }
        return .end
    }
}

extension [KeyHint] {
    /// Returns the hint's key for the pressed one, in either case of a letter.
    func key(for pressed: Key) -> Key? {
        if contains(where: { $0.key == pressed }) { return pressed }
        guard case .character(let character) = pressed else { return nil }
        return map(\.key).first { key in
            if case .character(let candidate) = key { return candidate.lowercased() == character.lowercased() }
            return false
        }
    }
}
