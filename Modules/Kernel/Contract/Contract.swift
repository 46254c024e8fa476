import Kernel

/// What every implementation of a port must keep, as a value: named promises, each checked against a fresh subject.
///
/// A value and not a test class, because on Linux a test class inherited from another target runs nothing and stays green.
///
///     for broken in ProfileRepositoryContract.over(MemoryStore()).brokenPromises() { XCTFail(broken.description) }
public struct Contract<Subject> {
    /// One promise: a sentence, and a check that throws when it is not kept.
    public struct Promise: Sendable {
        /// What is promised: "a name that is taken is refused".
        public let sentence: String
        let check: @Sendable (Subject) throws -> Void

        /// The check throws when it is not kept.
        public init(_ sentence: String, _ check: @escaping @Sendable (Subject) throws -> Void) {
            (self.sentence, self.check) = (sentence, check)
        }
    }

    private let name: String
    private let promises: [Promise]
    private let make: () throws -> Subject

    /// A contract over whatever the closure makes; it is called once a promise.
    public init(_ name: String, promises: [Promise], _ make: @escaping () throws -> Subject) {
        (self.name, self.promises, self.make) = (name, promises, make)
    }

    /// Every promise that was not kept. A contract without promises is broken itself.
    public func brokenPromises() -> [BrokenPromise] {
        guard !promises.isEmpty else {
            return [BrokenPromise(contract: name, promise: "promises something", what: "it holds no promise")]
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

/// A promise that an implementation did not keep.
public struct BrokenPromise: CustomStringConvertible, Sendable {
    /// Whose promise.
    public let contract: String
    /// Its sentence, word for word.
    public let promise: String
    /// What was seen instead.
    public let what: String

    /// "Profiles: a name that is taken is refused — expected profileNameTaken, nothing was thrown".
    public var description: String { "\(contract): \(promise) — \(what)" }
}

/// What a check of a contract says when it does not see what it expects.
public struct Unmet: Error, CustomStringConvertible {
    /// What was seen.
    public let description: String
}

/// Expects a condition.
///
/// - Throws: `Unmet` when it does not hold.
public func expect(_ condition: Bool, _ seen: @autoclosure () -> String) throws {
    guard condition else { throw Unmet(description: seen()) }
}

/// Expects two values to be equal.
///
/// - Throws: `Unmet` with both values when they are not.
public func expectEqual<Value: Equatable>(_ seen: Value, _ expected: Value, _ what: String = "") throws {
    guard seen == expected else {
        throw Unmet(description: "\(what.isEmpty ? "" : "\(what): ")expected \(expected), saw \(seen)")
    }
}

/// Expects a `Failure` with this code.
///
/// - Throws: `Unmet` when nothing or something else was thrown.
public func expectFailure<Value>(_ code: Failure.Code, _ body: () throws -> Value) throws {
    do {
        let value = try body()
        throw Unmet(description: "expected the failure \(code), nothing was thrown and \(value) came back")
    } catch let failure as Failure {
        try expectEqual(failure.code, code, "failure")
    }
}
