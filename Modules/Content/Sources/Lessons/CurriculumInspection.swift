import Footwork
import Korean

/// The checks of `content check` on lessons beyond their format: the rules of the art and of the
/// script.
package struct CurriculumInspection: Sendable {
    private let curriculum: Curriculum
    private let morphemes: [String: Morpheme]
    private let ruleValidators: [RuleValidator]

    /// Creates an inspection of lessons against the word parts of a library, and of sparring rules
    /// by their judges.
    package init(_ curriculum: Curriculum, morphemes: [Morpheme], ruleValidators: [RuleValidator] = []) {
        self.curriculum = curriculum
        self.ruleValidators = ruleValidators
        self.morphemes = Dictionary(morphemes.map { ($0.hangul, $0) }, uniquingKeysWith: { $1 })
    }

    /// All unreadable entries and all doubtful content.
    package var findings: [Finding] {
        let patterns = curriculum.patterns()
        let sparring = curriculum.sparring()
        let techniques = curriculum.techniques()
        return patterns.findings + patterns.value.flatMap(patternFindings) + sparring.findings
            + sparring.value.flatMap(sparringFindings) + curriculum.lineWork().findings + curriculum.theory().findings
            + techniques.findings
            + techniques.value.flatMap { spellingFindings($0.hangul, $0.romanization, "techniques", $0.id) }
            + ruleFindings
    }

    /// The findings about the match rules.
    private var ruleFindings: [Finding] {
        let rules = curriculum.rules()
        return rules.findings
            + ruleValidators.flatMap { $0.objections(rules.value) }.map { objection in
                Finding(
                    file: rules.value.first { $0.id == objection.id }?.file ?? "rules", entry: objection.id,
                    field: objection.field, severity: .error, rule: .matchRules, sentence: objection.sentence,
                    advice: objection.advice)
            }
    }

    /// Returns the findings on a pattern and its movements.
    private func patternFindings(_ heading: PatternHeading) -> [Finding] {
        guard let reading = try? curriculum.pattern(heading.id) else { return [] }
        let numbers = reading.value.moves.map(\.number)
        var result = reading.findings + spellingFindings(heading.hangul, heading.romanization, "patterns", heading.id)
        if numbers != Array(1...heading.count) {
            result.append(
                Finding(
                    file: "patterns", entry: heading.id, field: "movements", severity: .warning, rule: .schema,
                    sentence: "It should have movements 1 to \(heading.count), but has \(numbers.count).",
                    advice: "Add the missing ones, or correct the number."))
        }
        return result + reading.value.moves.flatMap { moveFindings($0, heading) } + strayFindings(reading.value)
            + reading.value.mistakeFindings
    }

    /// Returns the findings on the steps, the name and the hands of a movement.
    private func moveFindings(_ move: Move, _ heading: PatternHeading) -> [Finding] {
        let entry = "\(heading.id) \(move.number)"
        var result: [Finding] = []
        // A movement that the author already marked as doubtful produces no further finding.
        let isCertain = move.doubt == nil
        if isCertain, move.stepFitsStance == false {
            result.append(
                Finding(
                    file: "patterns", entry: entry, field: "steps", severity: .warning, rule: .footwork,
                    sentence: "The step does not lead where the stance needs the foot.",
                    advice: "Check foot, direction, side of the stance and the way it faces."))
        }
        if isCertain, let objection = move.formObjection {
            result.append(
                Finding(
                    file: "patterns", entry: entry, field: "hangul", severity: .warning, rule: .form,
                    sentence: objection,
                    advice: "Check the arm, or the name."))
        }
        result += move.omissions.filter { _ in isCertain }.map { field, sentence, advice in
            Finding(
                file: "patterns", entry: entry, field: field, severity: .warning, rule: .action, sentence: sentence,
                advice: advice)
        }
        guard let hangul = move.hangul else { return result }
        return result + spellingFindings(hangul, move.korean ?? "", "patterns", entry) + partFindings(hangul, entry)
    }

    /// Returns the findings for feet that change position without a step.
    private func strayFindings(_ pattern: Pattern) -> [Finding] {
        // A pattern without any steps makes no statement about feet.
        guard pattern.moves.contains(where: { !$0.steps.isEmpty }) else { return [] }
        return pattern.course.strayFeet.filter { pattern.move($0.number)?.doubt == nil }.map { strayFoot in
            Finding(
                file: "patterns", entry: "\(pattern.id) \(strayFoot.number)", field: "steps", severity: .warning,
                rule: .footwork,
                sentence: "No step moves the \(strayFoot.foot.rawValue) foot, but the stance needs it elsewhere.",
                advice: "Add the step that is missing, or check the stance.")
        }
    }

    /// Returns findings for arms that contradict the name of their technique.
    private func sparringFindings(_ exercise: SparringExercise) -> [Finding] {
        exercise.steps.enumerated().flatMap { index, step in
            [("attack", step.attack), ("defence", step.defence)].appending(step.counter.map { ("counter", $0) }).flatMap
            {
                name, part in
                part.misnamedTechniques.map { misnamed in
                    Finding(
                        file: "sparring", entry: exercise.id, field: "step \(index + 1) \(name)", severity: .warning,
                        rule: .form,
                        sentence:
                            "The \(misnamed.technique.action) is called \(misnamed.form?.rawValue ?? ""), but its arm is on the wrong side.",
                        advice: "Obverse means the same side as the stance.")
                }
            }
        }
    }

    /// Returns findings where the hangul and the romanization differ.
    ///
    /// The letters of ready postures and of the compass occur in both and are ignored.
    private func spellingFindings(_ hangul: String, _ romanization: String, _ file: String, _ entry: String)
        -> [Finding]
    {
        let names = (Self.withoutLetters(hangul), Self.withoutLetters(romanization))
        guard !RomanizationCheck.agrees(hangul: names.0, romanization: names.1) else { return [] }
        return [
            Finding(
                file: file, entry: entry, field: "korean", severity: .warning, rule: .romanization,
                sentence: "\(hangul) and “\(romanization)” do not sound alike.",
                advice: "Check the hangul letter by letter.")
        ]
    }

    /// Returns findings for words that are missing from the list of word parts.
    private func partFindings(_ hangul: String, _ entry: String) -> [Finding] {
        Self.words(hangul).filter { morphemes[$0] == nil }.map { word in
            Finding(
                file: "patterns", entry: entry, field: "hangul", severity: .warning, rule: .unknownMorpheme,
                sentence: "\(word) is not in the list of word parts.", advice: "Add it there, or correct it.")
        }
    }

    /// Returns the words without single compass letters, A to H.
    private static func words(_ text: String) -> [String] {
        text.split { $0 == " " || $0 == "," }.map(String.init).filter { $0.count > 1 || !("A"..."H").contains($0) }
    }

    /// Returns the text without single compass letters.
    private static func withoutLetters(_ text: String) -> String { words(text).joined(separator: " ") }

}

extension Array { fileprivate func appending(_ element: Element?) -> [Element] { element.map { self + [$0] } ?? self } }
