import Kernel

extension Failure.Code {
    /// Thrown when the helper process of a store test fails to start or ends early.
    static var processEnded: Self { Self() }
    /// Thrown when a store test names a promise that the contract or this engine lacks.
    static var unknownPromise: Self { Self() }
    /// Thrown when the helper process is given a task that the contract lacks.
    static var unknownTask: Self { Self() }
}
