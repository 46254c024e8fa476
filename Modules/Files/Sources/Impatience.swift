import Dispatch
import Kernel
import Synchronization

/// Does something that may hang, and stops waiting for it after a while.
package enum Impatience {
    private enum Answer<Value: Sendable>: Sendable {
        case none, came(Result<Value, any Error>), unwanted
    }

    private final class Box<Value: Sendable>: Sendable {
        let answer = Mutex(Answer<Value>.none)
    }

    /// What comes of the work; nil when it took too long. It goes on then, and what comes of it late is handed to `late`.
    package static func result<Value: Sendable>(
        within seconds: Double, _ work: @escaping @Sendable () throws -> Value, late: @escaping @Sendable (Value) -> Void
    ) throws -> Value? {
        let (box, done) = (Box<Value>(), DispatchSemaphore(value: 0))
        DispatchQueue.global(qos: .userInitiated).async {
            let result = Result { try work() }
            let isUnwanted = box.answer.withLock { answer in
                if case .unwanted = answer { return true }
                answer = .came(result)
                return false
            }
            if isUnwanted, case .success(let value) = result { late(value) }
            done.signal()
        }
        let hasCome = done.wait(timeout: .now() + seconds) == .success
        let answer = box.answer.withLock { answer in
            let last = answer
            if !hasCome, case .none = answer { answer = .unwanted }
            return last
        }
        guard case .came(let result) = answer else { return nil }
        return try result.get()
    }
}
