import Kernel
import Synchronization
import XCTest

final class RegistryTests: XCTestCase {
    private struct TestPlugin: Plugin {
        let name: String
        let contribution: @Sendable (inout Registry) -> Void
        func contribute(to registry: inout Registry) { contribution(&registry) }
    }

    private let words = ExtensionPoint<String>("things") { $0 }
    private let numbers = ExtensionPoint<Int>("things") { "\($0)" }
    private let notices = ExtensionPoint<String>("notices")

    func testContributionsFollowPluginOrder() throws {
        let words = words
        let numbers = numbers
        let notices = notices
        let registry = try Registry([
            TestPlugin(name: "b") {
                $0.add("z", to: words)
                $0.add("y", to: words)
                $0.add("same", to: notices)
            },
            TestPlugin(name: "a") {
                $0.add("x", to: words)
                $0.add(7, to: numbers)
                $0.add("same", to: notices)
            },
        ])
        XCTAssertEqual(registry.all(words), ["z", "y", "x"])
        XCTAssertEqual(registry.all(numbers), [7], "a point with the same name and another type is a different point")
        XCTAssertEqual(registry.all(notices), ["same", "same"], "points without a key allow equal contributions")
        XCTAssertEqual(registry.all(ExtensionPoint<String>("nothing")), [])
    }

    func testFailureNamesAllCollisionsAndTheirPlugins() {
        let words = words
        let plugins = [
            TestPlugin(name: "first") { $0.add("w", to: words) }, TestPlugin(name: "second") { $0.add("w", to: words) },
            TestPlugin(name: "third") { _ in }, TestPlugin(name: "third") { _ in },
        ]
        XCTAssertThrowsError(try Registry(plugins)) {
            let failure = $0 as? Failure
            XCTAssertEqual(failure?.code, .duplicateContribution)
            for word in ["first", "second", "“w”", "things", "“third”"] {
                XCTAssertTrue(failure?.message.contains(word) == true, "\(word) in \(failure?.message ?? "")")
            }
        }
    }

    func testKernelPointsRejectDuplicateKeys() throws {
        let gate = Gate("tasks.active", "active tasks", context: "task")
        let one = TestPlugin(name: "one") {
            $0.add(gate, to: .gates)
            $0.add(collections: [Note.collection])
        }
        let registry = try Registry([one])
        XCTAssertEqual(registry.all(.gates), [gate])
        XCTAssertEqual(registry.collections.map(\.name), ["notes"])
        XCTAssertThrowsError(try Registry([one, TestPlugin(name: "two", contribution: one.contribution)])) {
            XCTAssertTrue("\($0)".contains("tasks.active"), "\($0)")
        }
    }

    func testCollectionsAreCreatedOnFirstAccess() throws {
        let callCount = Mutex(0)
        let registry = try Registry([
            TestPlugin(name: "one") {
                $0.add(
                    collections: {
                        callCount.withLock { $0 += 1 }
                        return [Note.collection]
                    }())
            }
        ])
        XCTAssertEqual(callCount.withLock { $0 }, 0)
        XCTAssertEqual(registry.collections.map(\.name), ["notes"])
        XCTAssertEqual(callCount.withLock { $0 }, 1)
    }

    func testKeeperAnswersGate() {
        let gate = Gate("tasks.active", "active tasks", context: "task")
        let strict = GateKeeper { gate, used in
            GateAnswer(
                allowed: used < 3, used: used, limit: 3, reason: "Three \(gate.title) are free.", variant: "free")
        }
        XCTAssertEqual((0...4).map { strict.ask(gate, $0).allowed }, [true, true, true, false, false])
        XCTAssertEqual(strict.ask(gate, 3).reason, "Three active tasks are free.")
        let open = GateKeeper.open.ask(gate, .max)
        XCTAssertTrue(open.allowed)
        XCTAssertNil(open.limit)
    }

    func testFailureDescriptionIsMessageAndAdvice() {
        XCTAssertEqual(Failure(.init("x"), "It broke.", advice: "Mend it.").description, "It broke. Mend it.")
        XCTAssertEqual(Failure(.init("x"), "It broke.").description, "It broke.")
        XCTAssertEqual(Failure(.init("x"), "It broke.").kind, .failed)
    }
}
