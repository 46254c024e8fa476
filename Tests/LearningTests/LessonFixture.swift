import Content
import ContentAdapters
import Foundation
import Kernel
import Learning
import LearningContract
import Storage
import Synchronization

/// A learner with the real lessons, over a store of their own.
struct LessonFixture {
    static let shelf = PackShelf(folder: "/nowhere")
    static let book = LessonBook(Curriculum(BundledPacks.sources), terms: shelf.library)

    let base: Fixture
    private let belt: Belt

    /// The learner's belt, as the profile keeps it: in another partition of the same store.
    struct Belt: Storable {
        var id: Identifier<Belt> = "belt"
        var grade: String
        static let collection = RecordCollection<Belt>("test.belt")
    }

    init(_ grade: String = "8k", over engine: any Store = MemoryStore().scoped(to: Partition(rawValue: "learner"))) throws {
        base = Fixture(store: engine)
        belt = Belt(grade: grade)
        try engine.scoped(to: .common).write { [belt] in try $0.put(belt) }
    }

    func grade() throws -> Grade {
        let kept = try base.store.scoped(to: .common).read { try $0.record(Belt(grade: "").id) }
        return try Fixture.grade(kept?.grade ?? "")
    }

    func lessons(seed: UInt64 = 1, mode: LearningMode = .progression) throws -> Lessons {
        try Lessons(LessonFixture.book, learner: Learner(grade: grade(), mode: mode), log: base.log(seed: seed))
    }

    func gradings(seed: UInt64 = 1) throws -> Gradings {
        try Gradings(lessons(seed: seed), repository: repository, ids: LessonFixture.ids)
    }

    private static let ids = IDSource.counting(prefix: "g")

    var repository: StoredGradingRepository {
        let holder = BeltHolder(
            grade: { transaction in
                try transaction.scoped(to: .common) { common in
                    try Fixture.grade(common.record(Belt(grade: "").id)?.grade ?? "")
                }
            },
            move: { grade, transaction in
                try transaction.scoped(to: .common) { try $0.put(Belt(grade: grade.id)) }
            })
        return StoredGradingRepository(base.store, belt: holder)
    }
}

extension Lessons {
    /// Does or answers what comes next as chance decides: marks, right and wrong choices, and what is typed.
    func step(_ run: inout PracticeSitting, _ random: inout RandomSource) throws {
        guard let task = try task(in: &run) else { return }
        guard let key = task.key else {
            return try mark(SelfMark.allCases.randomElement(using: &random) ?? .well, milliseconds: 10, in: &run)
        }
        let offered = choices(for: task, in: run)
        let text = offered.isEmpty ? key.answer : String(Int.random(in: 1...offered.count, using: &random))
        try answer(text, to: task, milliseconds: 10, in: &run)
    }

    /// Does all of it.
    func play(_ run: inout PracticeSitting, _ random: inout RandomSource) throws {
        while try task(in: &run) != nil { try step(&run, &random) }
    }
}
