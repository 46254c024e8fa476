import Synchronization

/// A value that is created once, on first access.
final class Lazy<Value: Sendable>: Sendable {
    private enum State {
        case made(Value)
        case toMake(@Sendable () -> Value)
    }

    private let state: Mutex<State>

    init(_ value: Value) { state = Mutex(.made(value)) }

    init(_ make: @escaping @Sendable () -> Value) { state = Mutex(.toMake(make)) }

    /// The value if it was already created.
    var existingValue: Value? { state.withLock { if case .made(let value) = $0 { value } else { nil } } }

    var value: Value {
        state.withLock { state in
            switch state {
            case .made(let value): return value
            case .toMake(let make):
                let value = make()
                state = .made(value)
                return value
            }
        }
    }
}
