import Content
import Practice

/// The exchanges of one kind that belong to one grade.
package struct SparringSet: Hashable, Identifiable, Sendable, Graded {
    package let kind: SparringExercise.Kind
    package let grade: Grade
    package let exercises: [SparringExercise]

    /// The identifier, such as `three-step-8k`.
    package var id: String { "\(kind.rawValue)-\(grade.id)" }

    /// The name, such as `Three-step sparring 1 to 4`.
    package var name: String {
        guard let first = exercises.first, let last = exercises.last, first != last else {
            return exercises.first.map { "\(kind.title) \($0.number)" } ?? kind.title
        }
        return "\(kind.title) \(first.number) to \(last.number)"
    }

    /// Returns the sets of exercises in learning order.
    package static func all(of exercises: [SparringExercise]) -> [SparringSet] {
        Dictionary(grouping: exercises) { [$0.kind.rawValue, $0.grade.id] }.values.compactMap { members in
            members.first.map {
                SparringSet(kind: $0.kind, grade: $0.grade, exercises: members.sorted { $0.number < $1.number })
            }
        }.sorted { ($0.grade, $0.kind) < ($1.grade, $1.kind) }
    }
}

/// The role of a partner in an exchange.
package enum SparringRole: String, CaseIterable, Sendable {
    case attacker
    case defender

    /// The word in the names of the role's steps.
    var steps: String { self == .attacker ? "attack" : "defend" }
}

extension SparringExercise {
    /// Returns the title of a step, such as `Three-step sparring 1, step 2 of 3`.
    func title(ofStep number: Int) -> String { steps.count == 1 ? name : "\(name), step \(number) of \(steps.count)" }

    /// Returns the defense of each step.
    ///
    /// - Parameter isNumbered: whether each label includes the step number.
    func answers(isNumbered: Bool) -> [LessonTask.Fact] {
        steps.enumerated().flatMap { index, step in
            [LessonTask.Fact(isNumbered ? "Defence \(index + 1)" : "Defence", step.defence.phrase)]
                + (step.counter.map { [LessonTask.Fact("Counter", $0.phrase)] } ?? [])
        }
    }

    /// Returns the task of one step in one role: the learner performs it and then uncovers it part
    /// by part.
    func task(step number: Int, as role: SparringRole) -> LessonTask? {
        guard steps.indices.contains(number - 1) else { return nil }
        let step = steps[number - 1]
        let title = title(ofStep: number)
        let counter = step.counter.map { [$0.facts("Counter") + remarks(step)] } ?? []
        let answer = step.defence.facts("Defence") + (counter.isEmpty ? remarks(step) : [])
        switch role {
        case .attacker:
            let partnerFacts = [LessonTask.Fact("Defence", step.defence.phrase)]
            let counterFacts = step.counter.map { [LessonTask.Fact("Counter", $0.phrase)] } ?? []
            return LessonTask(
                item("attack-\(number)"), title: title, prompt: "You attack. Do it, then look.",
                facts: number == 1 ? startingPositions(as: role) : [],
                form: .done(uncovering: [step.attack.facts("Attack"), partnerFacts + counterFacts + remarks(step)]))
        case .defender:
            return LessonTask(
                item("defend-\(number)"), title: title,
                prompt: step.counter == nil
                    ? "You defend. Do it, then look." : "You defend and counter. Do it, then look.",
                facts: (number == 1 ? startingPositions(as: role) : []) + step.attack.facts("Attack"),
                form: .done(uncovering: [answer] + counter))
        }
    }

    /// Returns the starting positions of both partners, or an empty array if the content has none.
    private func startingPositions(as role: SparringRole) -> [LessonTask.Fact] {
        guard let opening else { return [] }
        let (ownPart, partnerPart) =
            role == .attacker ? (opening.attack, opening.defence) : (opening.defence, opening.attack)
        return (opening.note.isEmpty ? [] : [.init("Before", opening.note)])
            + [.init("You begin", ownPart.phrase), .init("Partner", partnerPart.phrase)]
    }

    /// The task of the whole exchange, as in a grading.
    var performance: LessonTask {
        let attacks = steps.enumerated().map { LessonTask.Fact("Attack \($0 + 1)", $1.attack.phrase) }
        return LessonTask(
            item("perform"), title: name, prompt: "Show it with a partner, or alone, as defender. Then look.",
            facts: startingPositions(as: .defender) + attacks, form: .done(uncovering: [answers(isNumbered: true)]))
    }

    /// Returns the target of a part, such as `defend-2` or `number`.
    package func item(_ part: String) -> Target { Target(.sparring, id, part) }

    /// Returns the correction of a step and the doubts about the exchange, if any.
    private func remarks(_ step: Step) -> [LessonTask.Fact] {
        let doubtFacts = doubt.isEmpty ? [] : [LessonTask.Fact("Not sure", doubt)]
        return (step.correction.map { [LessonTask.Fact("Corrected", $0)] } ?? []) + doubtFacts
    }
}

extension SparringExercise.Part {
    /// Returns the action with foot, stance, hand and section as separate facts.
    func facts(_ name: String) -> [LessonTask.Fact] {
        guard !actions.isEmpty else { return [.init(name, phrase)] }
        let limbs = Set(actions.map(\.technique.isKick)).count == 1 && actions[0].technique.isKick ? "Leg" : "Hand"
        let lines: [(String, [String])] = [
            (name, [action]),
            ("Foot", steps.map { [$0.foot.rawValue, $0.way].compactMap { $0 }.joined(separator: ", ") }),
            ("Stance", ending.map { [$0.phrase] } ?? []),
            (
                limbs,
                actions.compactMap { action in
                    action.technique.side.map { side in
                        action.form.map { "\(side.rawValue), \($0.rawValue)" } ?? side.rawValue
                    }
                }
            ),
            ("Section", actions.compactMap(\.technique.section)),
        ]
        return lines.filter { !$0.1.isEmpty }.map { .init($0.0, $0.1.joined(separator: ", then ")) }
    }
}
