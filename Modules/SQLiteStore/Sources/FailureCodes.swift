import Kernel

extension Failure.Code {
    package static var noSQLite: Self { Self() }
}
