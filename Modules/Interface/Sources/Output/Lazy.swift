import Synchronization

/// A value that is created once, on first access.
final class Lazy<Value: Sendable>: Sendable {
    private enum State {
        case created(Value)
        case pending(@Sendable () -> Value)
    }

    private let state: Mutex<State>

    init(_ value: Value) { state = Mutex(.created(value)) }

    init(_ make: @escaping @Sendable () -> Value) { state = Mutex(.pending(make)) }

    /// The value if it was already created.
    var existingValue: Value? { state.withLock { if case .created(let value) = $0 { value } else { nil } } }

    var value: Value {
        state.withLock { state in
            switch state {
            case .created(let value): return value
            case .pending(let make):
                let value = make()
                state = .created(value)
                return value
            }
        }
    }
}
