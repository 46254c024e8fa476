import Content
import Kernel
import Learning
import Practice

/// The plan of a step sparring practice.
enum SparringPlan {
    /// Returns the steps, exchange by exchange, with all steps in one role before those in the
    /// other.
    static func items(of exercises: [SparringExercise], as roles: [SparringRole]) -> [Target] {
        exercises.flatMap { exercise in
            roles.flatMap { role in
                exercise.steps.indices.map { exercise.item("\(role.steps)-\($0 + 1)") }
            }
        }
    }
}

extension LessonStudy {
    /// The possible numbers of questions in a quiz.
    package static let questionRange = 3...50

    /// Returns the mastery of every step sparring set in learning order, including sets that are
    /// not open.
    package func sparringMasteries() throws -> [LessonMastery] {
        let memories = try log.memories(of: .sparring)
        let rule = formRule
        return SparringSet.all(of: book.exercises).map { set in
            standing((set.id, set.name, set.grade), of: set.exercises.map(\.id), .sparring, in: memories, by: rule)
        }
    }

    /// Returns the number of step sparring sets up to the learner's grade, and the number practiced
    /// or asked.
    ///
    /// It costs less than `sparringMasteries`.
    package func startedSparringSets() throws -> (own: Int, begun: Int) {
        let metExchanges = Set(try log.memories(of: .sparring).map(\.target.subject))
        let ownSets = learner.syllabus.opened(in: SparringSet.all(of: book.exercises))
        return (ownSets.count, ownSets.count { set in set.exercises.contains { metExchanges.contains($0.id) } })
    }

    /// The names of exchanges: the identifiers of exchanges, sets, kinds and grades.
    package var sparringNames: [String] {
        let exercises = book.exercises
        let sets = SparringSet.all(of: exercises)
        return SparringExercise.Kind.allCases.map(\.rawValue) + sets.map(\.id) + sets.map(\.grade.id)
            + exercises.map(\.id)
    }

    /// Returns the open exchanges with a name: one exchange, a set, a kind or the sets of a grade.
    ///
    /// Nil means the latest set of the learner, or the next set before the first.
    ///
    /// - Throws: `unknownExchange`, `notOpenYet`.
    package func exchanges(named name: String?) throws -> (subject: String, exercises: [SparringExercise]) {
        let exercises = book.exercises
        let sets = SparringSet.all(of: exercises)
        let rule = formRule
        guard let name else {
            let set = sets.last { learner.syllabus.opens($0.grade) } ?? sets.first { rule.opening(of: $0.grade) == nil }
            guard let set else { throw notOpenError(sets.first, by: rule) }
            return (set.id, set.exercises)
        }
        let matches =
            exercises.filter { $0.id == name }.nonEmpty ?? sets.first { $0.id == name }?.exercises
            ?? exercises.filter { $0.kind.rawValue == name }.nonEmpty
            ?? exercises.filter { $0.grade.id == name }.nonEmpty
        guard let matches else {
            guard let resolvedName = Curriculum.resolve(name, among: exercises.map(\.searchable)) else {
                throw unknownExchange(name)
            }
            return try exchanges(named: resolvedName)
        }
        let openExercises = matches.filter { rule.opening(of: $0.grade) == nil }
        guard !openExercises.isEmpty else {
            throw notOpenError(sets.first { $0.exercises.contains(matches[0]) }, by: rule)
        }
        return (name, openExercises)
    }

    /// Begins a step-by-step practice of exchanges. Without a name, due exchanges come first, or
    /// else the latest set.
    ///
    /// A small child always chooses the defense of a few exchanges, whatever the parameters are.
    ///
    /// - Parameters:
    ///   - role: the only role, or nil for both.
    ///   - isShuffled: whether the exchanges are in random order.
    ///   - isWhole: whether each exchange is performed at once, as defender.
    /// - Throws: the errors of `exchanges(named:)`.
    package func practiceSparring(
        _ name: String?, role: SparringRole? = nil, isShuffled: Bool = false, isWhole: Bool = false
    ) throws -> Run<LessonExercise> {
        if learner.isChild {
            let (subject, exercises) = try exchanges(named: name)
            return try begin(.sparring, "practice", subject: subject, items: fewExchanges(of: exercises))
        }
        if name == nil, !isShuffled, !isWhole {
            let dueSteps = try dueSession(.steps) { item in role.map { $0.steps == item.place.word } ?? true }
            if !dueSteps.isEmpty { return try begin(.sparring, "practice", subject: "", items: dueSteps) }
        }
        let (subject, exercises) = try exchanges(named: name)
        var source = log.makeRandomSource()
        let orderedExercises = isShuffled ? exercises.shuffled(using: &source) : exercises
        let items =
            isWhole
            ? orderedExercises.map { $0.item("perform") }
            : SparringPlan.items(of: orderedExercises, as: role.map { [$0] } ?? SparringRole.allCases)
        return try begin(.sparring, "practice", subject: subject, items: items)
    }

