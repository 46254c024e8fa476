import Kernel

extension Failure.Code {
    package static var badPack: Self { Self() }
    package static var missingPackFile: Self { Self() }
    package static var noDraft: Self { Self() }
    package static var notJSON: Self { Self() }
    package static var pathLeavesPack: Self { Self() }
    package static var unknownBelt: Self { Self() }
    package static var unknownExchange: Self { Self() }
    package static var unknownPackFormat: Self { Self() }
    package static var unknownPage: Self { Self() }
    package static var unknownPattern: Self { Self() }
    package static var unknownTechnique: Self { Self() }
    package static var unreadable: Self { Self() }
}
