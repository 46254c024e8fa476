import Kernel
import Learning
import Terminal

/// What differs between the lessons that `LessonScreen` plays.
struct LessonManner: Sendable {
    /// The word in the terminal's title, and the help topic that `?` opens.
    let help: String
    /// What stands above a task; nothing for most.
    var banner: @Sendable (PracticeSitting) -> [Block] = { _ in [] }
    /// What is shown when everything was done. Gets what was said last.
    let finish: @Sendable (inout PracticeSitting, [Block]) throws -> Output
    /// What is shown when it is left before.
    let leave: @Sendable (inout PracticeSitting, [Block]) throws -> Output
}

/// A lesson on the screen, task by task: what is done is uncovered and marked, what is known is asked. What must last is kept by `Lessons`
/// before `handle` returns.
struct LessonScreen: Session {
    private let lessons: Lessons
    private let manner: LessonManner
    private var run: PracticeSitting
    private var task: LessonTask?
    private var choices: [String] = []
    private var uncovered = 0
    private var shownAt: Instant
    private var said: [Block]
    /// What is to be read before the first task; nothing once it was, and where a lesson goes on.
    private var opening: [Block]

    init(
        _ lessons: Lessons, _ run: PracticeSitting, _ manner: LessonManner, saying said: [Block] = [], opening: [Block] = []
    ) throws {
        (self.lessons, self.run, self.manner, self.said, self.opening) = (lessons, run, manner, said, opening)
        shownAt = lessons.log.now
        try show()
    }

    private mutating func show() throws {
        task = try lessons.task(in: &run)
        choices = task.map { lessons.choices(for: $0, in: run) } ?? []
        (uncovered, shownAt) = (0, lessons.log.now)
    }

    var view: SessionView {
        guard let task else { return SessionView(said, wanted: .key([KeyHint(.enter, "results")]), help: manner.help) }
        guard opening.isEmpty else {
            return SessionView(
                said + opening, wanted: .key([KeyHint(.enter, "begin"), KeyHint(.character("q"), "quit")]), help: manner.help)
        }
        let face = LessonFace(task: task, choices: choices, uncovered: uncovered, run: run)
        let above = said + (said.isEmpty ? [] : [.gap]) + manner.banner(run)
        return SessionView(
            above + face.blocks, wanted: face.isTyped ? .line(prompt: "Answer:") : .key(face.keys),
            title: "\(manner.help) \(run.session.place + 1)/\(run.session.items.count)", help: manner.help)
    }

    mutating func handle(_ event: SessionEvent) throws -> SessionStep {
        switch event {
        case .tick: return .stay
        case .end: return try leave()
        case .key(let key): return try press(key)
        case .line(let line): return try take(line.split(separator: " ").joined(separator: " "))
        }
    }

    // MARK: - Keys

    private mutating func press(_ key: Key) throws -> SessionStep {
        guard let task else { return try leave() }
        if !opening.isEmpty, key == .enter {
            (opening, said, shownAt) = ([], [], lessons.log.now)
            return .stay
        }
        switch key {
        case .character("q"): return try leave()
        case .character("u"): return try takeBack()
        default: break
        }
        if case .done(let stages) = task.form { return try press(key, stages.count) }
        if key == .character("0") { return try answer("", to: task) }
        guard case .character(let digit) = key, let number = digit.wholeNumberValue, choices.indices.contains(number - 1) else {
            return .stay
        }
        return try answer(String(number), to: task)
    }

    private mutating func press(_ key: Key, _ stages: Int) throws -> SessionStep {
        if uncovered < stages {
            if key == .space || key == .enter { (uncovered, said) = (uncovered + 1, []) }
            return .stay
        }
        guard case .character(let digit) = key, let mark = digit.wholeNumberValue.flatMap(SelfMark.init(rawValue:)) else {
            return .stay
        }
        try lessons.mark(mark, milliseconds: elapsed, in: &run)
        return try next(saying: [])
    }

    // MARK: - Lines

    private mutating func take(_ line: String) throws -> SessionStep {
        guard let task else { return try leave() }
        switch line {
        case ":q", ":quit": return try leave()
        case ":u", ":undo": return try takeBack()
        case ":d": return try answer("", to: task)
        case "", "?", ":?", ":help":
            said = [
                .paragraph(
                    StyledText("Type the answer. :d if you do not know, :u takes the last answer back, :q leaves.", .muted))
            ]
            return .stay
        default: return try answer(line, to: task)
        }
    }

    // MARK: - Both

    private var elapsed: Int { Int(max(0, lessons.log.now.seconds(since: shownAt)) * 1000) }

    private mutating func answer(_ text: String, to task: LessonTask) throws -> SessionStep {
        let judged = try lessons.answer(text, to: task, milliseconds: elapsed, in: &run)
        return try next(saying: [.paragraph(LessonFace.sentence(on: judged))])
    }

    private mutating func next(saying blocks: [Block]) throws -> SessionStep {
        said = blocks
        try show()
        return task == nil ? .finish(try manner.finish(&run, said)) : .stay
    }

    private mutating func takeBack() throws -> SessionStep {
        do {
            try lessons.takeBack(in: &run)
            said = [.paragraph(StyledText("Taken back.", .muted))]
            try show()
        } catch let failure as Failure where [.nothingToTakeBack, .answeredSince, .answerNotFound].contains(failure.code) {
            said = [.paragraph(StyledText(failure.message, .warning))]
        }
        return .stay
    }

    /// Left before its end: what was answered stays, the rest waits.
    private mutating func leave() throws -> SessionStep {
        if task == nil { return .finish(try manner.finish(&run, [])) }
        try lessons.log.pause(&run)
        return .finish(try manner.leave(&run, []))
    }
}
