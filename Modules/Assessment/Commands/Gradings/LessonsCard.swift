import Assessment
import Interface
import Kernel
import Learning
import LearningCommands
import Practice

/// The lesson suggestion on the first screen: unfinished work, or else the least known content.
struct LessonsCard {
    let gradings: @Sendable () throws -> Gradings

    var card: HomeCard {
        HomeCard("lessons", order: 30) {
            let gradings = try gradings()
            try gradings.prefetch()
            return try content(gradings)
        }
    }

    /// Returns the progress of all lessons, and the next step: due items, the unfinished mock
    /// grading or theory.
    private func content(_ gradings: Gradings) throws -> HomeCard.Content {
        let lessons = gradings.lessons
        let unfinishedGrading = try gradings.unfinished()
        let mock = lessons.learner.isChild ? nil : unfinishedGrading
        let sets = try lessons.startedSparringSets()
        let pages = try lessons.pageStandings().filter(\.isOpen)
        let readPages = pages.count { $0.reads > 0 }
        var facts: [(name: String, value: StyledText)] = [
            ("Theory", StyledText("\(readPages) of \(counted(pages.count, "page")) read"))
        ]
        if sets.own > 0 { facts.append(("Sparring", StyledText("\(sets.begun) of \(counted(sets.own, "set")) begun"))) }
        let due = try lessons.due()
        if !due.isEmpty { facts.insert(("Due", StyledText(due.words, .accent)), at: 0) }
        if let mock {
            let title = mock.subject
            facts.append(
                ("Mock grading", StyledText("for \(title), stopped at \(mock.place) of \(mock.items.count)")))
        }
        let lastGrading = try gradings.history().last { $0.kind == .real }
        let members: [OutputValue.Member] = [
            .init("pagesRead", .integer(readPages)), .init("pages", .integer(pages.count)),
            .init("sparringSets", .integer(sets.own)), .init("sparringSetsBegun", .integer(sets.begun)),
            .init("mockGradingLeft", .bool(unfinishedGrading != nil)), .init("lastGrading", .day(lastGrading?.day)),
            .init("due", .object(DueSort.lessons.map { .init($0.rawValue, .integer(due.count(of: $0))) })),
        ]
        if let lastGrading { facts.append(("Last grading", StyledText(lastGrading.day.spelledOut))) }
        let sparring = sets.own == 0 ? [] : [sets.begun < sets.own ? "sparring practice" : "sparring quiz"]
        let theory = readPages < pages.count ? ["theory read"] : ["theory quiz"]
        let suggestedStep: HomeCard.Step =
            due.counts.first.map {
                .init(
                    $0.sort.command,
                    because: lessons.learner.isChild ? "questions for you" : "\($0.sort.counted($0.count)) due",
                    rank: 24)
            }
            ?? mock.map { .init("grading mock", because: "resumes at \($0.place + 1) of \($0.items.count)", rank: 25) }
            ?? .init(
                theory[0], because: readPages < pages.count ? "new pages to read" : "questions on what you have read",
                rank: 50)
        return HomeCard.Content(
            blocks: lessons.learner.isChild
                ? ChildSession.lessons(read: readPages, begun: sets.begun) : [.heading("Lessons"), .facts(facts)],
            suggestedStep: pages.isEmpty && mock == nil && due.isEmpty ? nil : suggestedStep, members: members,
            next: mock != nil
                ? ["grading mock"] : due.isEmpty ? theory + sparring : due.counts.prefix(2).map(\.sort.command))
    }
}

extension ChildSession {
    /// Returns the pages read and exercises learned so far, without what is missing.
    fileprivate static func lessons(read: Int, begun: Int) -> [Block] {
        let sentences = [
            read == 0 ? nil : "You have read \(counted(read, "page")).",
            begun == 0 ? nil : "You know \(counted(begun, "partner exercise")).",
        ].compactMap { $0 }
        return sentences.isEmpty ? [] : [.paragraph(StyledText(declared: sentences.joined(separator: " "), .good))]
    }
}

extension DueSort {
    /// The sorts of due items that lessons practice.
    fileprivate static let lessons = allCases.filter { $0.kind != .patterns }
}
