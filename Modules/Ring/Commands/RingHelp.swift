import Guidance
import Terminal

/// What the pages of help say of rounds, matches and their rules.
enum RingHelp {
    /// What stands on the first page of help.
    static let groups = [
        CommandGroup("In the ring", order: 40, ["timer", "match start", "match continue", "match list"])
    ]

    static let topics = [
        HelpTopic(
            "timer", "Timing rounds",
            paragraphs: [
                """
                timer runs rounds with rests and a bell: two of two minutes, as the ITF has them, or as you say with --rounds, --length, --rest, --warning and
                --prepare. Space holds the clock, n goes on to the next round or rest, q leaves. timer --announce needs no screen.
                """
            ], commands: ["timer"]),
        HelpTopic(
            "match", "Scoring a match",
            paragraphs: [
                """
                match start shows the clock and the score of both corners. The left hand marks for red: a, s, d for the scores, w for a warning, e for a
                foul. The right hand marks for blue: j, k, l, i and o. u takes the last key back, space holds the clock, n goes on to the next round.

                After the last round nothing ends by itself: put right what needs to be, then c closes the match; on a draw space begins the extra round, and
                then the round that the first point ends. Each key is kept before it shows: match continue goes on after a crash. match list is the history.
                """
            ], commands: ["match start", "match continue", "match list", "match show", "match end", "match delete"]),
        HelpTopic(
            "rules", "Rules of sparring",
            paragraphs: [
                """
                rules list has the rules that matches can be fought by. Organisations differ: rules show itf --json gives a file to change, and rules add
                takes it back under a name of its own. A pack may bring rules as well, and a variant holds for who chose it. A match keeps the rules that it
                began with.
                """
            ], commands: ["rules list", "rules show", "rules add", "rules delete"]),
    ]
}
