import Synchronization

/// A value that a test changes while other threads read it.
final class Shared<Value: Sendable>: Sendable {
    private let stored: Mutex<Value>

    init(_ value: Value) { stored = Mutex(value) }

    var value: Value {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }
}

extension Shared where Value == (@Sendable () -> Void)? {
    /// Returns the closure and clears it.
    func take() -> (@Sendable () -> Void)? {
        defer { value = nil }
        return value
    }
}
