import Kernel

extension Failure.Code {
    package static var nothingDue: Self { Self() }
    package static var nothingShaky: Self { Self() }
    package static var notSeconds: Self { Self() }
    package static var twoRoles: Self { Self() }
    package static var twoTempos: Self { Self() }
}
