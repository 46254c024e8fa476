import Guidance
import Kernel

/// Help for what several apps have alike, for those commands that an app really has.
struct HouseGuidance: Plugin {
    let name = "HouseGuidance"
    /// The first words of the commands that are explained here.
    let features: Set<String>

    func contribute(to registry: inout Registry) {
        for topic in HouseGuidance.topics where features.contains(topic.id) { registry.add(topic, to: .helpTopics) }
    }

    private static let topics = [
        HelpTopic(
            "data", "Your data, and mistakes",
            paragraphs: [
                """
                undo takes back the last change, and further ones one by one. doctor reads everything and names what is damaged; with
                --export it writes all records to a file. reset erases them, asks first, and keeps a copy.
                """
            ], commands: ["undo", "doctor", "reset"]),
        HelpTopic(
            "plan", "What is paid, and what is not",
            paragraphs: [
                """
                plan show says what you have and what each part of the app allows; plan why explains one part, plan catalogue has the products with their
                prices. Until there is a real shop a sandbox sells them, and nothing is charged. What you made stays yours on every plan: it can always be
                shown and exported.
                """
            ], commands: ["plan show", "plan why", "plan catalogue"]),
        HelpTopic(
            "remind", "Reminders",
            paragraphs: [
                """
                remind list has the reminders of this app, remind set changes the time or turns one off, remind quiet keeps hours and weekends free. They
                speak up only when nothing was done that day. remind install lets the machine ask by itself.
                """
            ], commands: ["remind list", "remind set", "remind install"]),
        HelpTopic(
            "status", "A line for status bars",
            paragraphs: [
                "status says in one line how things stand; --format writes it for tmux, waybar, i3blocks, or as you like it."
            ],
            commands: ["status"]),
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
        HelpTopic(
            "media", "Photos and videos of your own",
            paragraphs: [
                """
                media add attaches a photo or a video to a movement (chon-ji/3), a pattern, a technique or an exchange of step sparring. The file is copied;
                what it is, is judged by its content. pattern show, technique show and sparring show open it with --open, and the diagram where there is none.

                media check reads every file and says which one is damaged or went away; media sweep removes what belongs to nothing any more.
                """
            ], commands: ["media add", "media list", "media show", "media remove", "media check", "media sweep"]),
        HelpTopic(
            "technique", "Techniques",
            paragraphs: [
                "technique list and technique show describe stances, blocks, strikes and kicks, and say in which patterns they occur."
            ],
            commands: ["technique list", "technique show"]),
        HelpTopic(
            "variant", "Variants",
            paragraphs: [
                "Associations differ. variant list has the ways that are known here, variant use chooses one for your profile alone; packs can bring more."
            ],
            commands: ["variant list", "variant use"]),
    ]
}
