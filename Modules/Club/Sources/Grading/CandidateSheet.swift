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
        let asked = [
            ("Line work", own.lines), ("Patterns", own.patterns.map(\.title)), ("Step sparring", own.sparring.map(\.title)),
            ("Theory", own.pages.map(\.title)),
        ]
        let rows = asked.flatMap { part, items in
            items.enumerated().map { [$0 == 0 ? part : "", $1, CandidateSheet.room(8), CandidateSheet.room(36)] }
        }
        return Page(
            title: candidate.student.name,
            parts: [.facts(facts)]
                + (rows.isEmpty ? [] : [.table(titles: ["Part", "Asked", "Points", "Remarks"], rows: rows)])
                + [
                    .kept([
                        .heading("Result", level: 2),
                        .table(
                            titles: ["Pass", "Double pass", "Not yet", "Examiner", "Signature"],
                            rows: [["☐", "☐", "☐", CandidateSheet.room(30) + " \n ", CandidateSheet.room(30)]]),
                        .remark("60 of 100 or as the club rules. Write what to mend, not only marks."),
                    ])
                ], isSheet: true)
    }

    /// Room to write in, so many figures wide: blanks that no line breaks at.
    private static func room(_ width: Int) -> String { String(repeating: "\u{A0}", count: width) }
}

extension CandidateSheet {
    /// Several sheets in one page, each whole on paper, behind a list of all of them.
    public static func page(of sheets: [CandidateSheet], titled title: String) -> Page {
        guard sheets.count != 1 else { return sheets[0].page }
        let rows = sheets.map { sheet in
            let one = sheet.candidate
            return [one.student.name, one.belt.name, one.next.name, "\(one.months)", "\(one.classes)", room(24)]
        }
        return Page(
            title: title,
            parts: [.table(titles: ["Student", "Belt", "For", "Months", "Classes", "Result"], rows: rows)]
                + sheets.map { sheet in
                    let page = sheet.page
                    return .kept([.heading(page.title, level: 2)] + page.parts)
                }, isSheet: true)
    }
}