    /// Returns the unfinished practice, which must be suitable for a small child if the learner is
    /// one.
    package func unfinishedSparring(_ name: String?) throws -> Run<LessonExercise>? {
        let run = try unfinished(.sparring, "practice", subject: name)
        let isForChild = run?.items.allSatisfy { $0.place.word == SparringQuestions.short } ?? true
        return learner.isChild == isForChild ? run : nil
    }

    /// Returns a question about each of the least known exchanges, in order.
    private func fewExchanges(of exercises: [SparringExercise]) throws -> [Target] {
        let questions = SparringQuestions(exercises: book.exercises)
        let levels = Dictionary(try log.memories(of: .sparring).map { ($0.target, $0.level) }, uniquingKeysWith: { $1 })
        let weakest = exercises.compactMap(questions.shortItem).enumerated().sorted {
            (levels[$0.element] ?? 0, $0.offset) < (levels[$1.element] ?? 0, $1.offset)
        }
        return weakest.prefix(Learner.childItems).sorted { $0.offset < $1.offset }.map(\.element)
    }

    /// Begins a quiz on exchanges. Due questions come first, and the others follow in random order.
    /// Without a name it covers all open exchanges.
    ///
    /// - Throws: the errors of `exchanges(named:)`. `nothingToPractise` if the partners choose
    ///   everything themselves.
    package func quizSparring(_ name: String?, questions count: Int) throws -> Run<LessonExercise> {
        let (subject, exercises) = try exchanges(named: name)
        let questions = SparringQuestions(exercises: book.exercises)
        var source = log.makeRandomSource()
        let exerciseIDs = Set(exercises.map(\.id))
        let shuffledItems = exercises.flatMap(questions.items(about:)).shuffled(using: &source)
        let dueExchanges = try dueItems(.exchanges) {
            (name == nil || exerciseIDs.contains($0.subject)) && questions.task($0) != nil
        }
        return try begin(
            .sparring, "quiz", subject: subject,
            items: Array(LessonStudy.first(dueExchanges, then: shuffledItems).prefix(learner.sessionItems(count))))
    }

    /// Returns the error for a name that fits no exchange, with up to three similar names.
    private func unknownExchange(_ name: String) -> Failure {
        let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
        let similarNames = sparringNames.filter { name in words.allSatisfy { name.contains($0) } }.prefix(3)
        guard similarNames.isEmpty else {
            return Failure(
                .unknownExchange, "There is no exchange or set called “\(Folding.printable(name))”.",
                advice: "Did you mean \(similarNames.joined(separator: ", "))?", kind: .usage)
        }
        return Curriculum.unknown(
            .unknownExchange, "exchange", name,
            among: SparringExercise.Kind.allCases.map(\.searchable) + book.exercises.map(\.searchable),
            advice:
                "Write an exchange as three-step-1, a set as three-step or three-step-8k; `sparring progress` lists the sets."
        )
    }

    /// Returns the error for a set that is not open, or for a learner without any open set.
    private func notOpenError(_ set: SparringSet?, by rule: PracticeRule) -> Failure {
        set.flatMap { notOpenFailure($0.name, of: $0.grade, by: rule, advice: "`sparring show` shows every exchange.") }
            ?? Failure(
                .notOpenYet, "No step sparring is open to you yet.", advice: "`sparring list` shows every exchange.")
    }
}

extension Collection {
    /// The collection, or nil if it is empty.
    package var nonEmpty: Self? { isEmpty ? nil : self }
}

extension LessonStudy {
    /// Returns the first step of the first exchange to practice, as defender.
    ///
    /// - Throws: `notOpenYet`.
    package func sampleExchange() throws -> LessonTask? {
        try exchanges(named: nil).exercises.first.flatMap { book.task($0.item("defend-1")) }
    }

    /// Returns whether the learner has never practiced a kind.
    package func isFirstUse(of kind: PracticeKind) throws -> Bool { try log.hasNoRuns(of: kind) }
}
