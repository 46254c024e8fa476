import Guidance
import Interface

/// Help texts about alarms, hooks and everything else around the timer.
enum TimerHooksHelp {
    static let groups = [CommandGroup("Around the timer", order: 35, ["alarm set", "hook list"])]

    static let topics = [
        HelpTopic(
            "alarm", "The end of a round",
            paragraphs: [
                """
                The desktop announces the end of each round and break, once, also when the timer has no screen. Where it can, it has buttons: to skip the
                break, to have 5 minutes more, to begin the next round. alarm set --repeat rings again until you press a key on the timer or close the
                announcement, and --hold-reminders on lets other reminders wait while you focus.
                """
            ], commands: ["alarm set", "alarm follow"]),
        HelpTopic(
            "hook", "Your own programs",
            paragraphs: [
                """
                A program of your own can run when something happens to the timer: an executable file called on-start, on-pause, on-resume, on-break,
                on-ready or on-end. hook list says where such files lie, which of them run, and why one does not. A file that others can change is not run.
                """,
                """
                It reads what happened as JSON on standard input: the event, the preset, the task with its project and tags, the minutes. It has 5 seconds,
                and the timer does not wait for it. hook test runs the hooks of an event as if it happened now.
                """,
            ], commands: ["hook list", "hook test"]),
        HelpTopic(
            "music", "Music apps",
            paragraphs: [
                """
                With Pro, your music can go with the timer. After music on, what plays in Spotify, VLC, a browser or another player pauses with a break and
                goes on with the next round. It needs the program playerctl; on macOS, it reaches Music and Spotify.
                """
            ],
            commands: [
                "music on", "music off", "music show", "music play", "music pause", "music next", "music previous",
            ]),
    ]
}
