import Kernel
import Synchronization
import XCTest

final class RegistryTests: XCTestCase {
    private struct Bringing: Plugin {
        let name: String
        let bring: @Sendable (inout Registry) -> Void
        func contribute(to registry: inout Registry) { bring(&registry) }
    }

    private let words = ExtensionPoint<String>("things") { $0 }
    private let numbers = ExtensionPoint<Int>("things") { "\($0)" }
    private let notices = ExtensionPoint<String>("notices")

    func testContributionsComeInTheOrderOfThePlugins() throws {
        let (words, numbers, notices) = (words, numbers, notices)
        let registry = try Registry([
            Bringing(name: "b") {
                $0.add("z", to: words)
                $0.add("y", to: words)
                $0.add("same", to: notices)
            },
            Bringing(name: "a") {
                $0.add("x", to: words)
                $0.add(7, to: numbers)
                $0.add("same", to: notices)
            },
        ])
        XCTAssertEqual(registry.all(words), ["z", "y", "x"])
        XCTAssertEqual(registry.all(numbers), [7], "a point of the same name and another type is another point")
        XCTAssertEqual(registry.all(notices), ["same", "same"], "where names do not matter nothing collides")
        XCTAssertEqual(registry.all(ExtensionPoint<String>("nothing")), [])
    }

    func testACollisionNamesBothPluginsAndAllCollisionsAreTold() {
        let words = words
        let plugins = [
            Bringing(name: "first") { $0.add("w", to: words) }, Bringing(name: "second") { $0.add("w", to: words) },
            Bringing(name: "third") { _ in }, Bringing(name: "third") { _ in },
        ]
        XCTAssertThrowsError(try Registry(plugins)) {
            let failure = $0 as? Failure
            XCTAssertEqual(failure?.code, .duplicateContribution)
            for word in ["first", "second", "“w”", "things", "“third”"] {
                XCTAssertTrue(failure?.message.contains(word) == true, "\(word) in \(failure?.message ?? "")")
            }
        }
    }

    func testKernelsPointsAreKeyedByWhatTheyDeclare() throws {
        let gate = Gate("tasks.active", "active tasks", context: "task")
        let one = Bringing(name: "one") {
            $0.add(gate, to: .gates)
            $0.add(collections: [Note.collection])
        }
        let registry = try Registry([one])
        XCTAssertEqual(registry.all(.gates), [gate])
        XCTAssertEqual(registry.collections.map(\.name), ["notes"])
        XCTAssertThrowsError(try Registry([one, Bringing(name: "two", bring: one.bring)])) {
            XCTAssertTrue("\($0)".contains("tasks.active"), "\($0)")
        }
    }

    func testCollectionsAreMadeWhenSomebodyAsks() throws {
        let made = Mutex(0)
        let registry = try Registry([
            Bringing(name: "one") {
                $0.add(
                    collections: {
                        made.withLock { $0 += 1 }
                        return [Note.collection]
                    }())
            }
        ])
        XCTAssertEqual(made.withLock { $0 }, 0)
        XCTAssertEqual(registry.collections.map(\.name), ["notes"])
        XCTAssertEqual(made.withLock { $0 }, 1)
    }

    func testAGateIsAnsweredByItsKeeper() {
        let gate = Gate("tasks.active", "active tasks", context: "task")
        let strict = GateKeeper { gate, used in
            GateAnswer(allowed: used < 3, used: used, limit: 3, reason: "Three \(gate.title) are free.", variant: "free")
        }
        XCTAssertEqual((0...4).map { strict.ask(gate, $0).allowed }, [true, true, true, false, false])
        XCTAssertEqual(strict.ask(gate, 3).reason, "Three active tasks are free.")
        let open = GateKeeper.open.ask(gate, .max)
        XCTAssertTrue(open.allowed)
        XCTAssertNil(open.limit)
    }

    func testAFailureReadsAsASentenceAndItsAdvice() {
        XCTAssertEqual(Failure(.init("x"), "It broke.", advice: "Mend it.").description, "It broke. Mend it.")
        XCTAssertEqual(Failure(.init("x"), "It broke.").description, "It broke.")
        XCTAssertEqual(Failure(.init("x"), "It broke.").kind, .failed)
    }
}
