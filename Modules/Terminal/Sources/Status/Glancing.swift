/// Runs several that look at the same data, one behind the other, so that they see one state of it. One that only looks may run twice.
public typealias Glancing = @Sendable (_ steps: [() throws -> Void]) throws -> Void
