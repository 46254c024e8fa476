import Kernel
import KernelContract

/// What every store promises, as a value that can be tried on any of them.
///
///     for broken in StoreContract({ try MemoryStore() }).brokenPromises() { XCTFail(broken.description) }
public struct StoreContract {
    private let contract: Contract<any Store>

    /// A contract for the stores that a closure makes.
    ///
    /// - Parameter make: gives an empty store each time; called once a promise.
    public init(_ make: @escaping () throws -> any Store) {
        contract = Contract("Store", promises: StoreContract.all.map(\.promise), make)
    }

    /// The names of all promises, in the order in which they are tried.
    public static var promises: [String] { all.map(\.name) }

    /// Tries every promise and tells which are broken; empty for a store that keeps them all.
    public func brokenPromises() -> [BrokenPromise] { contract.brokenPromises() }

    static var all: [Promise] { transactions + queries + limits + payloads + history }
}

struct Promise {
    let name: String
    let check: @Sendable (Trial, any Store) throws -> Void

    init(_ name: String, check: @escaping @Sendable (Trial, any Store) throws -> Void) { (self.name, self.check) = (name, check) }

    var promise: Contract<any Store>.Promise {
        let check = check
        return Contract.Promise(name) { store in
            let trial = Trial()
            try check(trial, store)
            try? store.close()
            try expect(trial.broken.isEmpty, trial.broken.joined(separator: "; "))
        }
    }
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

    func expect(_ what: String, fails code: Failure.Code, _ body: () throws -> Void) {
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
