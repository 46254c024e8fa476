import Content
import Interface
import Kernel
import Learning
import Lessons

/// The commands `theory read`, `theory quiz` and `theory progress`.
struct TheoryLessonCommands {
    let lessons: @Sendable () throws -> LessonStudy

    var commands: [Command] { [read, quiz, progress] }

    private var choice: Parameter<TheoryChoice> {
        .group(page, grade, subject) { TheoryChoice(page: $0, grade: $1, subject: $2) }
    }

    private var page: Parameter<String?> {
        let kind = ValueKind<String>.text("PAGE").completed { [lessons] _ in
            (try? lessons().book.topics.map(\.id)) ?? []
        }
        return .optionalArgument("page", kind, "one page, by its id; all that are open to you if left out")
    }

    private var grade: Parameter<Grade?> { LessonOptions.grade("belt", lessons, "only the pages of one grade") }

    private var subject: Parameter<TheoryTopic.Subject?> {
        .option("subject", .choice("SUBJECT"), "only the pages of one subject")
    }

    private var read: Command {
        let lessonCommands = LessonCommands(
            feature: "theory", resumeCommand: "theory read", next: ["theory quiz", "theory progress"], saysDue: false)
        return Command(
            "theory read", "Read theory page by page; what you have read is remembered",
            discussion: """
                Pages that you have not read come first, starting with your own grade. Enter or space marks a page as read and turns to the next; \
                n turns without marking, u takes the last mark back, q leaves. You can continue later.
                """,
            examples: [
                .init("theory read", "resume, or start with new pages"),
                .init("theory read tenets", "one page"),
            ],
            choice, LessonOptions.isNew, returns: .one(LessonFields.results), changes: true
        ) { choice, isNew in
            let lessons = try lessons()
            let choice = lessons.resolved(choice)
            let unfinishedRun = isNew ? nil : try lessons.unfinished(.theory, "read", choice: choice)
            let view = ReadingView(lessonCommands: lessonCommands, lessons: lessons)
            return try lessonCommands.play(
                lessons, left: unfinishedRun, begin: { try lessons.readTheory(choice) }, view)
        }
    }

    private var quiz: Command {
        let lessonCommands = LessonCommands(
            feature: "theory", resumeCommand: "theory quiz", next: ["theory read", "theory progress"])
        return Command(
            "theory quiz", "Quiz yourself on theory: belts, patterns, tenets, history, etiquette",
            discussion: """
                Questions that are due come first, the others in random order, from the pages that your belt opens. When you type answers, capital letters do not matter, and one \
                wrong letter is forgiven in longer words. Some questions have no choices: there you see the answer and judge yourself.
                """,
            examples: [
                .init("theory quiz --belt 10k", "ten questions of 10th keup"),
                .init("theory quiz tenets --answer type", "one page, typed"),
            ],
            choice, LessonOptions.answering(.choose, "choose from four, or type the short answers"),
            LessonOptions.questions, LessonOptions.isNew, returns: .one(LessonFields.results), changes: true
        ) { choice, answering, questions, isNew in
            let lessons = try lessons()
            let choice = lessons.resolved(choice)
            let startsNew = isNew || questions != nil || answering != nil
            let unfinishedRun = startsNew ? nil : try lessons.unfinished(.theory, "quiz", choice: choice)
            return try lessonCommands.play(lessons, left: unfinishedRun) {
                try lessons.quizTheory(
                    choice, questions: questions ?? LessonOptions.defaultQuestions, typed: answering == .type)
            }
        }
    }

    private var progress: Command {
        Command(
            "theory progress", "Show which pages of theory you have read, and how well you know them",
            examples: [
                .init("theory progress", "the pages of your grade and those below"),
                .init("theory progress --belt 10k", "the pages of 10th keup"),
            ],
            grade, subject, .flag("all", "every grade; without it your own and those below"),
            returns: .list(LessonFields.pages)
        ) { grade, subject, isAll in
            let lessons = try lessons()
            let pages = try lessons.pageStandings().filter { page in
                (grade.map { page.topic.grade == $0 } ?? (isAll || page.topic.grade <= lessons.learner.grade))
                    && (subject == nil || page.topic.subject == subject)
            }
            let openPages = pages.filter(\.isOpen)
            return .list(
                pages, LessonFields.pages,
                heading: StyledText("\(openPages.count { $0.reads > 0 }) of \(openPages.count) open pages read"),
                empty: "There is no such page.", next: ["theory read", "theory quiz"])
        }
    }
}
