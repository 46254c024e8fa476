import Content
import Kernel
import Practice

/// What a practice of step sparring goes through.
enum SparringPlan {
    /// Exchange by exchange; first all steps in one role, then in the other.
    static func items(of exercises: [SparringExercise], as roles: [SparringRole]) -> [Target] {
        exercises.flatMap { exercise in
            roles.flatMap { role in
                exercise.steps.indices.map { exercise.item("\(role.steps)-\($0 + 1)") }
            }
        }
    }
}

extension Lessons {
    /// How many questions a quiz may have.
    public static let questionRange = 3...50

    /// The sets of step sparring with how well they are known, earlier learned first; those that are not open yet as well.
    public func sparringStandings() throws -> [LessonStanding] {
        let (known, rule) = (try log.memories(of: .sparring), formRule)
        return SparringSet.all(of: book.exercises).map { set in
            standing((set.id, set.name, set.grade), of: set.exercises.map(\.id), .sparring, in: known, by: rule)
        }
    }

    /// How many sets of step sparring the learner's grade and the earlier ones have, and how many of them were practised or asked. Cheaper than
    /// their standings.
    public func sparringBegun() throws -> (own: Int, begun: Int) {
        let met = Set(try log.memories(of: .sparring).map(\.target.subject))
        let own = learner.syllabus.opened(in: SparringSet.all(of: book.exercises))
        return (own.count, own.count { set in set.exercises.contains { met.contains($0.id) } })
    }

    /// The words that name exchanges: their ids, those of sets, kinds and grades.
    public var sparringNames: [String] {
        let exercises = book.exercises
        let sets = SparringSet.all(of: exercises)
        return SparringExercise.Kind.allCases.map(\.rawValue) + sets.map(\.id) + sets.map(\.grade.id) + exercises.map(\.id)
    }

    /// The exchanges that a word names and the belt rule opens: one by its id, a set, a kind, the sets of a grade; nil names
    /// the latest set that the learner has, and before the first one the next.
    ///
    /// - Throws: `unknownExchange`; `notOpenYet`.
    public func exchanges(named name: String?) throws -> (subject: String, exercises: [SparringExercise]) {
        let exercises = book.exercises
        let sets = SparringSet.all(of: exercises)
        let rule = formRule
        guard let name else {
            let set = sets.last { learner.syllabus.opens($0.grade) } ?? sets.first { rule.opening(of: $0.grade) == nil }
            guard let set else { throw notOpen(sets.first, by: rule) }
            return (set.id, set.exercises)
        }
        let found =
            exercises.filter { $0.id == name }.nonEmpty ?? sets.first { $0.id == name }?.exercises
            ?? exercises.filter { $0.kind.rawValue == name }.nonEmpty ?? exercises.filter { $0.grade.id == name }.nonEmpty
        guard let found else {
            guard let meant = Curriculum.meant(name, among: exercises.map(\.searchable)) else { throw unknown(name) }
            return try exchanges(named: meant)
        }
        let open = found.filter { rule.opening(of: $0.grade) == nil }
        guard !open.isEmpty else { throw notOpen(sets.first { $0.exercises.contains(found[0]) }, by: rule) }
        return (name, open)
    }

    /// Begins a practice of exchanges, step by step. Where none is named, what is due comes back, and only where nothing is the latest set. A small
    /// child chooses the defence of a few of them, whatever else is asked for.
    ///
    /// - Parameters:
    ///   - role: the only role; nil for both.
    ///   - isShuffled: whether the exchanges come in an order that chance decides.
    ///   - isWhole: whether each exchange is done at once, as defender.
    /// - Throws: as `exchanges(named:)`.
    public func practiseSparring(
        _ name: String?, role: SparringRole? = nil, isShuffled: Bool = false, isWhole: Bool = false
    ) throws -> Run<LessonExercise> {
        if learner.isChild {
            let (subject, exercises) = try exchanges(named: name)
            return try begin(.sparring, "practice", subject: subject, items: fewExchanges(of: exercises))
        }
        if name == nil, !isShuffled, !isWhole {
            let due = try dueSession(.steps) { item in role.map { $0.steps == item.place.word } ?? true }
            if !due.isEmpty { return try begin(.sparring, "practice", subject: "", items: due) }
        }
        let (subject, exercises) = try exchanges(named: name)
        var source = log.split()
        let order = isShuffled ? exercises.shuffled(using: &source) : exercises
        let items =
            isWhole
            ? order.map { $0.item("perform") } : SparringPlan.items(of: order, as: role.map { [$0] } ?? SparringRole.allCases)
        return try begin(.sparring, "practice", subject: subject, items: items)
    }

