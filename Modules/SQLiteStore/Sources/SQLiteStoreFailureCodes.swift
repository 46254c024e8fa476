import Kernel

extension Failure.Code {
    package static var foreignDatabase: Self { Self() }
    package static var noDatabase: Self { Self() }
    package static var noSQLite: Self { Self() }
}
