import Kernel

/// The behavior that every implementation of a port must have, as named promises that are each
/// checked against a fresh subject.
///
/// It is a value instead of a test class, because on Linux a test class inherited from another
/// target runs no test and still passes.
///
///     for broken in ProfileRepositoryContract.over(MemoryStore()).brokenPromises() { XCTFail(broken.description) }
public struct Contract<Subject> {
    /// One promise: a sentence, and a check that throws when the promise is broken.
    public struct Promise: Sendable {
        /// The promise in words: "a name that is taken is refused".
        public let sentence: String
        let check: @Sendable (Subject) throws -> Void

        public init(_ sentence: String, _ check: @escaping @Sendable (Subject) throws -> Void) {
            self.sentence = sentence
            self.check = check
        }
    }

    private let name: String
    private let promises: [Promise]
    private let make: () throws -> Subject

    public init(_ name: String, promises: [Promise], _ make: @escaping () throws -> Subject) {
        self.name = name
        self.promises = promises
        self.make = make
    }

    /// Returns every broken promise. A contract without promises counts as broken itself.
    public func brokenPromises() -> [BrokenPromise] {
        guard !promises.isEmpty else {
            return [BrokenPromise(contract: name, promise: "has a promise", what: "it contains no promise")]
        }
        return promises.compactMap { promise in
            do {
                try promise.check(try make())
                return nil
            } catch {
                return BrokenPromise(contract: name, promise: promise.sentence, what: "\(error)")
            }
        }
    }
}

/// A promise that an implementation broke.
public struct BrokenPromise: CustomStringConvertible, Sendable {
    public let contract: String
    public let promise: String
    public let what: String

    /// The promise in words: "Profiles: a name that is taken is refused — expected
    /// profileNameTaken, nothing was thrown".
    public var description: String { "\(contract): \(promise) — \(what)" }
}

/// The error of a contract check whose expectation is not met.
public struct UnmetExpectation: Error, CustomStringConvertible {
    public let description: String
}

/// Checks a condition.
///
/// - Throws: `UnmetExpectation` when it does not hold.
public func expect(_ condition: Bool, _ message: @autoclosure () -> String) throws {
    guard condition else { throw UnmetExpectation(description: message()) }
}

/// Checks that two values are equal.
///
/// - Throws: `UnmetExpectation` with both values when they are not.
public func expectEqual<Value: Equatable>(_ actual: Value, _ expected: Value, _ what: String = "") throws {
    guard actual == expected else {
        throw UnmetExpectation(description: "\(what.isEmpty ? "" : "\(what): ")expected \(expected), saw \(actual)")
    }
}

/// Checks that a body throws a `Failure` with this code.
///
/// - Throws: `UnmetExpectation` when nothing or something else was thrown.
public func expectFailure<Value>(_ code: Failure.Code, _ body: () throws -> Value) throws {
    do {
        let value = try body()
        throw UnmetExpectation(description: "expected the failure \(code), nothing was thrown and \(value) came back")
    } catch let failure as Failure {
        try expectEqual(failure.code, code, "failure")
    }
}
