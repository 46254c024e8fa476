import Guidance

/// The help topics about screens and pictures.
extension DiaryHelp {
    static let screenTopics = [
        HelpTopic(
            "browse", "The whole diary on one screen",
            paragraphs: [
                """
                browse hangs small pictures side by side, the latest first. The arrow keys choose a day, page-up and page-down go on by a screen, home
                and end go to the latest and to the first. enter shows the day large with its note; left and right go on from there.

                e edits the note in your editor, s stars the day or takes the star away, o opens the photo in your picture viewer. / searches
                notes, tags and places while you type: enter keeps what was found, escape brings all days back. f shows only days with a note,
                starred days, days of a mood, or days with a tag. To go to a day, type it: 2026-11-20, or g and then last friday.

                Pictures are made behind the keys and kept, so that they are there at once the next time. Without colours, or where no program
                makes pictures, the screen is a list.
                """
            ], commands: ["browse"]),
        HelpTopic(
            "pixels", "A year in colours",
            paragraphs: [
                """
                pixels shows a year with a cell for each day, in the mean colour of its photo. --by mood shows moods instead, from dusk for awful to
                pale green for great. --svg FILE writes a drawing that any browser shows. --json gives each day and its colour.

                On a terminal calendar has the same year: y shows it, and the arrow keys go through it.
                """
            ], commands: ["pixels"]),
        HelpTopic(
            "widget", "Today's photo as a file",
            paragraphs: [
                """
                widget FILE writes today's photo, or the newest one that is not sealed, as a JPEG that wallpapers and bars can show. With --replace
                it takes the place of the file in one step, so that nobody ever reads half of it. Run it after add, or once an hour.
                status tells the streak in one line beside it.
                """
            ], commands: ["widget"]),
    ]
}
