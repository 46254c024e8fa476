import Kernel

extension Failure.Code {
    package static var commitUnknown: Self { .ofMachine() }
    package static var noPostgres: Self { Self() }
    package static var postgresAddress: Self { Self() }
    package static var postgresBusy: Self { .ofMachine() }
    package static var postgresConflict: Self { .ofMachine() }
    package static var postgresFull: Self { .ofMachine() }
    package static var postgresLogin: Self { .ofMachine() }
    package static var postgresLost: Self { .ofMachine() }
    package static var postgresRefused: Self { .ofMachine() }
    package static var postgresText: Self { Self() }
    package static var postgresTooOld: Self { .ofMachine() }
    package static var postgresTrouble: Self { .ofMachine() }
    package static var postgresUnreachable: Self { .ofMachine() }
}
