import Synchronization

/// A value that is created on first use and kept.
final class Once<Value: Sendable>: Sendable {
    private let cachedValue = Mutex<Value?>(nil)
    private let make: @Sendable () -> Value

    init(_ make: @escaping @Sendable () -> Value) { self.make = make }

    var value: Value {
        cachedValue.withLock { cachedValue in
            if let cachedValue { return cachedValue }
            let newValue = make()
            cachedValue = newValue
            return newValue
        }
    }
}
