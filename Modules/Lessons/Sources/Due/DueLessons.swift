import Content
import Kernel
import Learning
import Practice

extension LessonStudy {
    /// The maximum number of due items in one session.
    package static let maximumDue = 20

    /// Returns the open subjects of sparring, line work and theory due on or before a day, the
    /// longest overdue first.
    ///
    /// The default day is today.
    package func due(by day: Day? = nil) throws -> [DueSubject] {
        try [PracticeKind.sparring, .lineWork, .theory].flatMap { try due($0, by: day ?? log.today) }
            .longestOverdueFirst
    }

    /// Returns the due subjects of a kind in lesson order, split by sort.
    private func due(_ kind: PracticeKind, by day: Day) throws -> [DueSubject] {
        let dueBySubject = Dictionary(grouping: try log.dueItems(kind, by: day), by: \.target.subject)
        guard !dueBySubject.isEmpty else { return [] }
        return subjects(of: kind).flatMap { subject -> [DueSubject] in
            let parts = (dueBySubject[subject.id] ?? []).compactMap { part in
                subject.order(of: part.target).map { (place: $0, part: part) }
            }.sorted { ($0.place, $0.part.target.part) < ($1.place, $1.part.target.part) }.map(\.part)
            return DueSort.allCases.compactMap { sort in
                let partsOfSort = parts.filter { DueSort(of: $0.target) == sort }
                return partsOfSort.isEmpty ? nil : DueSubject(sort, subject.id, subject.name, partsOfSort)
            }
        }
    }

    /// Returns the due items of a sort as session items, the longest overdue first.
    ///
    /// - Parameter isWanted: a filter for the items.
    func dueItems(_ sort: DueSort, where isWanted: (Target) -> Bool = { _ in true }) throws -> [Target] {
        try due(sort.kind, by: log.today).filter { $0.sort == sort }.flatMap(\.parts).enumerated()
            .sorted { ($0.element.due, $0.offset) < ($1.element.due, $1.offset) }.map(\.element.target).filter(isWanted)
    }

    /// Returns the due items of a sort for one session, in lesson order.
    func dueSession(_ sort: DueSort, where isWanted: (Target) -> Bool = { _ in true }) throws -> [Target] {
        let sessionTargets = Set(try dueItems(sort, where: isWanted).prefix(LessonStudy.maximumDue))
        return try due(sort.kind, by: log.today).flatMap(\.parts).map(\.target).filter(sessionTargets.contains)
            .sorted { book.sortKey(of: $0).lexicographicallyPrecedes(book.sortKey(of: $1)) }
    }

    /// Returns the open subjects of a kind in order.
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

    /// A subject with numbered parts, reduced to the data needed here.
    private struct Subject {
        let id, name: String
        let count: Int

        /// Returns the position of a part, or nil if the content no longer has it.
        func order(of target: Target) -> Int? {
            if target.isWhole { return 0 }
            let number = target.kind == .lineWork ? Int(target.part) ?? 0 : target.place.number
            return (1...max(1, count)).contains(number) && count > 0 ? number : nil
        }
    }
}

extension LessonIndex {
    /// Returns the position of an item in a lesson, by exchange and then by role.
    fileprivate func sortKey(of item: Target) -> [Int] {
        let subject =
            item.kind == .lineWork
            ? lines.firstIndex { $0.grade.id == item.subject } : exercises.firstIndex { $0.id == item.subject }
        let (word, number) = item.place
        return [subject ?? 0, word == "defend" ? 1 : 0, item.kind == .lineWork ? Int(item.part) ?? 0 : number]
    }
}

extension Target {
    /// Whether the item asks about an exchange as a whole.
    fileprivate var isWhole: Bool { kind == .sparring && ["perform", "number"].contains(part) }
}
