import Kernel

extension Failure.Code {
    package static var beltNotOpen: Self { Self() }
    package static var beltReached: Self { Self() }
    package static var cardsOutOfRange: Self { Self() }
    package static var futureGrading: Self { Self() }
    package static var gradingNotFound: Self { Self() }
    package static var manyGradings: Self { Self() }
    package static var noEarlierBelt: Self { Self() }
    package static var noLineWork: Self { Self() }
    package static var noNextBelt: Self { Self() }
    package static var modeLocked: Self { Self() }
    package static var newOutOfRange: Self { Self() }
    package static var noPatternOpen: Self { Self() }
    package static var noSuchPages: Self { Self() }
    package static var nothingToAsk: Self { Self() }
    package static var nothingToPractise: Self { Self() }
    package static var nothingToStudy: Self { Self() }
    package static var notOpenYet: Self { Self() }
    package static var pastGrading: Self { Self() }
    package static var patternLocked: Self { Self() }
    package static var testNotFound: Self { Self() }
    package static var unknownCategory: Self { Self() }
    package static var unknownGrade: Self { Self() }
    package static var unknownPreset: Self { Self() }
}
