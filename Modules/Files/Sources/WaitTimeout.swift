import Dispatch
import Kernel
import Synchronization

/// Runs work that may hang, and stops waiting for it after a time limit.
package enum WaitTimeout {
    /// The state of the work: running, finished, or abandoned after the time limit.
    private enum Outcome<Value: Sendable>: Sendable {
        case pending, finished(Result<Value, any Error>), abandoned
    }

    private final class OutcomeBox<Value: Sendable>: Sendable {
        let outcome = Mutex(Outcome<Value>.pending)
    }

    /// Returns the result of the work, or nil if it took too long. The work then continues, and its
    /// late result is passed to `late`.
    package static func result<Value: Sendable>(
        within seconds: Double, _ work: @escaping @Sendable () throws -> Value,
        late: @escaping @Sendable (Value) -> Void
    ) throws -> Value? {
        let outcomeBox = OutcomeBox<Value>()
        let completion = DispatchSemaphore(value: 0)
        DispatchQueue.global(qos: .userInitiated).async {
            let result = Result { try work() }
            let isAbandoned = outcomeBox.outcome.withLock { outcome in
                if case .abandoned = outcome { return true }
                outcome = .finished(result)
                return false
            }
            if isAbandoned, case .success(let value) = result { late(value) }
            completion.signal()
        }
        let isFinished = completion.wait(timeout: .now() + seconds) == .success
        let outcome = outcomeBox.outcome.withLock { outcome in
            let previous = outcome
            if !isFinished, case .pending = outcome { outcome = .abandoned }
            return previous
        }
        guard case .finished(let result) = outcome else { return nil }
        return try result.get()
    }
}