    /// The practice that was left before its end; of a small child one of its own.
    public func unfinishedSparring(_ name: String?) throws -> Run<LessonExercise>? {
        let left = try unfinished(.sparring, "practice", subject: name)
        let isOwn = left?.items.allSatisfy { $0.place.word == SparringQuestions.short } ?? true
        return learner.isChild == isOwn ? left : nil
    }

    /// A question on each of the few exchanges that are known least, in their order.
    private func fewExchanges(of exercises: [SparringExercise]) throws -> [Target] {
        let questions = SparringQuestions(exercises: book.exercises)
        let known = Dictionary(try log.memories(of: .sparring).map { ($0.target, $0.level) }, uniquingKeysWith: { $1 })
        let weakest = exercises.compactMap(questions.shortItem).enumerated().sorted {
            (known[$0.element] ?? 0, $0.offset) < (known[$1.element] ?? 0, $1.offset)
        }
        return weakest.prefix(Learner.childItems).sorted { $0.offset < $1.offset }.map(\.element)
    }

    /// Begins a quiz on exchanges: what is due of them first, of all that are open where none is named; then in an order that chance decides.
    ///
    /// - Throws: as `exchanges(named:)`; `nothingToPractise` where the partners choose everything themselves.
    public func quizSparring(_ name: String?, questions count: Int) throws -> Run<LessonExercise> {
        let (subject, exercises) = try exchanges(named: name)
        let questions = SparringQuestions(exercises: book.exercises)
        var source = log.split()
        let (own, fresh) = (Set(exercises.map(\.id)), exercises.flatMap(questions.items(about:)).shuffled(using: &source))
        let due = try dueItems(.exchanges) { (name == nil || own.contains($0.subject)) && questions.task($0) != nil }
        return try begin(
            .sparring, "quiz", subject: subject, items: Array(Lessons.first(due, then: fresh).prefix(learner.items(count))))
    }

    private func unknown(_ name: String) -> Failure {
        let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
        let near = sparringNames.filter { one in words.allSatisfy { one.contains($0) } }.prefix(3)
        guard near.isEmpty else {
            return Failure(
                .unknownExchange, "There is no exchange or set called “\(Folding.shown(name))”.",
                advice: "Did you mean \(near.joined(separator: ", "))?", kind: .usage)
        }
        return Curriculum.unknown(
            .unknownExchange, "exchange", name,
            among: SparringExercise.Kind.allCases.map(\.searchable) + book.exercises.map(\.searchable),
            advice: "Write an exchange as three-step-1, a set as three-step or three-step-8k; `sparring progress` lists the sets."
        )
    }

    private func notOpen(_ set: SparringSet?, by rule: PracticeRule) -> Failure {
        set.flatMap { closed($0.name, of: $0.grade, by: rule, advice: "`sparring show` shows every exchange.") }
            ?? Failure(.notOpenYet, "No step sparring is open to you yet.", advice: "`sparring list` shows every exchange.")
    }
}

extension Collection {
    /// The collection, or nil when there is nothing in it.
    var nonEmpty: Self? { isEmpty ? nil : self }
}

extension Lessons {
    /// The first step of the exchange that is practised first, as defender.
    ///
    /// - Throws: `notOpenYet`.
    public func sampleExchange() throws -> LessonTask? {
        try exchanges(named: nil).exercises.first.flatMap { book.task($0.item("defend-1")) }
    }

    /// Whether nothing of a kind was ever practised.
    public func isFirstUse(of kind: PracticeKind) throws -> Bool { try log.isFirst(of: kind) }
}
