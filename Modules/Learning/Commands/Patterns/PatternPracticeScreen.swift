import Content
import Footwork
import Kernel
import Learning
import Terminal

/// A pattern movement by movement: on keys, to a metronome, or line by line in a pipe. What was done is kept before the next movement shows.
struct PatternPracticeScreen: Session {
    private let training: PatternTraining
    private let pattern: Pattern
    private let tempo: MoveTempo?
    private var sitting: PracticeSitting
    private var shownAt: Instant
    private var showsDrawing = false
    private var showsKorean = true
    /// Ticks come only to a screen: the first says that there is one.
    private var isRunning: Bool
    private var rings = false
    private var said = ""

    init(_ training: PatternTraining, _ pattern: Pattern, _ sitting: PracticeSitting, tempo: MoveTempo?) {
        (self.training, self.pattern, self.sitting, self.tempo) = (training, pattern, sitting, tempo)
        shownAt = training.log.now
        isRunning = tempo != nil
    }

    private var move: Move? { sitting.item.flatMap(Int.init).flatMap(pattern.move) }

    var view: SessionView {
        guard let move else {
            return SessionView([.paragraph("Done.")], wanted: .key([KeyHint(.enter, "results")]), help: "pattern")
        }
        let face = MoveFace(
            pattern: pattern, move: move, place: sitting.session.place + 1, count: sitting.session.items.count,
            showsKorean: showsKorean, showsDrawing: showsDrawing, tempo: tempo)
        let note: [Block] = said.isEmpty ? [] : [.gap, .paragraph(StyledText(said, .muted))]
        return SessionView(
            face.blocks + note, wanted: .key(keys), tickInterval: tickInterval(move), ringsBell: rings,
            title: "\(pattern.heading.name) \(move.number)/\(pattern.heading.count)", help: "pattern",
            progress: tempo == nil ? nil : Double(sitting.session.place) / Double(sitting.session.items.count))
    }

    mutating func handle(_ event: SessionEvent) throws -> SessionStep {
        said = ""
        switch event {
        case .tick: return try tick()
        case .end: return try leave()
        case .line: return .stay
        case .key(let key):
            rings = false
            return try press(key)
        }
    }

    // MARK: - Time

    /// To the end of the movement; shortly after it began, so that the bell can ring again.
    private func tickInterval(_ move: Move) -> Double? {
        guard let tempo, isRunning else { return nil }
        return rings ? 0.1 : max(0.02, tempo.seconds(of: move) - training.log.now.seconds(since: shownAt))
    }

    private mutating func tick() throws -> SessionStep {
        rings = false
        guard let tempo, isRunning, let move, training.log.now.seconds(since: shownAt) >= tempo.seconds(of: move) - 0.015 else {
            return .stay
        }
        rings = true
        return try done(well: true)
    }

    // MARK: - Keys

    private var keys: [KeyHint] {
        let first = tempo.map { _ in KeyHint(.space, isRunning ? "pause" : "go on") }
        let others = [
            KeyHint(.character("n"), "next"), KeyHint(.character("m"), "shaky"), KeyHint(.character("q"), "quit"),
            KeyHint(.character("b"), "back"), KeyHint(.character("d"), "drawing"), KeyHint(.character("k"), "Korean"),
            KeyHint(.character("r"), "repeat"), KeyHint(.character("u"), "undo"), KeyHint(.enter, "next"),
        ]
        return (first.map { [$0] } ?? []) + others + (tempo == nil ? [KeyHint(.space, "next")] : [])
    }

    private mutating func press(_ key: Key) throws -> SessionStep {
        guard move != nil else { return try finish() }
        switch key {
        case .space where tempo != nil: isRunning.toggle()
        case .character("n"), .space, .enter: return try done(well: true)
        case .character("m"): return try done(well: false)
        case .character("b"): try go(to: sitting.session.place - 1)
        case .character("r"): try go(to: phraseStart)
        case .character("d"): showsDrawing.toggle()
        case .character("k"): showsKorean.toggle()
        case .character("u"): try takeBack()
        case .character("q"): return try leave()
        default: break
        }
        if key == .space { shownAt = training.log.now }
        return .stay
    }

