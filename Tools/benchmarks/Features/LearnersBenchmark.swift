import Foundation
import Kernel
import Practice

/// A comparison of Leitner's boxes and FSRS over five hundred simulated learners.
///
/// It counts the words that each would know on the day of a grading, for the same minutes. Each
/// learner's memory follows weights of its own. FSRS uses its standard weights instead.
struct LearnersBenchmark {
    static let learners = 500

    func run() -> Report {
        var report = Report(
            title: "Words known on the grading day, \(LearnersBenchmark.learners) learners, the same minutes")
        let people = LearnersBenchmark.people()
        for way in Way.all {
            var samples = Samples()
            var known = [Outcome]()
            for person in people {
                samples.add(timed { known.append(way.outcome(of: person)) })
            }
            report.rows.append(Row(way.name, way.scheduler, samples, note: LearnersBenchmark.note(known)))
        }
        for (cards, title) in LearnersBenchmark.gradings {
            for (name, rule) in LearnersBenchmark.schedulers {
                for isDated in [false, true] {
                    var samples = Samples()
                    var known = [Outcome]()
                    for person in people {
                        samples.add(timed { known.append(LearnersBenchmark.learn(cards, by: person, isDated, rule)) })
                    }
                    report.rows.append(
                        Row(
                            "\(title), \(isDated ? "spread until a date" : "ten new a day")", name, samples,
                            note: LearnersBenchmark.note(known)))
                }
            }
        }
        return report
    }

    /// The numbers of cards that gradings ask: one grade, the next three, all of them.
    private static let gradings = [(100, "100 cards"), (300, "300 cards"), (1_104, "1,104 cards")]

    private static let schedulers: [(String, MemoryRule)] = [
        ("FSRS, 90 of 100", .daily(FSRSScheduler(.daily))), ("Leitner, standard", .daily(LeitnerScheduler.standard)),
    ]

    /// Simulates a learner with a grading ahead.
    ///
    /// The learner meets ten new cards a day, or as many as the date requires. The last week is for
    /// repetition.
    private static func learn(_ cards: Int, by person: Person, _ isDated: Bool, _ rule: MemoryRule) -> Outcome {
        var plan = person.plan
        (plan.items, plan.newItemsPerDay) = (cards, isDated ? 50 : 10)
        plan.introductionDays = isDated ? plan.days - min(7, plan.days / 5) : nil
        let lived = StudySimulation(plan, person.learner, random: RandomSource(seed: person.seed)) { _ in rule }
        return Outcome(
            known: lived.expectedKnownCount, minutes: lived.minutes, met: lived.introducedCount,
            share: lived.expectedKnownCount / Double(max(1, lived.introducedCount)))
    }

    /// The result of one learner.
    private struct Outcome {
        let known, minutes: Double
        let met: Int
        let share: Double
    }

    /// One learner and the available time.
    private struct Person {
        let learner: SimulatedLearner
        let plan: StudySimulation.Plan
        let seed: UInt64
    }

    private static func people() -> [Person] {
        var random = RandomSource(seed: 2026)
        return (0..<learners).map { _ in
            let learner = SimulatedLearner(maximumDeviation: 30, &random)
            let days = Int.random(in: 60...150, using: &random)
            // New cards fill all the remaining minutes, so both schedulers take the same time.
            let plan = StudySimulation.Plan(
                items: 1_104, days: days, newItemsPerDay: 50, minutes: Double(Int.random(in: 5...15, using: &random)),
                daysOff: Int.random(in: 0...40, using: &random))
            return Person(learner: learner, plan: plan, seed: random.next())
        }
    }

    /// A method of preparing for the day.
    private struct Way {
        let name, scheduler: String
        /// The rule on a day, given the number of days left to the grading.
        let rule: @Sendable (_ left: Int) -> MemoryRule

        static let all: [Way] = {
            let leitner = MemoryRule.daily(LeitnerScheduler.standard)
            let intensive = MemoryRule.daily(LeitnerScheduler.intensive)
            let fsrs = [80, 85, 90, 95].map { retention in
                (
                    retention,
                    (try? FSRS(desiredRetention: Double(retention) / 100, learningSteps: [], relearningSteps: []))
                        ?? .daily
                )
            }
            let rules = Dictionary(uniqueKeysWithValues: fsrs.map { ($0, MemoryRule.daily(FSRSScheduler($1))) })
            let usual = rules[90] ?? leitner
            return [
                Way(name: "without a date", scheduler: "Leitner, standard") { _ in leitner },
                Way(name: "without a date", scheduler: "FSRS, 90 of 100") { _ in usual },
                Way(name: "without a date", scheduler: "FSRS, 85 of 100") { _ in rules[85] ?? usual },
                Way(name: "without a date", scheduler: "FSRS, 80 of 100") { _ in rules[80] ?? usual },
                Way(name: "with a date", scheduler: "Leitner, intensive from 14 days before") {
                    $0 <= 14 ? intensive : leitner
                },
                Way(name: "with a date", scheduler: "FSRS, 90, 95 from 14 days before") {
                    $0 <= 14 ? rules[95] ?? usual : usual
                },
            ]
        }()

        /// Simulates a learner who prepares in this way.
        func outcome(of person: Person) -> Outcome {
            let simulation = StudySimulation(person.plan, person.learner, random: RandomSource(seed: person.seed)) {
                day in
                rule(person.plan.days - day)
            }
            return Outcome(
                known: simulation.expectedKnownCount, minutes: simulation.minutes, met: simulation.introducedCount,
                share: simulation.expectedKnownCount / Double(max(1, simulation.introducedCount)))
        }
    }

    private static func note(_ known: [Outcome]) -> String {
        func mean(_ part: (Outcome) -> Double) -> Double {
            known.reduce(0) { $0 + part($1) } / Double(max(1, known.count))
        }
        let sorted = known.map(\.known).sorted()
        return String(
            format: "known %.0f (median %.0f), met %.0f, of the met %.0f %%, minutes %.0f", mean(\.known),
            sorted[sorted.count / 2],
            mean { Double($0.met) }, mean(\.share) * 100, mean(\.minutes))
    }
}
