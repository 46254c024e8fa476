import Guidance
import Interface

/// Help texts about clubs.
enum ClubHelp {
    static let groups = [
        CommandGroup("Teach", order: 50, ["club", "club attendance mark", "club lesson", "club grading", "club bills"])
    ]

    static let tips = [
        Tip(
            "ClubLesson", icon: "person.3", glyph: "⛩", "A Class in a Second",
            "club lesson --belts 10k,8k,4k proposes a class for the belts before you.", feature: "club", rank: 60)
    ]

    static let news = FeatureNews(
        "0.2.0", rank: 60,
        items: [
            .init(
                icon: "person.3.fill", glyph: "◍", "A Club of Your Own",
                "Mark a class in one command, get a lesson for mixed belts, see who is ready. club create NAME begins."),
            .init(
                icon: "person.2.badge.gearshape", glyph: "◎", "Share With Your Instructor",
                "Nothing is shared by joining a club. club share shows what would be seen before you say yes, and takes it back at once."
            ),
        ])

    static let topics = [
        HelpTopic(
            "club", "Keeping a club",
            paragraphs: [
                """
                club create NAME begins a club on this device. Its roll has students, not accounts: club student add NAME --belt 9k, or club student import
                FILE for a table of them. club alone shows everybody at a glance: who is ready for a grading, who is missing, who owes.
                """,
                """
                Wherever a student is named, the first name is enough while one student alone has it; so is the alias, or the row in club student list.
                Changes can be taken back with undo. If you keep several clubs, say which with --club.
                """,
            ],
            commands: [
                "club", "club create", "club student add", "club student change", "club student list",
                "club student leave", "club student return", "club student import",
            ]),
        HelpTopic(
            "attendance", "Marking a class",
            paragraphs: [
                """
                club attendance mark NAME… marks a whole class in one command, today or on an earlier --day. Everybody who is named is marked, or nobody
                is: a name that is not on the roll stops it. --class tells two classes of one day apart. club attendance missing lists who was away.
                Students who are in the shared club see their own with club attendance mine.
                """
            ],
            commands: [
                "club attendance mark", "club attendance unmark", "club attendance list", "club attendance missing",
                "club attendance mine",
            ]),
        HelpTopic(
            "lesson", "Planning a class",
            paragraphs: [
                """
                club lesson proposes a class for whoever is marked today, for the students that you name, or for --belts. Everybody works on what all of them
                know first, then in groups of neighbouring belts, as many as you can watch: --leaders says how many teach. --to writes a sheet to print.
                """
            ], commands: ["club lesson"]),
        HelpTopic(
            "club-grading", "Gradings of a club",
            paragraphs: [
                """
                club grading lists who is ready by the club's own rule: months and classes in the grade, and what is mastered, where students share it. club
                grading sheet prints a sheet for each candidate; club grading record notes the result and moves the belt on the roll.
                """,
                """
                Who is in the shared club is told the result. club grading mine shows it, and club grading take notes it in your own profile and moves your
                belt, once you have said yes.
                """,
            ],
            commands: [
                "club grading", "club grading rule", "club grading sheet", "club grading record", "club grading list",
                "club grading mine", "club grading take",
            ]),
        HelpTopic(
            "club-share", "A club that others share",
            paragraphs: [
                """
                club create NAME --place FOLDER gives a club a place that its members reach. club invite makes a code for a student, a guardian or an
                instructor, and club join CODE comes in by it. For a child a guardian joins, with --child NAME, and consents for it. Students see their
                instructors and not each other.
                """,
                """
                Nothing is shared by joining. club share theory shows exactly what your instructors would see, and asks; patterns, attendance and gradings
                are kinds of their own. With --follow later practice is told by itself. --stop takes a kind back at once, and club leave takes everything. An instructor sees what is shared in club.
                """,
                """
                Instructors write to everybody with club announce, and give out work with club assign: it appears in club and club tasks. club done says
                that you did it. The words of a set travel with it; club tasks take shows them and asks. Who wants to stands on the club board under an alias; everybody else does not appear there.
                """,
            ],
            commands: [
                "club invite", "club invitations", "club invitations end", "club prepare", "club renew", "club move",
                "club repair", "club join", "club leave", "club members", "club members bring", "club members dismiss",
                "club members appoint", "club members consent", "club share", "club board", "club assign", "club tasks",
                "club tasks take", "club tasks withdraw", "club done",
                "club announce", "club announcements", "club announcements withdraw", "club directory",
            ]),
        HelpTopic(
            "club-bring", "What members bring to a club",
            paragraphs: [
                """
                club tips propose TEXT hands in a tip for studying; an instructor approves it, and everybody sees it, or refuses it, and only you are told.
                Your name stands beside it, and in about, only if you say so with club credit NAME; club credit --stop takes it back at once.
                """,
                """
                club pack lists what the club hands out: its own wording, its own rules. club pack take shows what a pack brings, and asks; it lies on the
                packs of the app then. club pack drop takes it away, and so does leaving. Who leads the club hands packs out with club pack publish FILE.
                """,
            ],
            commands: [
                "club tips", "club tips propose", "club tips approve", "club tips refuse", "club tips withdraw",
                "club credit",
                "club pack", "club pack take", "club pack drop", "club pack publish", "club pack withdraw",
            ]),
        HelpTopic(
            "bills", "Fees of a club",
            paragraphs: [
                """
                club bills plan offers a plan, club student change NAME --plan gives it to a student, and club bills says who owes what until when. club bills
                pay notes what you were given, in parts if need be. The app takes no money. A price that changes later changes nothing that was agreed on.
                """
            ],
            commands: [
                "club bills", "club bills plan", "club bills pay", "club bills show", "club bills remind",
                "club bills export",
            ]),
    ]
}
