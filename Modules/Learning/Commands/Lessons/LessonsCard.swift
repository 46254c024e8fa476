import Kernel
import Learning
import Practice
import Terminal

/// What lessons suggest when the app is called alone: what was left, else what is known least.
struct LessonsCard {
    let gradings: @Sendable () throws -> Gradings

    var card: HomeCard {
        HomeCard("lessons", order: 30) {
            let gradings = try gradings()
            try gradings.foresee()
            return try content(gradings)
        }
    }

    private func content(_ gradings: Gradings) throws -> HomeCard.Content {
        let lessons = gradings.lessons
        let mock = try gradings.unfinished()
        let sets = try lessons.sparringBegun()
        let pages = try lessons.pageStandings().filter(\.isOpen)
        let read = pages.count { $0.reads > 0 }
        var facts: [(name: String, value: StyledText)] = [
            ("Theory", StyledText("\(read) of \(counted(pages.count, "page")) read"))
        ]
        if sets.own > 0 { facts.append(("Sparring", StyledText("\(sets.begun) of \(counted(sets.own, "set")) begun"))) }
        if let mock {
            let title = mock.subject
            facts.append(
                ("Mock grading", StyledText("for \(title), stopped at \(mock.place) of \(mock.items.count)")))
        }
        let last = try gradings.history().last { $0.kind == .real }
        let members: [FieldValue.Member] = [
            .init("pagesRead", .integer(read)), .init("pages", .integer(pages.count)),
            .init("sparringSets", .integer(sets.own)), .init("sparringSetsBegun", .integer(sets.begun)),
            .init("mockGradingLeft", .bool(mock != nil)), .init("lastGrading", .day(last?.day)),
        ]
        if let last { facts.append(("Last grading", StyledText(last.day.spelledOut))) }
        let sparring = sets.own == 0 ? [] : [sets.begun < sets.own ? "sparring practice" : "sparring quiz"]
        let theory = read < pages.count ? ["theory read"] : ["theory quiz"]
        let now: HomeCard.Step =
            mock.map { .init("grading mock", because: "resumes at \($0.place + 1) of \($0.items.count)", rank: 25) }
            ?? .init(theory[0], because: read < pages.count ? "new pages to read" : "questions on what you have read", rank: 50)
        return HomeCard.Content(
            blocks: [.heading("Lessons"), .facts(facts)], now: pages.isEmpty && mock == nil ? nil : now, members: members,
            next: mock == nil ? theory + sparring : ["grading mock"])
    }
}
