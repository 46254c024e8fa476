import Guidance
import Terminal

/// What the page of help says of photos and videos.
enum MediaHelp {
    /// What stands on the first page of help.
    static let groups = [
        CommandGroup("Photos and videos", order: 45, ["media add", "media list", "media show"])
    ]

    static let topics = [
        HelpTopic(
            "media", "Photos and videos of your own",
            paragraphs: [
                """
                media add attaches a photo or a video to a movement (chon-ji/3), a pattern, a technique or an exchange of step sparring. The file is copied;
                what it is, is judged by its content. pattern show, technique show and sparring show open it with --open, and the diagram where there is none.

                media check reads every file and says which one is damaged or went away; media sweep removes what belongs to nothing any more.
                """
            ], commands: ["media add", "media list", "media show", "media remove", "media check", "media sweep"])
    ]
}
