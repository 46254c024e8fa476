import Assessment
import Content
import Documents
import Footwork
import Kernel

/// The requirements of a grading as a printable page.
struct GradeSheetPage {
    let sheet: GradeSheet
    let belts: BeltOrder

    var page: Page {
        let currentBelt = belts.belt(of: sheet.learnedGrade)?.belt
        let nextBelt = belts.belt(of: sheet.target)?.belt
        // After the first black belt, only the degree changes.
        let goal =
            currentBelt == nextBelt ? title(sheet.target) : nextBelt.map { "the next belt, \($0)" } ?? "the next belt"
        return Page(
            title: "Grading for \(title(sheet.target))",
            parts: [
                .remark(
                    "What \(title(sheet.learnedGrade)) learns for \(goal). Clubs differ: your instructor knows better.")
            ]
                + words + patterns + sparring + lines + topics("Theory", sheet.theory)
                + topics("Etiquette", sheet.etiquette),
            isSheet: true)
    }

    private func title(_ grade: Grade) -> String { belts.belt(of: grade)?.name ?? grade.id }

    // MARK: - Words

    private var words: [Part] {
        guard !sheet.words.isEmpty else { return [] }
        let rows = sheet.words.enumerated().map { index, term in
            let isFirst = index == 0 || sheet.words[index - 1].category != term.category
            return [
                isFirst ? term.category.rawValue : "", english(term), term.hangul, term.romanization,
                term.pronunciation().map { "\($0.romanized) [\($0.ipa)]" } ?? "",
            ]
        }
        return [
            .heading("Words", level: 2),
            .table(titles: ["About", "English", "Hangul", "As books write it", "Spoken"], rows: rows),
        ]
    }

    /// Returns the English name of a term with its literal meaning and wording.
    private func english(_ term: Term) -> String {
        [term.english, term.meaning.isEmpty ? nil : "“\(term.meaning)”", term.wording.isEmpty ? nil : term.wording]
            .compactMap {
                $0
            }
            .joined(separator: ", ")
    }

    // MARK: - Patterns

    private var patterns: [Part] {
        sheet.patterns.flatMap { pattern -> [Part] in
            let heading = pattern.heading
            let facts: [(name: String, value: String)] = [
                ("Korean", "\(heading.hangul), \(heading.romanization)"), ("Movements", "\(heading.count)"),
                ("Begins", heading.ready), ("Ends", "the \(heading.returningFoot.rawValue) foot comes back"),
            ]
            let rows = pattern.moves.map { move in
                let sentence = String(move.sentence.dropFirst("\(move.number)".count + 1))
                let remarks = [move.pace, move.hasKihap ? "shout" : nil].compactMap { $0 }
                let movementText = remarks.isEmpty ? sentence : "\(sentence) (\(remarks.joined(separator: ", ")))"
                return [
                    "\(move.number)", ([movementText] + move.mistakes.map { "Mistake: \($0)" }).joined(separator: "\n"),
                    [move.hangul, move.korean].compactMap { $0 }.joined(separator: "\n"),
                ]
            }
            return [
                .keptTogether([
                    .heading("Pattern \(heading.name)", level: 2), .paragraph(heading.meaning), .facts(facts),
                ]), .table(titles: ["No.", "Movement", "Korean"], rows: rows),
            ] + bodies(of: pattern)
        }
    }

    /// Returns drawings of the body at the end of each movement.
    private func bodies(of pattern: Pattern) -> [Part] {
        let colors = DiagramColors(belt: belts.belt(of: pattern.heading.grade)?.colors ?? [])
        let name = pattern.heading.name
        let sheets = PatternDiagram(pattern, colors: colors).bodySheets()
        return sheets.enumerated().map { index, svg in
            .figure(
                Figure(
                    bytes: Array(svg.utf8), mediaType: "image/svg+xml",
                    alternative: "Bodies at the ends of the movements of \(name), which the table above says in words",
                    caption: index < sheets.count - 1
                        ? ""
                        : "\(name), each movement from the front and from the side. Schematic: for the fine points ask your instructor."
                ))
        }
    }

    // MARK: - Sparring and lines

    private var sparring: [Part] {
        guard let set = sheet.sparring else { return [] }
        let opening = set.exercises.first?.opening.map { opening in
            [opening.note, "Attacker: \(opening.attack.phrase).", "Defender: \(opening.defence.phrase)."].filter {
                !$0.isEmpty
            }
            .joined(separator: " ")
        }
        let exchanges = set.exercises.map { exchange -> Part in
            let rows = exchange.steps.enumerated().map { index, step in
                [
                    "\(index + 1)", step.attack.phrase,
                    step.defence.phrase + (step.counter.map { "; then \($0.phrase)" } ?? ""),
                ]
            }
            let notes = [exchange.note].filter { !$0.isEmpty }.map { Part.remark($0) }
            return .keptTogether(
                [
                    .heading(exchange.name, level: 3),
                    .table(titles: ["Step", "Attack", "Defence and counter"], rows: rows),
                ] + notes
            )
        }
        return [.heading("Step sparring", level: 2)] + (opening.map { [.paragraph($0)] } ?? []) + exchanges
    }

    private var lines: [Part] {
        guard let work = sheet.lines else { return [] }
        let rows = work.exercises.map { [$0.parts.joined(separator: ", then "), $0.way.rawValue] }
        return [.heading("Line work", level: 2), .table(titles: ["Techniques", "How"], rows: rows)]
    }

    // MARK: - Theory

    /// Returns theory pages as tables of questions and answers, or as text if a page has none.
    private func topics(_ heading: String, _ topics: [TheoryTopic]) -> [Part] {
        guard !topics.isEmpty else { return [] }
        return [.heading(heading, level: 2)]
            + topics.map { topic in
                let text = topic.questions.isEmpty ? topic.text.map { Part.paragraph($0) } : []
                let rows = topic.questions.map { [$0.prompt, $0.answer] }
                return .keptTogether(
                    [.heading(topic.title, level: 3)] + text
                        + (rows.isEmpty ? [] : [.table(titles: ["Question", "Answer"], rows: rows)]))
            }
    }
}
