import Synchronization

/// A value that is made when somebody asks for it, and once.
final class Later<Value: Sendable>: Sendable {
    private enum State {
        case made(Value)
        case toMake(@Sendable () -> Value)
    }

    private let state: Mutex<State>

    init(_ value: Value) { state = Mutex(.made(value)) }

    init(_ make: @escaping @Sendable () -> Value) { state = Mutex(.toMake(make)) }

    /// The value, if it is there already.
    var made: Value? {
        state.withLock { if case .made(let value) = $0 { value } else { nil } }
    }

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
