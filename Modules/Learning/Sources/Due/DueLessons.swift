import Content
import Kernel
import Practice

extension Lessons {
    /// So much of what is due is done in one session.
    public static let dueAtOnce = 20

    /// What comes back of sparring, line work and theory on a day or before, and is open, the longest overdue first; nil means today.
    public func due(by day: Day? = nil) throws -> [DueSubject] {
        try [PracticeKind.sparring, .lineWork, .theory].flatMap { try due($0, by: day ?? log.today) }.longestOverdueFirst
    }

    private func due(_ kind: PracticeKind, by day: Day) throws -> [DueSubject] {
        let returning = Dictionary(grouping: try log.returning(kind, by: day), by: \.target.subject)
        guard !returning.isEmpty else { return [] }
        return subjects(of: kind).flatMap { subject -> [DueSubject] in
            let parts = (returning[subject.id] ?? []).compactMap { part in
                subject.order(of: part.target).map { (place: $0, part: part) }
            }.sorted { ($0.place, $0.part.target.part) < ($1.place, $1.part.target.part) }.map(\.part)
            return DueSort.allCases.compactMap { sort in
                let own = parts.filter { DueSort(of: $0.target) == sort }
                return own.isEmpty ? nil : DueSubject(sort, subject.id, subject.name, own)
            }
        }
    }

    /// What is due of a sort, the longest overdue first, as items of a session.
    ///
    /// - Parameter isWanted: which of it.
    func dueItems(_ sort: DueSort, where isWanted: (Target) -> Bool = { _ in true }) throws -> [Target] {
        try due(sort.kind, by: log.today).filter { $0.sort == sort }.flatMap(\.parts).enumerated()
            .sorted { ($0.element.due, $0.offset) < ($1.element.due, $1.offset) }.map(\.element.target).filter(isWanted)
    }

    /// The same, no more than one session takes, in the order of a lesson.
    func dueSession(_ sort: DueSort, where isWanted: (Target) -> Bool = { _ in true }) throws -> [Target] {
        let chosen = Set(try dueItems(sort, where: isWanted).prefix(Lessons.dueAtOnce))
        return try due(sort.kind, by: log.today).flatMap(\.parts).map(\.target).filter(chosen.contains)
            .sorted { book.place(of: $0).lexicographicallyPrecedes(book.place(of: $1)) }
    }

    /// What is open of a kind, in its order.
    private func subjects(of kind: PracticeKind) -> [Subject] {
        let rule = formRule
        switch kind {
        case .sparring:
            return book.exercises.filter { rule.opening(of: $0.grade) == nil }.map {
                Subject(id: $0.id, name: $0.name, count: $0.steps.count)
            }
        case .lineWork:
            return book.lines.filter { rule.opening(of: $0.grade) == nil }.map {
                Subject(id: $0.grade.id, name: book.title(of: $0.grade), count: $0.exercises.count)
            }
        default:
            return learner.syllabus.opened(in: book.topics).map {
                Subject(id: $0.id, name: $0.title, count: $0.questions.count)
            }
        }
    }

    /// Something with numbered parts, as far as it must be known here.
    private struct Subject {
        let id, name: String
        /// How many steps, lines or questions it has.
        let count: Int

        /// The place of a part; nil for one that the content has no more.
        func order(of target: Target) -> Int? {
            if target.isWhole { return 0 }
            let number = target.kind == .lineWork ? Int(target.part) ?? 0 : target.place.number
            return (1...max(1, count)).contains(number) && count > 0 ? number : nil
        }
    }
}

extension LessonBook {
    /// The place of an item in a lesson: exchange by exchange, first all steps in one role.
    fileprivate func place(of item: Target) -> [Int] {
        let subject =
            item.kind == .lineWork
            ? lines.firstIndex { $0.grade.id == item.subject } : exercises.firstIndex { $0.id == item.subject }
        let (word, number) = item.place
        return [subject ?? 0, word == "defend" ? 1 : 0, item.kind == .lineWork ? Int(item.part) ?? 0 : number]
    }
}

extension Target {
    /// Whether it is asked of an exchange as a whole.
    fileprivate var isWhole: Bool { kind == .sparring && ["perform", "number"].contains(part) }
}

extension DueSort {
    /// The sort of an item; nil for what does not come back.
    public init?(of item: Target) {
        switch item.kind {
        case .patterns: self = .movements
        case .sparring: self = ["attack", "defend", "perform"].contains(item.place.word) ? .steps : .exchanges
        case .lineWork: self = .lines
        case .theory: self = .questions
        default: return nil
        }
    }
}
