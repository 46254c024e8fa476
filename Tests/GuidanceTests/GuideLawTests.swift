import Guidance
import Kernel
import XCTest

/// Random events, compared with a model of sets and counts.
final class GuideLawTests: XCTestCase {
    /// The expected state of the guide, in simple data structures.
    fileprivate struct Model {
        struct Person {
            var completed: Set<String> = []
            var skipped: [String: Day] = [:]
            var tips: Set<String> = []
        }

        var people: [String: Person] = ["a": Person(), "b": Person()]
        var hasSeenFirstTour = false
        var firstSkip: Day?
        var lastSeen: ReleaseVersion?
        var counts: [Usage.Kind: Int] = [:]
    }

    private let tours = [Fixture.welcome, Fixture.cards, Fixture.moves]
    private let versions: [ReleaseVersion] = ["0.9", "1.0", "1.1", "1.2", "1.10", "2.0", "2.1"]

    func testRandomEventsMatchTheModel() throws {
        for seed in 1...40 as ClosedRange<UInt64> {
            var random = RandomSource(seed: seed)
            let app = Fixture()
            var model = Model()
            for step in 0..<60 {
                let profile = Bool.random(using: &random) ? "a" : "b"
                app.turn(of: profile)
                if Int.random(in: 0..<4, using: &random) == 0 { app.pass(days: 1) }
                let counted = try totals(app.guide)
                let event = try act(app, profile, &model, &random)
                let message = "seed \(seed), step \(step), \(event)"
                try compare(app, profile, model, message)
                for (kind, total) in try totals(app.guide) {
                    XCTAssertGreaterThanOrEqual(total, counted[kind] ?? 0, message)
                }
            }
        }
    }

    private func act(_ app: Fixture, _ profile: String, _ model: inout Model, _ random: inout RandomSource) throws
        -> String
    {
        let tour = tours[Int.random(in: 0..<tours.count, using: &random)]
        switch Int.random(in: 0..<11, using: &random) {
        case 0, 1: return try complete(tour, app, profile, &model)
        case 2, 3: return try skip(tour, app, profile, &model)
        case 4:
            try app.guide.reset(tour)
            model.forget(tour, profile)
            return "reset \(tour.id)"
        case 5:
            try app.guide.resetFeatureTours()
            for tour in tours where tour.scope == .profile { model.forget(tour, profile) }
            return "reset features"
        case 6, 7: return try takeTip(app, profile, &model)
        case 8:
            if Int.random(in: 0..<5, using: &random) == 0 {
                try app.guide.resetTips()
                model.people[profile]?.tips = []
                return "reset tips"
            }
            try app.guide.recordHelpOpened("faq")
            model.counts[.helpOpened, default: 0] += 1
            return "help"
        case 9: return try takeNews(app, &model, versions[Int.random(in: 0..<versions.count, using: &random)])
        default:
            let version = versions[Int.random(in: 0..<versions.count, using: &random)]
            let isFirst = try app.guide.usage().firstLaunch == nil
            try app.guide.launched(running: version)
            if isFirst { model.lastSeen = model.lastSeen ?? version }
            return "launch \(version)"
        }
    }

    private func complete(_ tour: Tour, _ app: Fixture, _ profile: String, _ model: inout Model) throws -> String {
        let isNew =
            model.people[profile]?.completed.contains(tour.id) == false
            || tour.scope == .device && !model.hasSeenFirstTour
        XCTAssertEqual(try app.guide.complete(tour), isNew)
        model.people[profile]?.completed.insert(tour.id)
        if tour.scope == .device { model.hasSeenFirstTour = true }
        if isNew { model.counts[.tourCompleted, default: 0] += 1 }
        return "complete \(tour.id)"
    }

    private func skip(_ tour: Tour, _ app: Fixture, _ profile: String, _ model: inout Model) throws -> String {
        let isNew = model.isDue(tour, profile)
        XCTAssertEqual(try app.guide.skip(tour), isNew)
        guard isNew else { return "skip \(tour.id) again" }
        if tour.scope == .device {
            (model.hasSeenFirstTour, model.firstSkip) = (true, app.today)
        } else {
            model.people[profile]?.skipped[tour.id] = app.today
        }
        model.counts[.tourSkipped, default: 0] += 1
        return "skip \(tour.id)"
    }

