import Kernel
import Ring
import XCTest

/// Properties of every round timer for random events and wall clocks.
final class RoundClockLawTests: XCTestCase {
    func testSmallStepsEqualOneLargeStep() throws {
        for seed in 0..<300 {
            var random = RandomSource(seed: UInt64(seed))
            let plan = try Self.plan(&random)
            var stepped = RoundClock(plan, at: Fixture.start)
            var leapt = RoundClock(plan, at: Fixture.start)
            var bells = [RoundClock.Bell]()
            var now = Fixture.start
            for _ in 0..<Int.random(in: 1...60, using: &random) {
                now = now.adding(seconds: Double.random(in: 0...40, using: &random))
                bells += stepped.advance(to: now)
                XCTAssertEqual(stepped.advance(to: now), [], "a repeated advance changes nothing, seed \(seed)")
            }
            XCTAssertEqual(leapt.advance(to: now), bells, "seed \(seed)")
            XCTAssertEqual(leapt.phase, stepped.phase, "seed \(seed)")
            XCTAssertEqual(leapt.elapsed(at: now), stepped.elapsed(at: now), "seed \(seed)")
            XCTAssertEqual(bells.map(\.at), bells.map(\.at).sorted(), "seed \(seed)")
        }
    }

    /// The model counts tenths of a second one by one.
    func testClockMatchesTheTickingModel() throws {
        for seed in 0..<200 {
            var random = RandomSource(seed: UInt64(seed))
            let plan = try Self.plan(&random)
            var clock = RoundClock(plan, at: Fixture.start)
            var model = Model(plan)
            var now = Fixture.start
            var bells = [RoundClock.Bell.Kind]()
            for _ in 0..<40 {
                let tenths = Int.random(in: 0...300, using: &random)
                now = now.adding(seconds: Double(tenths) / 10)
                for _ in 0..<tenths { model.tick() }
                switch Int.random(in: 0..<6, using: &random) {
                case 0 where model.phase != .over && model.isRunning:
                    bells += try clock.pause(at: now).map(\.kind)
                    model.isRunning = false
                case 1 where model.phase != .over && !model.isRunning:
                    try clock.resume(at: now)
                    model.isRunning = true
                case 2 where model.phase != .over:
                    bells += try clock.skip(at: now).map(\.kind)
                    model.isRunning = true
                    model.leave()
                case 3:
                    // The wall clock is set back: no time is lost or counted twice.
                    bells += clock.advance(to: now).map(\.kind)
                    let before = clock.elapsed(at: now)
                    now = now.adding(seconds: -Double.random(in: 1...5000, using: &random))
                    bells += clock.advance(to: now).map(\.kind)
                    XCTAssertEqual(clock.elapsed(at: now), before, "seed \(seed)")
                default: bells += clock.advance(to: now).map(\.kind)
                }
                XCTAssertEqual(clock.phase, model.phase, "seed \(seed)")
                XCTAssertEqual(clock.elapsed(at: now), model.elapsed * 100, "seed \(seed)")
                XCTAssertEqual(clock.isRunning, model.isRunning && model.phase != .over, "seed \(seed)")
            }
            XCTAssertEqual(bells, model.bells, "seed \(seed)")
        }
    }

    func testInvalidCallsAreRefused() throws {
        var clock = RoundClock(try RoundPlan(rounds: 1, length: 10, warning: 0, prepare: 0), at: Fixture.start)
        let before = clock
        XCTAssertThrowsError(try clock.resume(at: Fixture.start)) {
            XCTAssertEqual(($0 as? Failure)?.code, .alreadyRunning)
        }
        XCTAssertEqual(clock, before)
        clock.advance(to: Fixture.start.adding(seconds: 10))
        XCTAssertEqual(clock.phase, .over)
        XCTAssertEqual([clock.remaining(at: Fixture.start), clock.length], [0, 0], "a finished clock has no length")
        for body in [
            { _ = try clock.pause(at: Fixture.start) }, { try clock.resume(at: Fixture.start) },
            { _ = try clock.skip(at: Fixture.start) },
        ] {
            XCTAssertThrowsError(try body())
        }
    }

    func testPlansOutOfRangeAreRefused() {
        for (rounds, length, rest, warning, prepare) in [
            (0, 60, 0, 0, 0), (100, 60, 0, 0, 0), (1, 4, 0, 0, 0), (1, 3601, 0, 0, 0), (1, 60, -1, 0, 0),
            (1, 60, 0, 60, 0),
            (1, 60, 0, 0, 3601),
            (.max, .max, .max, .max, .max),
        ] {
            XCTAssertThrowsError(
                try RoundPlan(rounds: rounds, length: length, rest: rest, warning: warning, prepare: prepare)
            ) {
                XCTAssertEqual(($0 as? Failure)?.code, .badPlan)
                XCTAssertEqual(($0 as? Failure)?.kind, .badData)
            }
        }
    }

    static func plan(_ random: inout RandomSource) throws -> RoundPlan {
        let length = Int.random(in: 5...60, using: &random)
        return try RoundPlan(
            rounds: .random(in: 1...5, using: &random),
            length: Bool.random(using: &random) || Bool.random(using: &random) ? length : nil,
            rest: [0, 1, 10, 30].randomElement(using: &random) ?? 0, warning: .random(in: 0..<length, using: &random),
            prepare: [0, 7].randomElement(using: &random) ?? 0)
    }
}

/// A timer that counts tenths of a second.
private struct Model {
    let plan: RoundPlan
    var phase: RoundClock.Phase
    var isRunning = true
    var elapsed = 0
    var bells: [RoundClock.Bell.Kind] = []
    private var hasWarned = false

    init(_ plan: RoundPlan) {
        self.plan = plan
        phase = plan.prepare > 0 ? .prepare : .round(1)
    }

    private var tenths: Int? {
        switch phase {
        case .prepare: plan.prepare * 10
        case .round: plan.length.map { $0 * 10 }
        case .rest: plan.rest * 10
        case .over: nil
        }
    }

    mutating func tick() {
        guard isRunning, phase != .over else { return }
        elapsed += 1
        if case .round(let number) = phase, let tenths, plan.warning > 0, !hasWarned,
            elapsed >= tenths - plan.warning * 10
        {
            hasWarned = true
            bells.append(.roundEndsSoon(number, seconds: plan.warning))
        }
        if let tenths, elapsed >= tenths { leave() }
    }

    mutating func leave() {
        elapsed = 0
        hasWarned = false
        switch phase {
        case .prepare: begin(1)
        case .rest(let number): begin(number + 1)
        case .over: break
        case .round(let number):
            bells.append(.roundEnds(number))
            if number == plan.rounds {
                phase = .over
            } else if plan.rest > 0 {
                phase = .rest(after: number)
            } else {
                begin(number + 1)
            }
        }
    }

    private mutating func begin(_ number: Int) {
        phase = .round(number)
        bells.append(.roundBegins(number))
    }
}
