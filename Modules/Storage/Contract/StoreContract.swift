import Kernel

/// What every store promises, as a value that can be tried on any of them.
///
///     for broken in StoreContract({ try MemoryStore() }).brokenPromises() {
///         XCTFail(broken.description, file: broken.file, line: broken.line)
///     }
public struct StoreContract {
    private let make: () throws -> any Store
    private let file: StaticString
    private let line: UInt

    /// A contract for the stores that a closure makes.
    ///
    /// - Parameter make: gives an empty store each time; called once a promise.
    public init(_ make: @escaping () throws -> any Store, file: StaticString = #filePath, line: UInt = #line) {
        (self.make, self.file, self.line) = (make, file, line)
    }

    /// The names of all promises, in the order in which they are tried.
    public static var promises: [String] { all.map(\.name) }

    /// Tries every promise and tells which are broken; empty for a store that keeps them all.
    public func brokenPromises() -> [BrokenPromise] {
        StoreContract.all.flatMap { promise in
            let trial = Trial()
            do {
                let store = try make()
                try promise.check(trial, store)
                try? store.close()
            } catch {
                trial.broken.append("it threw \(error)")
            }
            return trial.broken.map { BrokenPromise(promise: promise.name, detail: $0, file: file, line: line) }
        }
    }

    static var all: [Promise] { transactions + queries + payloads + history }
}

/// A promise that a store did not keep.
public struct BrokenPromise: CustomStringConvertible, Sendable {
    /// The promise's name: "a closure that throws changes nothing".
    public let promise: String
    /// What was seen instead.
    public let detail: String
    /// Where the contract was asked for.
    public let file: StaticString
    /// Where the contract was asked for.
    public let line: UInt

    /// The promise and what was seen instead.
    public var description: String { "Broken promise: \(promise): \(detail)" }
}

struct Promise {
    let name: String
    let check: (Trial, any Store) throws -> Void

    init(_ name: String, check: @escaping (Trial, any Store) throws -> Void) { (self.name, self.check) = (name, check) }
}

/// Collects what was seen while one promise is tried, so that the first thing that is wrong does not hide the rest.
final class Trial {
    var broken: [String] = []

    func expect<Value: Equatable>(_ what: String, _ value: @autoclosure () throws -> Value, is expected: Value) {
        do {
            let seen = try value()
            if seen != expected { broken.append("\(what): \(seen), not \(expected)") }
        } catch {
            broken.append("\(what): it threw \(error)")
        }
    }

    func expect(_ what: String, _ holds: Bool) { if !holds { broken.append(what) } }

    func expect(_ what: String, fails code: String, _ body: () throws -> Void) {
        do {
            try body()
            broken.append("\(what): nothing was thrown, not \(code)")
        } catch let failure as Failure {
            if failure.code != code { broken.append("\(what): \(failure.code) was thrown, not \(code)") }
        } catch {
            broken.append("\(what): \(error) was thrown, not \(code)")
        }
    }
}
