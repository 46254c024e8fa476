import Content
import Kernel
import Learning
import Terminal

/// Pages of theory, one after the other. A page counts as read when it is turned with enter or space; that is kept before the next one shows.
struct ReadingScreen: Session {
    private let lessons: Lessons
    private let desk: LessonDesk
    private var run: PracticeSitting
    private var topic: TheoryTopic?
    private var shownAt: Instant
    private var said: [Block] = []

    init(_ lessons: Lessons, _ run: PracticeSitting, _ desk: LessonDesk) throws {
        (self.lessons, self.run, self.desk) = (lessons, run, desk)
        shownAt = lessons.log.now
        topic = try lessons.page(in: &self.run)
    }

    var view: SessionView {
        guard let topic else { return SessionView(said, wanted: .key([KeyHint(.enter, "results")]), help: desk.feature) }
        let place = "Page \(run.session.place + 1) of \(run.session.items.count)  \(topic.grade.id), \(topic.subject.rawValue)"
        let text = topic.text.flatMap { [Block.gap, .paragraph(StyledText($0))] }
        let doubt: [Block] = topic.doubt.isEmpty ? [] : [.gap, .paragraph(StyledText("Not sure: \(topic.doubt)", .warning))]
        return SessionView(
            said + [.paragraph(StyledText(place, .muted)), .heading(StyledText(topic.title))] + text + doubt,
            wanted: .key([
                KeyHint(.enter, "read"), KeyHint(.space, "read"), KeyHint(.character("n"), "not now"),
                KeyHint(.character("u"), "undo"), KeyHint(.character("q"), "quit"),
            ]), title: "theory \(run.session.place + 1)/\(run.session.items.count)", help: desk.feature)
    }

    mutating func handle(_ event: SessionEvent) throws -> SessionStep {
        said = []
        switch event {
        case .key(.enter), .key(.space):
            guard topic != nil else { return .finish(try desk.output(lessons, &run)) }
            try lessons.read(milliseconds: Int(max(0, lessons.log.now.seconds(since: shownAt)) * 1000), in: &run)
        case .key(.character("n")): try lessons.skip(in: &run)
        case .key(.character("u")): takeBack()
        case .key(.character("q")), .end: return .finish(try desk.output(lessons, &run))
        default: return .stay
        }
        shownAt = lessons.log.now
        topic = try lessons.page(in: &run)
        return topic == nil ? .finish(try desk.output(lessons, &run)) : .stay
    }

    private mutating func takeBack() {
        do {
            try lessons.takeBack(in: &run)
            said = [.paragraph(StyledText("Taken back: not read.", .muted))]
        } catch {
            said = [.paragraph(StyledText((error as? Failure)?.message ?? "It could not be taken back.", .warning))]
        }
    }
}
