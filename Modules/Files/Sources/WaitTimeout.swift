import Dispatch
import Kernel
import Synchronization

/// Runs work that may hang, and stops waiting for it after a time limit.
package enum WaitTimeout {
    private enum Answer<Value: Sendable>: Sendable {
        case none, finished(Result<Value, any Error>), unwanted
    }

    private final class Box<Value: Sendable>: Sendable {
        let answer = Mutex(Answer<Value>.none)
    }

    /// Returns the result of the work, or nil if it took too long. The work then continues, and its
    /// late result is passed to `late`.
    package static func result<Value: Sendable>(
        within seconds: Double, _ work: @escaping @Sendable () throws -> Value,
        late: @escaping @Sendable (Value) -> Void
    ) throws -> Value? {
        let box = Box<Value>()
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.global(qos: .userInitiated).async {
            let result = Result { try work() }
            let isUnwanted = box.answer.withLock { answer in
                if case .unwanted = answer { return true }
                answer = .finished(result)
                return false
            }
            if isUnwanted, case .success(let value) = result { late(value) }
            done.signal()
        }
        let isFinished = done.wait(timeout: .now() + seconds) == .success
        let answer = box.answer.withLock { answer in
            let last = answer
            if !isFinished, case .none = answer { answer = .unwanted }
            return last
        }
        guard case .finished(let result) = answer else { return nil }
        return try result.get()
    }
}
