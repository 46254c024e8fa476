import Content
import ContentAdapters
import Foundation
import Kernel
import Learning
import Practice
import Storage

/// A learner with the real lessons, over a store of their own.
struct LessonFixture {
    static let shelf = DevicePacks(folder: "/nowhere")
    static let book = LessonBook(Curriculum(BundledPacks.sources), terms: shelf.library)

    let base: Fixture
    private let belt: Belt
    private let ids: IDSource

    /// The learner's belt, as the profile keeps it: in another partition of the same store.
    struct Belt: Storable, Equatable {
        var id: Identifier<Belt> = "belt"
        var grade: String
        static let collection = RecordCollection<Belt>("test.belt")
    }

    /// - Parameter ids: what names gradings; nil for names that no other fixture gives.
    init(
        _ grade: String = "8k", over engine: any Store = MemoryStore().scoped(to: Partition(rawValue: "learner")),
        ids: IDSource? = nil
    ) throws {
        (base, self.ids) = (Fixture(store: engine), ids ?? LessonFixture.ids)
        belt = Belt(grade: grade)
        try engine.scoped(to: .common).write { [belt] in if try $0.record(belt.id) != belt { try $0.put(belt) } }
    }

    func grade() throws -> Grade {
        let kept = try base.store.scoped(to: .common).read { try $0.record(Belt(grade: "").id) }
        return try Fixture.grade(kept?.grade ?? "")
    }

    func lessons(seed: UInt64 = 1, mode: LearningMode = .progression, isChild: Bool = false) throws -> Lessons {
        let learner = Learner(grade: try grade(), mode: mode, isChild: isChild)
        return Lessons(LessonFixture.book, learner: learner, log: base.log(seed: seed))
    }

    func gradings(seed: UInt64 = 1, isChild: Bool = false) throws -> Gradings {
        try Gradings(lessons(seed: seed, isChild: isChild), book: book, ids: ids)
    }

    private static let ids = IDSource.counting(prefix: "g")

    var book: GradingBook {
        let holder = BeltHolder(
            grade: { unit in
                try unit.scoped(to: .common) { common in
                    try Fixture.grade(common.record(Belt(grade: "").id)?.grade ?? "")
                }
            },
            move: { grade, unit in
                try unit.scoped(to: .common) { try $0.put(Belt(grade: grade.id)) }
            })
        return GradingBook(base.store, belt: holder)
    }
}

extension PracticeLog {
    /// Does or answers what comes next as chance decides: marks, right and wrong choices, what is typed; and reads.
    func step<Kind: LessonTasks>(_ run: inout Run<Kind>, _ random: inout RandomSource) throws {
        guard let task = try task(in: &run) else { return }
        var response = LessonResponse.mark(SelfMark.allCases.randomElement(using: &random) ?? .well)
        if case .read = task.form { response = .read }
        if let key = task.key {
            let count = task.choices.count
            response = .text(count == 0 ? key.answer : String(Int.random(in: 1...count, using: &random)))
        }
        try answer(response, to: task, milliseconds: 10, in: &run)
    }
}
