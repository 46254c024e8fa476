import Kernel

extension Failure.Code {
    /// Thrown when a fighter's name is empty, over 40 characters or holds invisible characters.
    package static var badName: Self { Self() }
    /// Thrown when a length or count of a round plan is out of range, or its warning exceeds a
    /// round.
    package static var badPlan: Self { Self() }
    /// Thrown when a file or stored record of sparring rules is malformed, with the name of the
    /// field.
    package static var badRules: Self { Self() }
    /// Thrown when a match decided by disqualification or first point gets another score or clock
    /// start.
    package static var isDecided: Self { Self() }
    /// Thrown when a name fits several matches, or is missing while several are unfinished.
    package static var manyMatches: Self { Self() }
    /// Thrown when a command changes a match that already has a final result.
    package static var matchClosed: Self { Self() }
    /// Thrown when another process has scored the match since it was read.
    package static var matchMovedOn: Self { Self() }
    /// Thrown when the name or identifier of a match is unknown.
    package static var matchNotFound: Self { Self() }
    /// Thrown when an extra round is started although the rounds ended without a draw.
    package static var noDraw: Self { Self() }
    /// Thrown when a scoring key is beyond the scores of the match's rules.
    package static var noSuchScore: Self { Self() }
    /// Thrown when a score, warning or foul comes before the first round has started.
    package static var notBegun: Self { Self() }
    /// Thrown when a command without a name needs an unfinished match and all are closed.
    package static var nothingGoesOn: Self { Self() }
    /// Thrown when the round clock is resumed or skipped after its last round.
    package static var roundsOver: Self { Self() }
    /// Thrown when the ID of sparring rules is unknown, or names built-in rules for deletion.
    package static var rulesNotFound: Self { Self() }
}
