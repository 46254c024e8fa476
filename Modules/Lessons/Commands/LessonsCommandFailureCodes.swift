import Kernel

extension Failure.Code {
    /// Thrown when `pattern practice --due` finds no movement to practice today.
    package static var nothingDue: Self { Self() }
    /// Thrown when `pattern practice --shaky` finds no movement marked as shaky.
    package static var nothingShaky: Self { Self() }
    /// Thrown when `--seconds` is not a number from 0.2 to 20.
    package static var notSeconds: Self { Self() }
    /// Thrown when `sparring practice` combines `--whole` with the role of the attacker.
    package static var twoRoles: Self { Self() }
    /// Thrown when `--tempo` and `--seconds` are used together.
    package static var twoTempos: Self { Self() }
}
