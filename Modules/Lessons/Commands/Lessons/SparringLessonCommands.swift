import Content
import Interface
import Kernel
import Learning
import Lessons

/// The commands `sparring practice`, `sparring quiz` and `sparring progress`.
struct SparringLessonCommands {
    let lessons: @Sendable () throws -> LessonStudy

    var commands: [Command] { [practice, quiz, modes, progress] }

    private var name: Parameter<String?> {
        let kind = ValueKind<String>.text("SET").completed { [lessons] _ in (try? lessons().sparringNames) ?? [] }
        return .optionalArgument(
            "set", kind,
            "an exchange (three-step-1), a kind (three-step), a set or a grade (8k); the latest set of your grade if left out"
        )
    }

    private var practice: Command {
        let lessonCommands = LessonCommands(
            feature: "sparring", resumeCommand: "sparring practice", next: ["sparring quiz", "sparring progress"])
        return Command(
            "sparring practice", "Practise step sparring, step by step in both roles",
            discussion: """
                Do each step first, then reveal it: attack, defence, counter, with foot, stance, hand and section. Then say how it \
                went: 1 not yet, 2 with mistakes, 3 well. You go through each exchange first as attacker, then as defender.

                Each answer is saved before the next step shows. u takes the last one back, q leaves. Without a set, an unfinished session resumes; \
                else the steps that are due come back, up to twenty at once. --shuffle opens at 40 % mastery of the set, and --whole, the whole \
                exchange as defender, at 60 %; --anyway takes them before.
                """,
            examples: [
                .init("sparring practice", "resume, or do what is due, or the latest set of your grade", runs: false),
                .init("sparring practice three-step-1 --role defender", "one exchange as defender", runs: false),
            ],
            name, .option("role", ValueKind<SparringRole>.choice("ROLE"), "only as attacker, or only as defender"),
            .flag("shuffle", "exchanges in random order"), .flag("whole", "each exchange at once, as defender"),
            LessonOptions.isNew, ModeFields.anyway, returns: .one(LessonFields.results), changes: true
        ) { setName, role, isShuffled, isWhole, isNew, insists in
            let lessons = try lessons()
            guard !isWhole || role != .attacker else {
                throw Failure(
                    .twoRoles, "A whole exchange is done as defender.", advice: "Leave --role out, or --whole.",
                    kind: .usage)
            }
            // A small child has a single mode, which is always open.
            let insists = insists || lessons.learner.isChild
            if isShuffled, !insists { try lessons.requireOpen(.shuffled, setName) }
            if isWhole, !insists { try lessons.requireOpen(.whole, setName) }
            let startsNew = isNew || role != nil || isShuffled || isWhole
            let unfinishedRun = startsNew ? nil : try lessons.unfinishedSparring(setName)
            return try lessonCommands.play(lessons, left: unfinishedRun) {
                try lessons.practiceSparring(setName, role: role, isShuffled: isShuffled, isWhole: isWhole)
            }
        }
    }

    private var modes: Command {
        Command(
            "sparring modes", "Show the ways of practising step sparring, from easy to hard, and what opens them",
            examples: [.init("sparring modes three-step", "of all three-step sparring that is open", runs: false)],
            name, returns: .list(ModeFields.all)
        ) { setName in
            let (title, modes) = try lessons().sparringModes(setName)
            return ModeFields.list(modes, of: title)
        }
    }

    private var quiz: Command {
        let lessonCommands = LessonCommands(
            feature: "sparring", resumeCommand: "sparring quiz", next: ["sparring practice", "sparring progress"])
        return Command(
            "sparring quiz", "Quiz yourself on step sparring: attack, defence, counter, number, stance, section",
            discussion: """
                An attack is shown: which defence answers it? Or a defence is shown: which exchange is it? Questions that are due come first, the others \
                in random order, with up to four answers; one is right. 0 says that you do not know, u takes the last answer back, q leaves. You can continue later.
                """,
            examples: [
                .init("sparring quiz", "ten questions on the latest set of your grade", runs: false),
                .init(
                    "sparring quiz three-step --questions 20", "twenty on all three-step sparring that is open",
                    runs: false),
            ],
            name, LessonOptions.questions, LessonOptions.isNew, returns: .one(LessonFields.results), changes: true
        ) { setName, questions, isNew in
            let lessons = try lessons()
            let startsNew = isNew || questions != nil
            let unfinishedRun = startsNew ? nil : try lessons.unfinished(.sparring, "quiz", subject: setName)
            return try lessonCommands.play(lessons, left: unfinishedRun) {
                try lessons.quizSparring(setName, questions: questions ?? LessonOptions.defaultQuestions)
            }
        }
    }

    private var progress: Command {
        Command(
            "sparring progress", "Show how well you know each set of step sparring",
            examples: [.init("sparring progress", "all sets")], returns: .list(LessonFields.standings)
        ) {
            let lessons = try lessons()
            let masteries = try lessons.sparringMasteries()
            let next =
                (try? lessons.exchanges(named: nil).subject).map { ["sparring practice \($0)", "sparring quiz \($0)"] }
                ?? [
                    "sparring list"
                ]
            return .list(
                masteries, LessonFields.standings, heading: "Step sparring", empty: "There is no step sparring.",
                next: next)
        }
    }
}
