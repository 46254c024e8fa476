import Kernel

/// One dialogue on keys and a full screen: draws what changed, waits for a key or a tick, and again.
struct KeyDialogue {
    private var dialogue: any Dialogue
    private let driver: DialogueDriver
    private let keys: any KeyInput
    private var editor = LineEditor()
    private var face: DialogueFace
    private var deadline: Double?
    private var said: [Block]
    private var room: ScreenRoom?
    /// Whether the last wait brought nothing but the next frame.
    private var isFrame = false

    /// - Parameter blocks: stand above the first view until a key is pressed.
    init(_ dialogue: any Dialogue, driver: DialogueDriver, keys: any KeyInput, saying blocks: [Block] = []) {
        (self.dialogue, self.driver, self.keys, said) = (dialogue, driver, keys, blocks.spoken(by: driver.console.tongue))
        face = DialogueFace(driver: driver, keys: keys)
    }

    mutating func output() throws -> Output {
        defer { try? face.end() }
        var view = shown
        while true {
            if !isFrame || face.isForgotten { try fit(&view) }
            try face.show(view, above: said, editor: editor, isFrame: isFrame)
            guard let event = try nextEvent(view) else { continue }
            if event != .tick { said = [] }
            if case .finish(let output) = try dialogue.handle(event) { return output }
            if event == .end { return Output() }
            view = shown
        }
    }

    /// The view in the language of whoever looks at it.
    private var shown: DialogueView { dialogue.view.spoken(by: driver.console.tongue) }

    /// The keys that a view names decide how much room is left for it, and the room which keys it names: asked twice, that is settled.
    private mutating func fit(_ view: inout DialogueView) throws {
        for _ in 0..<2 {
            let now = face.room(for: view, editor: editor)
            guard now != room else { return }
            room = now
            try dialogue.fit(now)
            view = shown
        }
    }

    /// What the person did, or nil when there is only something to draw.
    private mutating func nextEvent(_ view: DialogueView) throws -> DialogueEvent? {
        let (wait, frame) = (untilTick(view), face.untilFrame())
        let key = try keys.nextKey(within: [wait, frame].compactMap { $0 }.min())
        if keys.takeRedraw() { face.forget() }
        isFrame = false
        if let key { return key == .endOfInput ? endOrDelete(view) : event(of: key, view) }
        if keys.isAtEnd { return .end }
        let isToDraw = face.isForgotten || frame != nil
        guard let due = deadline, let asked = view.tickInterval else {
            isFrame = true
            return isToDraw ? nil : .end
        }
        if isToDraw && driver.seconds() < due {
            isFrame = true
            return nil
        }
        // On the beat; after a long pause the beat starts anew, so that missed ticks do not come at once.
        let next = due + interval(asked)
        deadline = next > driver.seconds() ? next : nil
        return .tick
    }

    private func interval(_ asked: Double) -> Double { max(asked, driver.manner.reducesMotion ? 1 : 0.02) }

    /// Seconds to the next tick; nil when none is asked for.
    private mutating func untilTick(_ view: DialogueView) -> Double? {
        guard let asked = view.tickInterval else {
            deadline = nil
            return nil
        }
        let now = driver.seconds()
        let next = min(deadline ?? .infinity, now + interval(asked))
        deadline = next
        return max(0, next - now)
    }

    private mutating func event(of key: Key, _ view: DialogueView) -> DialogueEvent? {
        if key == .redraw { face.forget() }
        if view.takesEveryKey { return key.isControl ? nil : .key(key) }
        if face.scrolls(key, view) || face.closesHelp() { return nil }
        switch view.wanted {
        case .key(let hints):
            if key == .character("?"), hints.key(for: key) == nil, face.opensHelp(of: view) { return nil }
            return (hints + view.quiet).key(for: key).map { .key($0) }
        case .line:
            guard let line = editor.take(key) else { return nil }
            editor = LineEditor()
            return line == "?" && face.opensHelp(of: view) ? nil : .line(line)
        }
    }

    /// Ctrl-D ends the input; in the middle of a line it deletes, as in a shell.
    private mutating func endOrDelete(_ view: DialogueView) -> DialogueEvent? {
        if case .line = view.wanted, !editor.isEmpty {
            _ = editor.take(.delete)
            return nil
        }
        return .end
    }
}

extension [KeyHint] {
    /// The key that is meant: the one that was pressed, or the same letter in the other case.
    func key(for pressed: Key) -> Key? {
        if contains(where: { $0.key == pressed }) { return pressed }
        guard case .character(let character) = pressed else { return nil }
        return map(\.key).first { key in
            if case .character(let wanted) = key { return wanted.lowercased() == character.lowercased() }
            return false
        }
    }
}
