import Kernel

extension Failure.Code {
    package static var noPostgres: Self { Self() }
}
