import Guidance
import Interface
import Kernel

/// A tour on the screen. Leaving changes nothing. Completion and skipping are stored before the
/// screen closes.
struct TourScreen: Dialogue {
    private let guide: Guide
    private var walk: TourWalk
    /// The choice whose question waits for an answer, or nil.
    private var openChoice: TourChoice?
    /// The result of the last answer to a choice.
    private var response: StyledText?
    private var trial: TourTrialWalk?

    /// Creates the screen at the first step and counts the start, unless the tour was shown before.
    init(_ tour: Tour, guide: Guide) throws {
        self.guide = guide
        walk = try guide.shouldShow(tour) ? guide.start(tour) : guide.replay(tour)
        trial = walk.step?.trial().map(TourTrialWalk.init)
    }

    private var tour: Tour { walk.tour }

    var view: DialogueView {
        let title = "\(tour.title) \(walk.position + 1)/\(tour.steps.count)"
        if let openChoice {
            return DialogueView(
                blocks, wanted: .line(prompt: "\(openChoice.question) (empty: no change)"), title: title, help: "tour",
                stage: stage)
        }
        return DialogueView(blocks, wanted: .key(keys), title: title, help: "tour", stage: stage)
    }

    private var stage: Stage? {
        walk.step.map { step in
            Stage(
                StyledText(declared: tour.title, .title),
                aside: StyledText("step \(walk.position + 1) of \(tour.steps.count)", .muted),
                progress: Double(walk.position + 1) / Double(max(1, tour.steps.count)),
                card: [.heading(StyledText(declared: step.title, .accent)), .gap]
                    + Array(parts(of: step).joined(separator: [.gap])))
        }
    }

    /// Returns the parts of a step: its text, its facts, its trial and the last response.
    private func parts(of step: TourStep) -> [[Block]] {
        let facts = step.facts()
        let paragraphs = step.paragraphs.map { [Block.paragraph(StyledText(declared: $0))] }
        let parts =
            paragraphs + [facts.isEmpty ? [] : [.facts(facts.map { ($0.name, StyledText(declared: $0.value)) })]]
            + trialParts
        return (parts + [response.map { [.paragraph($0)] } ?? []]).filter { !$0.isEmpty }
    }

    /// The blocks of the trial: its content, the last response and the available actions.
    private var trialParts: [[Block]] {
        guard let trial else { return [] }
        let front = trial.trial.front.enumerated().map {
            Block.paragraph(StyledText(declared: $1, $0 == 0 ? .title : .muted))
        }
        let response = trial.last.flatMap { action -> Block? in
            action.response.isEmpty
                ? nil
                : .paragraph(StyledText(declared: action.response, action.isRight.map { $0 ? .good : .bad } ?? .accent))
        }
        let actions = trial.turn?.actions ?? []
        let names =
            actions.first?.name == TourTrial.choosing
            ? ["press its number"] : actions.map { "\(TourScreen.key($0)): \($0.name)" }
        let actionHints: [Block] =
            actions.isEmpty ? [] : [.paragraph(StyledText("Try it: \(names.joined(separator: ", "))", .input))]
        return [front + trial.shown.map { .paragraph(StyledText(declared: $0)) }] + [
            (response.map { [$0] } ?? []) + actionHints
        ]
    }

    /// Returns the terminal key of an action. A blank is the space key.
    private static func key(_ action: TourTrial.Action) -> Key { action.key == " " ? .space : .character(action.key) }

    private var blocks: [Block] {
        guard let step = walk.step else { return [.paragraph("This tour is empty.")] }
        let headParts: [Block] = [
            .heading(StyledText(declared: step.title, .title)),
            .paragraph(StyledText("\(tour.title), step \(walk.position + 1) of \(tour.steps.count)", .muted)),
        ]
        return ([headParts] + parts(of: step)).enumerated().flatMap { index, part in (index == 0 ? [] : [.gap]) + part }
            + [
                .gap
            ]
    }

