import Kernel

extension Failure.Code {
    package static var badName: Self { Self() }
    package static var badPlan: Self { Self() }
    package static var badRules: Self { Self() }
    package static var isDecided: Self { Self() }
    package static var manyMatches: Self { Self() }
    package static var matchClosed: Self { Self() }
    package static var matchMovedOn: Self { Self() }
    package static var matchNotFound: Self { Self() }
    package static var noDraw: Self { Self() }
    package static var noSuchScore: Self { Self() }
    package static var notBegun: Self { Self() }
    package static var nothingGoesOn: Self { Self() }
    package static var roundsOver: Self { Self() }
    package static var rulesNotFound: Self { Self() }
}
