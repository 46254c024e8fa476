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
    package static var wordIncomplete: Self { Self() }
    package static var wrongScript: Self { Self() }
    package static var wordExists: Self { Self() }
    package static var noOwnWord: Self { Self() }
    package static var tooManyWords: Self { Self() }
    package static var setExists: Self { Self() }
    package static var badSetName: Self { Self() }
    package static var setTooLarge: Self { Self() }
    package static var noSet: Self { Self() }
    package static var sheetBroken: Self { Self() }
    package static var tooManyRows: Self { Self() }
    package static var notText: Self { Self() }
    package static var badColumns: Self { Self() }
    package static var notAPackage: Self { Self() }
}
