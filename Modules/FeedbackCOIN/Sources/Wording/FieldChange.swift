/// What becomes of a part that may be missing.
public enum FieldChange<Value: Hashable & Sendable>: Hashable, Sendable {
    /// It is this from now on.
    case set(Value)
    /// It is gone.
    case remove

    var value: Value? { if case .set(let value) = self { value } else { nil } }
}
