import Kernel

extension Failure.Code {
    package static var commitUnknown: Self { .systemFailure() }
    package static var noPostgres: Self { Self() }
    package static var postgresAddress: Self { Self() }
    package static var postgresBusy: Self { .systemFailure() }
    package static var postgresConflict: Self { .systemFailure() }
    package static var postgresFull: Self { .systemFailure() }
    package static var postgresLogin: Self { .systemFailure() }
    package static var postgresLost: Self { .systemFailure() }
    package static var postgresRefused: Self { .systemFailure() }
    package static var postgresText: Self { Self() }
    package static var postgresTooOld: Self { .systemFailure() }
    package static var postgresTrouble: Self { .systemFailure() }
    package static var postgresUnreachable: Self { .systemFailure() }
}
