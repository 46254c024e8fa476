import Content
import Interface
import Kernel
import Learning
import Lessons

/// The commands `linework run` and `linework progress`.
struct LineWorkCommands {
    let lessons: @Sendable () throws -> LessonStudy

    var commands: [Command] { [run, progress] }

    private var run: Command {
        let lessonCommands = LessonCommands(
            feature: "linework", resumeCommand: "linework run", next: ["linework progress", "sparring practice"])
        return Command(
            "linework run", "Do the line work of a grade, counted on keys or to a metronome",
            discussion: """
                Without --belt, the lines that are due come back; where none is due, those of your grade, in the order of a class. Space counts a step; with --tempo, space starts and stops a metronome that counts and \
                beeps. Enter ends the line at once. At the end of a line say how it went: 1 not yet, 2 with mistakes, 3 well. Each line is saved; q \
                leaves, and you can continue later.

                The metronome needs a terminal; in a pipe, keys count the steps.
                """,
            examples: [
                .init("linework run", "resume, or do what is due, or the line work of your grade"),
                .init("linework run --tempo 40 --steps 8", "eight steps a line, forty a minute"),
            ],
            LessonOptions.grade("belt", lessons, "another grade's line work; your own if left out"),
            .option("steps", .integer(LineCount.range), default: 10, "how many steps a line has"),
            .option("tempo", .integer(10...120), "steps a minute, with a metronome; without it, keys count"),
            LessonOptions.isNew, returns: .one(LessonFields.results), changes: true
        ) { grade, steps, tempo, isNew in
            let lessons = try lessons()
            let unfinishedRun = isNew ? nil : try lessons.unfinished(.lineWork, "run", subject: grade?.id)
            let view = LineWorkView(lessonCommands, lessons, steps: steps, beat: tempo.map { 60 / Double($0) })
            return try lessonCommands.play(
                lessons, left: unfinishedRun, begin: { try lessons.runLines(of: grade) }, view)
        }
    }

    private var progress: Command {
        Command(
            "linework progress", "Show how well you do each grade's line work",
            examples: [.init("linework progress", "all grades")], returns: .list(LessonFields.standings)
        ) {
            .list(
                try lessons().lineStandings(), LessonFields.standings, heading: "Line work",
                empty: "There is no line work.", next: ["linework run", "linework"])
        }
    }
}
