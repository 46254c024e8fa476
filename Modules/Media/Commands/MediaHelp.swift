import Guidance
import Interface

/// The help on photos and videos.
enum MediaHelp {
    static let groups = [
        CommandGroup(
            "Photos, videos and sound", order: 45,
            ["media add", "media fetch", "media list", "media show", "media play"])
    ]

    static let topics = [
        HelpTopic(
            "media", "Your own photos, videos and recordings",
            paragraphs: [
                """
                media add attaches a photo or a video to a movement (chon-ji/3), a pattern, a technique, a page of theory or an exchange of step sparring. The file is copied;
                its kind is read from its content. A recording is attached to a word (walking-stance), and is played wherever that word is said. With --open, pattern show, technique show, sparring show and theory show open it, or the diagram if there is none.
                media fetch takes such a file from the web with the program curl, and goes on where the connection broke off.
                media play plays a video at half, normal or double speed (--speed 0.5, 1, 2), again and again (--loop), or a part of it (--from 0:12 --to 0:18); that needs the program mpv.
                media check reads every file and names those that are damaged or missing; media sweep removes files that belong to nothing.
                media shows how much the files take; media limit says how much they may.
                """
            ],
            commands: [
                "media", "media add", "media fetch", "media list", "media show", "media play", "media remove",
                "media check", "media sweep", "media limit",
            ])
    ]
}