    private mutating func done(well: Bool) throws -> SessionStep {
        guard let move else { return try finish() }
        let spent = Int(max(0, training.log.now.seconds(since: shownAt)) * 1000)
        try training.done(move, of: pattern, well: well, milliseconds: spent, in: &sitting)
        shownAt = training.log.now
        if !well { said = "Movement \(move.number) is marked as shaky." }
        return sitting.isDone ? try finish() : .stay
    }

    /// The first of the movements that are timed together with this one.
    private var phraseStart: Int {
        let place = sitting.session.place
        guard let move, let first = move.together.min(), let start = sitting.session.items.firstIndex(of: "\(first)"),
            start < place
        else { return place }
        return start
    }

    private mutating func go(to place: Int) throws {
        if place < 0 { said = "This is the first movement." }
        try training.log.move(to: max(0, place), in: &sitting)
        shownAt = training.log.now
    }

    private mutating func takeBack() throws {
        do {
            let answer = try training.log.takeBack(in: &sitting, label: "Took back practice of \(pattern.heading.name)")
            said = "Taken back: movement \(answer.item.part)."
            shownAt = training.log.now
        } catch let failure as Failure where [.nothingToTakeBack, .answeredSince, .answerNotFound].contains(failure.code) {
            said = failure.message
        }
    }

    private mutating func leave() throws -> SessionStep {
        if sitting.isDone { return try finish() }
        try training.log.pause(&sitting)
        return .finish(try summary())
    }

    private mutating func finish() throws -> SessionStep {
        try training.log.finish(&sitting, .init(share: sitting.share))
        return .finish(try summary())
    }

    private func summary() throws -> Output {
        PracticeSummary(sitting: sitting, standing: try training.standing(of: pattern)).output
    }
}

/// A movement as it is practised.
struct MoveFace {
    let pattern: Pattern
    let move: Move
    let place: Int
    let count: Int
    let showsKorean: Bool
    let showsDrawing: Bool
    let tempo: MoveTempo?

    var blocks: [Block] {
        let sentence = String(move.sentence.dropFirst("\(move.number) ".count))
        var blocks: [Block] = [
            .paragraph(StyledText("\(pattern.heading.name) \(move.number) of \(pattern.heading.count)\(part)", .muted)), .gap,
            .heading(StyledText(showsKorean ? move.hangul ?? sentence : sentence)),
        ]
        if showsKorean {
            if let korean = move.korean { blocks.append(.paragraph(StyledText(korean, .accent))) }
            if move.hangul != nil { blocks.append(.paragraph(StyledText(sentence))) }
        }
        blocks.append(.facts([("Feet", StyledText(move.footwork))] + remarks))
        if showsDrawing { blocks += drawing }
        return blocks
    }

    /// Only where it goes through a part of the pattern.
    private var part: String { count == pattern.moves.count ? "" : ", \(place) of \(count) now" }

    private var remarks: [(name: String, value: StyledText)] {
        var facts: [(name: String, value: StyledText)] = []
        if let timing = move.timing {
            let others = move.together.filter { $0 != move.number }.map(String.init).joined(separator: ", ")
            facts.append(("Timing", StyledText(timing.rawValue + (others.isEmpty ? "" : ", with \(others)"), .warning)))
        }
        if move.hasKihap { facts.append(("Kihap", "here")) }
        if let note = move.note { facts.append(("Note", StyledText(note))) }
        if let tempo { facts.append(("Tempo", StyledText("\(Int(60 / tempo.beat + 0.5)) beats a minute"))) }
        return facts
    }

    private var drawing: [Block] {
        let last = max(1, move.number)
        let diagram = PatternDiagram(pattern, showing: max(1, last - 3)...last, colours: DiagramColours(belt: []))
        return [.gap] + diagram.characters(width: 36).map { .drawn(StyledText($0)) }
            + [
                .paragraph(
                    StyledText("Each number stands where its movement ends, with the way you face; D is up, A right.", .muted))
            ]
    }
}
