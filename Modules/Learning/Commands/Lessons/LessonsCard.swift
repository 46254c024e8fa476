import Kernel
import Learning
import Terminal

/// What lessons suggest when the app is called alone: what was left, else what is known least.
struct LessonsCard {
    let gradings: @Sendable () throws -> Gradings

    var card: HomeCard {
        HomeCard("lessons", order: 30) {
            let gradings = try gradings()
            return try content(gradings)
        }
    }

    private func content(_ gradings: Gradings) throws -> HomeCard.Content {
        let lessons = gradings.lessons
        let mock = try gradings.unfinished()
        let sets = try lessons.sparringStandings().filter(\.isOpen)
        let pages = try lessons.pageStandings().filter(\.isOpen)
        let read = pages.count { $0.reads > 0 }
        let known = sets.isEmpty ? nil : sets.reduce(0) { $0 + $1.level } / sets.count
        var facts: [(name: String, value: StyledText)] = [("Theory", StyledText("\(read) of \(pages.count) pages read"))]
        if let known {
            facts.append(
                ("Sparring", StyledText("\(LessonFields.percent(known)) of \(sets.count) \(sets.count == 1 ? "set" : "sets")")))
        }
        if let mock {
            let title = mock.session.subject
            facts.append(
                ("Mock grading", StyledText("for \(title), left at \(mock.session.place) of \(mock.session.items.count)")))
        }
        let last = try gradings.history().last { $0.kind == .real }
        let members: [FieldValue.Member] = [
            .init("pagesRead", .integer(read)), .init("pages", .integer(pages.count)),
            .init("sparringSets", .integer(sets.count)),
            .init("sparringLevel", known.map { .number(Double($0) / 1000) } ?? .null),
            .init("mockGradingLeft", .bool(mock != nil)), .init("lastGrading", .day(last?.day)),
        ]
        let sparring = sets.contains { $0.level < 800 } ? ["sparring practice"] : []
        let theory = read < pages.count ? ["theory read"] : ["theory quiz"]
        return HomeCard.Content(
            blocks: [.facts(facts)], members: members, next: mock == nil ? theory + sparring : ["grading mock"])
    }
}