    private var keys: [KeyHint] {
        let actionKeys = trial?.turn?.actions.map { KeyHint(TourScreen.key($0), $0.name) } ?? []
        let advanceKeys =
            (KeyTable.advance(walk.isLast ? tour.ending : "next") + (walk.isLast ? [] : [KeyHint(.right, "next")]))
            .filter { hint in !actionKeys.contains { $0.key == hint.key } }
        let backKeys = walk.isFirst ? [] : [KeyTable.back, KeyHint(.left, "back")]
        let choiceKeys = walk.step?.choices.map { KeyHint(.character($0.key), "change \($0.name)") } ?? []
        let skipKeys = walk.step?.maySkip == true ? [KeyTable.skip] : []
        return actionKeys + advanceKeys + backKeys + choiceKeys + skipKeys + [KeyTable.quit("leave")]
    }

    mutating func handle(_ event: DialogueEvent) throws -> DialogueStep {
        switch event {
        case .tick: return .stay
        case .end: return .finish(Output())
        case .line(let line): return answer(line)
        case .key(let key): return try handle(key)
        }
    }

    private mutating func handle(_ key: Key) throws -> DialogueStep {
        response = nil
        if handleTrial(key) { return .stay }
        let position = walk.position
        defer { if walk.position != position { trial = walk.step?.trial().map(TourTrialWalk.init) } }
        switch key {
        case .enter where walk.isLast, .space where walk.isLast: return .finish(try complete())
        case .enter, .space, .right: walk.forward()
        case .left, KeyTable.back.key: walk.back()
        case .character("s") where walk.step?.maySkip == true: return .finish(try skip())
        case .character("q"): return .finish(try leave())
        case .character(let character): openChoice = walk.step?.choices.first { $0.key == character }
        default: break
        }
        return .stay
    }

    /// Passes a key to the trial, and returns whether the trial has an action for it.
    private mutating func handleTrial(_ key: Key) -> Bool {
        switch key {
        case .space: trial?.handle(" ") ?? false
        case .character(let character): trial?.handle(character) ?? false
        default: false
        }
    }

    /// Applies the answer to a choice. An invalid answer is explained, and the question is
    /// repeated.
    private mutating func answer(_ line: String) -> DialogueStep {
        guard let choice = openChoice else { return .stay }
        let text = line.split(separator: " ").joined(separator: " ")
        do {
            response = text.isEmpty ? nil : StyledText(try choice.change(text), .good)
            if !text.isEmpty { try guide.recordChange(in: tour) }
            openChoice = nil
        } catch let failure as Failure {
            response = StyledText(declared: failure.description, .warning)
        } catch {
            response = StyledText("That could not be changed: \(error).", .warning)
        }
        return .stay
    }

    private var repeatHint: String {
        tour.scope == .device ? "Replay Welcome Tour: `tour \(tour.id)`." : "`tour \(tour.id)` shows it again."
    }

    /// Marks the tour as completed and reports it.
    private func complete() throws -> Output {
        let isNew = try guide.complete(tour)
        return try TourCommand.report(
            isNew
                ? "That was the tour “\(tour.title)” (\(tour.id)). \(repeatHint)"
                : "That was the tour “\(tour.title)” (\(tour.id)) once more.",
            [tour], guide, next: tour.next.isEmpty ? ["topics"] : tour.next)
    }

    /// Marks the tour as skipped and reports it.
    private func skip() throws -> Output {
        try guide.skip(tour)
        return try TourCommand.report(
            "Skipped “\(tour.title)” (\(tour.id)). `tour \(tour.id)` shows it whenever you like.", [tour], guide,
            next: tour.next.isEmpty ? ["topics"] : tour.next)
    }

    /// Reports that the tour is left, and whether the app offers it again.
    private func leave() throws -> Output {
        let isDue = try guide.shouldShow(tour)
        return try TourCommand.report(
            isDue
                ? "You left “\(tour.title)” (\(tour.id)); it will be offered again."
                : "You left “\(tour.title)” (\(tour.id)).",
            [tour], guide, next: ["tour \(tour.id)"] + (isDue ? ["tour \(tour.id) --skip"] : []))
    }
}
