/// A change of an optional part.
package enum FieldChange<Value: Hashable & Sendable>: Hashable, Sendable {
    case set(Value)
    case remove

    var value: Value? { if case .set(let value) = self { value } else { nil } }
}