    private func takeTip(_ app: Fixture, _ profile: String, _ model: inout Model) throws -> String {
        let unseen = Fixture.tips.filter { model.people[profile]?.tips.contains($0.id) == false }
        let tip = try app.guide.takeTip(of: Fixture.tips)
        XCTAssertEqual(tip?.id, unseen.first?.id, "each once, in order")
        if let tip { model.people[profile]?.tips.insert(tip.id) }
        return "tip"
    }

    private func takeNews(_ app: Fixture, _ model: inout Model, _ version: ReleaseVersion) throws -> String {
        let expected = Fixture.notes.filter { note in
            model.lastSeen.map { $0 < note.version } == true && note.version <= version
        }
        XCTAssertEqual(try app.guide.news(of: Fixture.notes, running: version).count, expected.count)
        let news = try app.guide.takeNews(of: Fixture.notes, running: version)
        XCTAssertEqual(news.map(\.version), expected.map(\.version).sorted(by: >))
        XCTAssertTrue(try app.guide.takeNews(of: Fixture.notes, running: version).isEmpty, "news never repeats")
        model.lastSeen = max(model.lastSeen ?? version, version)
        return "news of \(version)"
    }

    private func compare(_ app: Fixture, _ profile: String, _ model: Model, _ message: String) throws {
        let guide = app.guide
        for tour in tours {
            let state = try guide.state(of: tour)
            XCTAssertEqual(state.isDue, model.isDue(tour, profile), "\(message): \(tour.id)")
            XCTAssertEqual(
                state.isCompleted, model.people[profile]?.completed.contains(tour.id), "\(message): \(tour.id)")
            let skipped = tour.scope == .device ? model.firstSkip : model.people[profile]?.skipped[tour.id]
            XCTAssertEqual(state.skippedOn, skipped, "\(message): \(tour.id)")
        }
        XCTAssertEqual(try guide.seenTips(), model.people[profile]?.tips, message)
        XCTAssertEqual(try totals(guide).filter { $0.value > 0 }, model.counts, message)
    }

    private func totals(_ guide: Guide) throws -> [Usage.Kind: Int] {
        let usage = try guide.usage()
        return Dictionary(uniqueKeysWithValues: Usage.Kind.allCases.map { ($0, usage.total($0)) })
    }

    func testVersionsAreOrderedNumerically() {
        XCTAssertEqual(versions, versions.sorted())
        XCTAssertEqual(ReleaseVersion("1"), ReleaseVersion("1.0.0"))
        XCTAssertEqual(ReleaseVersion("1.0-dev").hashValue, ReleaseVersion("1").hashValue)
        XCTAssertLessThan(ReleaseVersion("x"), ReleaseVersion("0.0.1"))
        XCTAssertLessThan(ReleaseVersion("1"), ReleaseVersion("1.0.1"))
    }

    func testCommandTipIsTakenOnlyByItsCommand() throws {
        let guide = Fixture().guide
        XCTAssertEqual(try guide.takeTip(of: Fixture.tips, for: "news")?.id, "tip3")
        XCTAssertNil(try guide.takeTip(of: Fixture.tips, for: "news"))
        try guide.dismiss(Fixture.tips)
        XCTAssertNil(try guide.takeTip(of: Fixture.tips))
    }
}

extension GuideLawTests.Model {
    fileprivate func isDue(_ tour: Tour, _ profile: String) -> Bool {
        guard tour.scope == .profile else { return !hasSeenFirstTour }
        return people[profile]?.completed.contains(tour.id) == false && people[profile]?.skipped[tour.id] == nil
    }

    fileprivate mutating func forget(_ tour: Tour, _ profile: String) {
        people[profile]?.completed.remove(tour.id)
        people[profile]?.skipped[tour.id] = nil
        if tour.scope == .device { (hasSeenFirstTour, firstSkip) = (false, nil) }
    }
}
