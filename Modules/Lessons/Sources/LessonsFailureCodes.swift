import Kernel

extension Failure.Code {
    package static var noLineWork: Self { Self() }
    package static var modeLocked: Self { Self() }
    package static var noPatternOpen: Self { Self() }
    package static var noSuchPages: Self { Self() }
    package static var nothingToAsk: Self { Self() }
    package static var nothingToPractise: Self { Self() }
    package static var notOpenYet: Self { Self() }
    package static var patternLocked: Self { Self() }
}
