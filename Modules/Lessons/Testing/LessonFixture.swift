import Content
import ContentAdapters
import Kernel
import Learning
import LearningTesting
import Lessons
import Practice

/// A learner with the real lessons, over a store of their own.
package struct LessonFixture: Sendable {
    package static let blobStore = DevicePacks(folder: "/nowhere")
    package static let book = LessonIndex(Curriculum(BundledPacks.sources), terms: blobStore.library)

    package let base: StudyFixture
    /// The source of the identifiers of gradings.
    package let ids: IDSource
    private let belt: Belt

    /// The learner's belt, which a profile keeps in another partition of the same store.
    package struct Belt: Storable, Equatable {
        package var id: Identifier<Belt> = "belt"
        package let grade: String

        package init(grade: String) { self.grade = grade }

        package static let collection = RecordCollection<Belt>("test.belt")
    }

    /// Creates a learner of a grade.
    ///
    /// - Parameter ids: the source of the identifiers of gradings, or nil for the one that all
    ///   fixtures share.
    package init(_ grade: String = "8k", over engine: any Store, ids: IDSource? = nil) throws {
        base = StudyFixture(store: engine)
        self.ids = ids ?? LessonFixture.ids
        belt = Belt(grade: grade)
        try engine.scoped(to: .common).write { [belt] in if try $0.record(belt.id) != belt { try $0.put(belt) } }
    }

    package func grade() throws -> Grade {
        let storedBelt = try base.store.scoped(to: .common).read { try $0.record(Belt(grade: "").id) }
        return try StudyFixture.grade(storedBelt?.grade ?? "")
    }

    package func lessons(seed: UInt64 = 1, mode: LearningMode = .progression, isChild: Bool = false) throws
        -> LessonStudy
    {
        let learner = Learner(grade: try grade(), mode: mode, isChild: isChild)
        return LessonStudy(LessonFixture.book, learner: learner, log: base.log(seed: seed))
    }

    package func flashcards(seed: UInt64 = 1, isChild: Bool = false) throws -> Flashcards {
        Flashcards(
            library: try LessonFixture.blobStore.library(),
            learner: Learner(grade: try grade(), mode: .progression, isChild: isChild),
            log: base.log(seed: seed), newcomers: .fsrs)
    }

    package func patterns(seed: UInt64 = 1, isChild: Bool = false) throws -> PatternTraining {
        PatternTraining(
            curriculum: Curriculum(BundledPacks.sources),
            learner: Learner(grade: try grade(), mode: .progression, isChild: isChild),
            log: base.log(seed: seed), terms: { try LessonFixture.blobStore.library().terms })
    }

    private static let ids = IDSource.counting(prefix: "g")
}

extension PracticeLog {
    /// Performs, answers or reads the next task at random.
    package func step<Kind: LessonTasks>(_ run: inout Run<Kind>, _ random: inout RandomSource) throws {
        guard let task = try task(in: &run) else { return }
        var response = LessonResponse.mark(SelfAssessment.allCases.randomElement(using: &random) ?? .well)
        if case .read = task.form { response = .read }
        if let key = task.key {
            let count = task.choices.count
            response = .text(count == 0 ? key.answer : String(Int.random(in: 1...count, using: &random)))
        }
        try answer(response, to: task, milliseconds: 10, in: &run)
    }
}

extension StudyFixture {
    private static let curriculum = Curriculum(LessonFixture.blobStore.sources().readable)

    /// Returns the training of a learner of a grade in the bundled patterns.
    package func training(_ grade: String = "9k", _ mode: LearningMode = .progression, seed: UInt64 = 1) throws
        -> PatternTraining
    {
        PatternTraining(
            curriculum: Self.curriculum, learner: Learner(grade: try StudyFixture.grade(grade), mode: mode),
            log: log(seed: seed),
            terms: { try LessonFixture.blobStore.library().terms })
    }
}
