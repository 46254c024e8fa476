import Documents
import Kernel

/// A candidate's sheet for the examiners: the requirements, with space to write.
package struct CandidateSheet: Sendable {
    private let candidate: Candidate
    private let syllabi: [BeltSyllabus]
    private let club: String
    private let day: Day

    /// Creates the sheet of one candidate.
    ///
    /// - Parameters:
    ///   - syllabi: The requirements of each belt.
    ///   - club: The club's name.
    ///   - day: The day of the grading.
    package init(_ candidate: Candidate, syllabi: [BeltSyllabus], club: String, on day: Day) {
        self.candidate = candidate
        self.syllabi = syllabi
        self.club = club
        self.day = day
    }

    /// The sheet as a page for printing.
    package var page: Page {
        let syllabus = syllabi.first { $0.belt == candidate.belt.id } ?? BeltSyllabus(belt: candidate.belt.id)
        let mastery = candidate.mastery.map { "\($0) % (of what they share)" } ?? "not shared"
        let facts: [(name: String, value: String)] = [
            ("Club", club), ("Day", day.description),
            ("Belt now", "\(candidate.belt.name), \(candidate.belt.appearance)"),
            ("Grading for", "\(candidate.next.name), \(candidate.next.appearance)"),
            ("In this grade", "\(counted(candidate.months, "month")), \(counted(candidate.classes, "class"))"),
            ("Theory and patterns", mastery),
            ("By the club's rule", candidate.isReady ? "ready" : "wants \(candidate.missing.joined(separator: ", "))"),
        ]
        let requirements = [
            ("Line work", syllabus.lines), ("Patterns", syllabus.patterns.map(\.title)),
            ("Step sparring", syllabus.sparring.map(\.title)), ("Theory", syllabus.pages.map(\.title)),
        ]
        let rows = requirements.flatMap { part, items in
            items.enumerated().map {
                [$0 == 0 ? part : "", $1, CandidateSheet.writingSpace(8), CandidateSheet.writingSpace(36)]
            }
        }
        return Page(
            title: candidate.student.name,
            parts: [.facts(facts)]
                + (rows.isEmpty ? [] : [.table(titles: ["Part", "Asked", "Points", "Remarks"], rows: rows)])
                + [
                    .keptTogether([
                        .heading("Result", level: 2),
                        .table(
                            titles: ["Pass", "Double pass", "Not yet", "Examiner", "Signature"],
                            rows: [
                                [
                                    "☐", "☐", "☐", CandidateSheet.writingSpace(30) + " \n ",
                                    CandidateSheet.writingSpace(30),
                                ]
                            ]),
                        .remark("60 of 100 or as the club rules. Write what to mend, not only marks."),
                    ])
                ], isSheet: true)
    }

    /// Returns blanks for handwriting, `width` characters wide, at which no line breaks.
    private static func writingSpace(_ width: Int) -> String { String(repeating: "\u{A0}", count: width) }
}

extension CandidateSheet {
    /// Combines several sheets into one page: a list of all, then each sheet whole on paper.
    package static func page(of sheets: [CandidateSheet], titled title: String) -> Page {
        guard sheets.count != 1 else { return sheets[0].page }
        let rows = sheets.map { sheet in
            let candidate = sheet.candidate
            return [
                candidate.student.name, candidate.belt.name, candidate.next.name, "\(candidate.months)",
                "\(candidate.classes)", writingSpace(24),
            ]
        }
        return Page(
            title: title,
            parts: [.table(titles: ["Student", "Belt", "For", "Months", "Classes", "Result"], rows: rows)]
                + sheets.map { sheet in
                    let page = sheet.page
                    return .keptTogether([.heading(page.title, level: 2)] + page.parts)
                }, isSheet: true)
    }
}
