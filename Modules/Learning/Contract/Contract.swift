import Kernel

/// What every implementation of a port of Learning must keep, as a value: named promises, each checked against a fresh subject.
///
/// A value and not a test class, because on Linux a test class inherited from another target runs nothing and stays green.
public struct Contract<Subject> {
    /// One promise: a sentence, and a check that throws when it is not kept.
    public struct Promise: Sendable {
        let sentence: String
        let check: @Sendable (Subject) throws -> Void

        init(_ sentence: String, _ check: @escaping @Sendable (Subject) throws -> Void) {
            (self.sentence, self.check) = (sentence, check)
        }
    }

    private let name: String
    private let promises: [Promise]
    private let make: () throws -> Subject

    init(_ name: String, _ promises: [Promise], _ make: @escaping () throws -> Subject) {
        (self.name, self.promises, self.make) = (name, promises, make)
    }

    /// Every promise that was not kept: all of them, not only the first.
    public func brokenPromises() -> [BrokenPromise] {
        promises.compactMap { promise -> BrokenPromise? in
            do {
                try promise.check(try make())
                return nil
            } catch {
                return BrokenPromise(description: "\(name): \(promise.sentence) — \(error)")
            }
        }
    }
}

/// A promise that an implementation did not keep.
public struct BrokenPromise: CustomStringConvertible, Sendable {
    /// Whose promise, what it says, and what was seen instead.
    public let description: String
}

struct Unmet: Error, CustomStringConvertible {
    let description: String
}

func expect(_ condition: Bool, _ seen: @autoclosure () -> String) throws {
    guard condition else { throw Unmet(description: seen()) }
}

func expectEqual<Value: Equatable>(_ seen: Value, _ expected: Value, _ what: String = "") throws {
    try expect(seen == expected, "\(what.isEmpty ? "" : "\(what): ")expected \(expected), saw \(seen)")
}

func expectFailure<Value>(_ code: String, _ body: () throws -> Value) throws {
    do {
        let value = try body()
        throw Unmet(description: "expected the failure \(code), nothing was thrown and \(value) came back")
    } catch let failure as Failure {
        try expectEqual(failure.code, code, "failure")
    }
}
