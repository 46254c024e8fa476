import Synchronization

/// A value that is made when somebody asks for it, and kept.
final class Once<Value: Sendable>: Sendable {
    private let kept = Mutex<Value?>(nil)
    private let make: @Sendable () -> Value

    init(_ make: @escaping @Sendable () -> Value) { self.make = make }

    var value: Value {
        kept.withLock { kept in
            if let kept { return kept }
            let fresh = make()
            kept = fresh
            return fresh
        }
    }
}
