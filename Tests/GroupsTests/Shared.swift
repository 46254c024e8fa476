import Synchronization

/// A value that a test changes while others look at it.
final class Shared<Value: Sendable>: Sendable {
    private let kept: Mutex<Value>

    init(_ value: Value) { kept = Mutex(value) }

    var value: Value {
        get { kept.withLock { $0 } }
        set { kept.withLock { $0 = newValue } }
    }
}

extension Shared where Value == (@Sendable () -> Void)? {
    /// The deed, once.
    func take() -> (@Sendable () -> Void)? {
        defer { value = nil }
        return value
    }
}
