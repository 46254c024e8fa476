import Assessment
import AssessmentTesting
import Content
import ContentAdapters
import Foundation
import Kernel
import Learning
import Lessons
import Practice
import Storage

/// A benchmark of practice tests.
///
/// It measures:
/// - the time to the next question
/// - that each question has exactly one right answer
/// - the difference between a test's estimate and the learner's knowledge
struct GradingTestBenchmark {
    let rounds: Int

    /// The number of questions that are made and checked.
    private static let questions = 100_000
    /// The number of simulated learners.
    private static let learners = 1000

    func run() throws -> Report {
        var report = Report(title: "Tests (\(rounds) rounds)")
        report.rows.append(try next())
        report.rows.append(try law())
        for grade in ["10k", "7k", "4k", "1d"] { report.rows.append(try placementRow(grade, guesses: false)) }
        report.rows.append(try placementRow("4k", guesses: true))
        return report
    }

    private func examiner(_ grade: String, seed: UInt64) throws -> Examiner {
        let blobStore = DevicePacks(folder: "/nowhere")
        let book = LessonIndex(Curriculum(BundledPacks.sources), terms: blobStore.library)
        guard let grade = Grade(id: grade) else { throw BenchmarkError("“\(grade)” is no grade") }
        let log = PracticeLog(
            repository: StoredPracticeRepository(MemoryStore().scoped(to: Partition(rawValue: "learner"))),
            time: TimeSource(calendar: .utc) { Instant(milliseconds: 1_795_000_000_000) }, ids: .counting(),
            random: RandomSource(seed: seed))
        return try Examiner(LessonStudy(book, learner: Learner(grade: grade, mode: .mastery), log: log))
    }

    /// Measures an answer and the next question, with the bundled content and every grade open.
    private func next() throws -> Row {
        var samples = Samples()
        for round in 0..<rounds {
            let examiner = try examiner("1d", seed: UInt64(round))
            var run = try examiner.comprehensive()
            var task = try examiner.log.task(in: &run)
            while let current = task {
                samples.add(
                    try timed {
                        try examiner.log.answer(.text("1"), to: current, milliseconds: 10, in: &run)
                        task = try examiner.log.task(in: &run)
                    })
            }
        }
        return Row("answer, next question, ≤ 20 ms", "Commonplace", samples)
    }

    private func law() throws -> Row {
        let bank = try examiner("1d", seed: 1).bank
        let contract = QuestionContract(bank)
        let items = bank.items
        var samples = Samples()
        var random = RandomSource(seed: 15)
        var flaws = Set<String>()
        var made = 0
        samples.add(
            timed {
                while made < Self.questions {
                    let item = items[made < items.count ? made : Int.random(in: 0..<items.count, using: &random)]
                    let seed = random.next()
                    made += 1
                    guard let task = bank.question(item, seed: seed) else { continue }
                    flaws.formUnion(contract.flaws(of: task, item, seed: seed))
                }
            })
        for flaw in flaws.sorted().prefix(20) { FileHandle.standardError.write(Data("\(flaw)\n".utf8)) }
        return Row(
            "\(Self.questions) questions made and checked, ≤ 60 s", "Commonplace", samples,
            note: "\(flaws.count) flaws, \(items.count) different items")
    }

    /// Measures the estimates of a comprehensive test that learners of known ability take.
    private func placementRow(_ grade: String, guesses: Bool) throws -> Row {
        var samples = Samples()
        var random = RandomSource(seed: 7)
        var errors = [Double]()
        for seed in 0..<20 as Range<UInt64> {
            let plan = try examiner(grade, seed: seed).comprehensive().settings
            for _ in 0..<Self.learners / 20 {
                let ability = SimulatedLearner.ability(for: plan, &random)
                samples.add(
                    timed {
                        errors.append(
                            SimulatedLearner.sit(plan, ability: ability, guesses: guesses, &random).found - ability)
                    })
            }
        }
        let median = String(format: "%.3f", SimulatedLearner.median(errors))
        return Row(
            "\(Self.learners) learners at \(grade) who \(guesses ? "guess" : "say so"), 30 questions", "Commonplace",
            samples,
            note: "median error \(median) logits\(guesses ? "" : ", ≤ 0.3")")
    }
}
