import Guidance
import Interface

/// Help texts about rounds, matches and their rules.
enum RingHelp {
    static let groups = [
        CommandGroup("In the ring", order: 40, ["timer", "match start", "match continue", "match list"])
    ]

    static let topics = [
        HelpTopic(
            "timer", "Timing rounds",
            paragraphs: [
                """
                timer runs rounds with rests and a bell: two rounds of two minutes, as in the ITF, or as you set them with --rounds, --length, --rest,
                --warning and --prepare. Space stops and starts the clock, n skips to the next round or rest, q leaves. timer --announce needs no screen.
                """
            ], commands: ["timer"]),
        HelpTopic(
            "match", "Scoring a match",
            paragraphs: [
                """
                match start shows the clock and the score of both corners. Your left hand scores for red: a, s, d for points, w for a warning, e for a
                foul. Your right hand scores for blue: j, k, l, i and o. u takes the last key back, space stops and starts the clock, n skips to the next round.

                After the last round the match stays open, so that you can correct the score; then c closes it. On a draw, space begins the extra round, and
                after that the round in which the first point wins. Each key is saved before it shows, so match continue can resume after a crash. match
                list shows all matches.
                """
            ], commands: ["match start", "match continue", "match list", "match show", "match end", "match delete"]),
        HelpTopic(
            "rules", "Rules of sparring",
            paragraphs: [
                """
                rules list shows the rules for matches. Organisations differ: rules show itf --json gives you a file to change, and rules add
                adds it under its own name. A pack can add rules too, and a variant applies to people who chose it. A match keeps the rules that it
                started with.
                """
            ], commands: ["rules list", "rules show", "rules add", "rules delete"]),
    ]
}
