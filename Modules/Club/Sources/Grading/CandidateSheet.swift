import Documents
import Kernel

/// A candidate's sheet for the table of the examiners: what is asked, with room to write.
public struct CandidateSheet: Sendable {
    private let candidate: Candidate
    private let matter: [BeltMatter]
    private let club: String
    private let day: Day

    /// The sheet of one candidate.
    ///
    /// - Parameters:
    ///   - matter: what each belt learns.
    ///   - club: the club's name.
    ///   - day: of the grading.
    public init(_ candidate: Candidate, matter: [BeltMatter], club: String, on day: Day) {
        (self.candidate, self.matter, self.club, self.day) = (candidate, matter, club, day)
    }

    /// As a sheet to print.
    public var page: Page {
        let own = matter.first { $0.belt == candidate.belt.id } ?? BeltMatter(belt: candidate.belt.id)
        let mastery = candidate.mastery.map { "\($0) % (of what they share)" } ?? "not shared"
        let facts: [(name: String, value: String)] = [
            ("Club", club), ("Day", day.description), ("Belt now", "\(candidate.belt.name), \(candidate.belt.look)"),
            ("Grading for", "\(candidate.next.name), \(candidate.next.look)"),
            ("In this grade", "\(counted(candidate.months, "month")), \(counted(candidate.classes, "class"))"),
            ("Theory and patterns", mastery),
            ("By the club's rule", candidate.isReady ? "ready" : "wants \(candidate.missing.joined(separator: ", "))"),
        ]
        return Page(
            title: candidate.student.name,
            parts: [.facts(facts)] + part("Line work", own.lines) + part("Patterns", own.patterns.map(\.title))
                + part("Step sparring", own.sparring.map(\.title)) + part("Theory", own.pages.map(\.title))
                + [
                    .kept([
                        .heading("Result", level: 2),
                        .table(
                            titles: ["Pass", "Double pass", "Not yet", "Examiner", "Signature"],
                            rows: [["☐", "☐", "☐", " \n ", " "]]),
                        .remark("60 of 100 or as the club rules. Write what to mend, not only marks."),
                    ])
                ], isSheet: true)
    }

    private func part(_ title: String, _ items: [String]) -> [Part] {
        let rows = (items.isEmpty ? [" "] : items).map { [$0, " ", " "] }
        return [.heading(title, level: 2), .table(titles: ["Asked", "Points", "Remarks"], rows: rows)]
    }
}

extension CandidateSheet {
    /// Several sheets in one page, each whole on paper.
    public static func page(of sheets: [CandidateSheet], titled title: String) -> Page {
        guard sheets.count != 1 else { return sheets[0].page }
        return Page(
            title: title,
            parts: sheets.map { sheet in
                let page = sheet.page
                return .kept([.heading(page.title, level: 2)] + page.parts)
            }, isSheet: true)
    }
}
