import Kernel
import Learning
import Terminal

/// Line work on the screen: a line is counted step by step, on keys or to a metronome, and marked at its end.
struct LineScreen: Session {
    private let lessons: Lessons
    private let desk: LessonDesk
    private let steps: Int
    /// Seconds from step to step; nil where keys count.
    private let beat: Double?
    private var run: PracticeSitting
    private var task: LessonTask?
    private var count: LineCount
    private var isRunning = false
    private var rings = false
    private var shownAt: Instant
    private var said: [Block] = []

    init(_ lessons: Lessons, _ run: PracticeSitting, _ desk: LessonDesk, steps: Int, beat: Double?) throws {
        (self.lessons, self.run, self.desk, self.steps, self.beat) = (lessons, run, desk, steps, beat)
        count = LineCount(steps: steps)
        shownAt = lessons.log.now
        task = try lessons.task(in: &self.run)
    }

    var view: SessionView {
        guard let task else { return SessionView(said, wanted: .key([KeyHint(.enter, "results")]), help: desk.feature) }
        let counted = count.done == 0 ? "ready" : "\(count.done) of \(count.steps)  \(count.called)"
        let turn: [Block] = count.isOver ? LessonFace.marks : []
        return SessionView(
            said + [.paragraph(StyledText(task.title, .muted)), .gap] + LessonFace.facts(task.facts)
                + [.gap, .heading(StyledText(counted, .accent))] + turn,
            wanted: .key(keys), tickInterval: isRunning ? beat : nil, ringsBell: rings,
            title: "line \(run.session.place + 1)/\(run.session.items.count)", help: desk.feature)
    }

    private var keys: [KeyHint] {
        let others = [KeyHint(.character("u"), "undo"), KeyHint(.character("q"), "quit")]
        if count.isOver { return SelfMark.allCases.map { KeyHint(.character(Character("\($0.rawValue)")), $0.word) } + others }
        let space = beat == nil ? "step" : isRunning ? "pause" : "start"
        return [KeyHint(.space, space), KeyHint(.enter, "line done")] + others
    }

    mutating func handle(_ event: SessionEvent) throws -> SessionStep {
        (rings, said) = (false, [])
        switch event {
        case .tick: step()
        case .end: return .finish(try desk.output(lessons, &run))
        case .key(let key): return try press(key)
        case .line: break
        }
        return .stay
    }

    private mutating func press(_ key: Key) throws -> SessionStep {
        switch key {
        case .character("q"): return .finish(try desk.output(lessons, &run))
        case .character("u"): try takeBack()
        case .space where !count.isOver: if beat == nil { step() } else { isRunning.toggle() }
        case .enter where task == nil: return .finish(try desk.output(lessons, &run))
        case .enter: while !count.isOver { count.count() }
        case .character(let digit) where count.isOver:
            guard let mark = digit.wholeNumberValue.flatMap(SelfMark.init(rawValue:)) else { return .stay }
            try lessons.mark(mark, milliseconds: Int(max(0, lessons.log.now.seconds(since: shownAt)) * 1000), in: &run)
            try show()
            return task == nil ? .finish(try desk.output(lessons, &run)) : .stay
        default: break
        }
        if count.isOver { isRunning = false }
        return .stay
    }

    private mutating func step() {
        count.count()
        rings = beat != nil
        if count.isOver { isRunning = false }
    }

    private mutating func show() throws {
        task = try lessons.task(in: &run)
        (count, isRunning, shownAt) = (LineCount(steps: steps), false, lessons.log.now)
    }

    private mutating func takeBack() throws {
        do {
            try lessons.takeBack(in: &run)
            try show()
            said = [.paragraph(StyledText("Taken back.", .muted))]
        } catch let failure as Failure where [.nothingToTakeBack, .answeredSince, .answerNotFound].contains(failure.code) {
            said = [.paragraph(StyledText(failure.message, .warning))]
        }
    }
}
