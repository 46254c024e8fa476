import Club
import Documents
import Interface
import Kernel

/// `club lesson`: a class for the belts that are present.
struct ClubLessonCommand: Sendable {
    let options: ClubOptions
    let random: RandomSource

    var command: Command {
        Command(
            "club lesson", "Propose a class for the belts that are there",
            discussion: """
                Warm-up, line work, patterns, step sparring, sparring or theory, and cool-down, in the minutes that you have. Students who are named, \
                else those marked today, are grouped by their belts: first what all of them know, then each group its own. --belts works without a roll. \
                The same --seed gives the same class.
                """,
            examples: [
                .init("club lesson --belts 10k,10k,8k,4k --minutes 45", "without a roll"),
                .init("club lesson --belts 9k,9k,1k --to lesson.html --replace", "as a sheet to print"),
                .init("club lesson --class kids --leaders 2", "whoever is marked in today's class", runs: false),
            ],
            .rest("names", options.student, isRequired: false, "who is there; else who is marked in today's class"),
            .option("belts", .text("BELTS", limit: 2000), "belts instead of names, with commas: 10k,9k,9k"),
            .option("minutes", .integer(LessonRequest.range, placeholder: "MINUTES"), default: 60, "how long"),
            ClubLessonCommand.teaching, ClubOptions.lesson, options.club,
            .destination(.option("to", .pageFile, "write a web page to print; - is standard output")),
            returns: .one(LessonFields.all)
        ) { names, belts, minutes, teaching, lesson, club, destination in
            let curriculum = try options.registry().curriculum
            let (attendees, title) = try attendees(names, belts, lesson, club)
            let request = LessonRequest(
                minutes: minutes, leaders: teaching.leaders,
                lowestSparringBelt: try curriculum.parseBelt(teaching.sparFrom))
            let plan = try LessonPlanner(curriculum).plan(for: attendees, request, using: random)
            let ladder = BeltLadder(try curriculum.belts())
            guard destination.path != nil else {
                return .one(
                    plan, LessonFields.all, blocks: LessonFields.blocks(plan, title),
                    next: ["club lesson --to lesson.html"])
            }
            return try destination.write(Array(plan.page(titled: title, on: ladder).html().utf8), "the class")
        }
    }

    /// The number of leaders, and the lowest belt that spars freely, as typed.
    private struct Teaching: Sendable {
        let leaders: Int
        let sparFrom: String
    }

    private static let teaching = Parameter<Teaching>.group(
        .option("leaders", .integer(1...LessonRequest.mostLeaders), default: 1, "how many teach"),
        .option(
            "spar-from", .text("BELT", limit: 40), default: LessonRequest.defaultSparringBelt,
            "the lowest belt that spars freely")
    ) { Teaching(leaders: $0, sparFrom: $1) }

    /// Returns the participants: of typed belts, the named students, or those marked today.
    private func attendees(
        _ names: [String], _ belts: String?, _ lesson: String?, _ club: String?
    ) throws -> (attendees: [Attendee], title: String) {
        if let belts {
            let curriculum = try options.registry().curriculum
            let words = belts.split(separator: ",").map { $0.trimmingBlanks }.filter { !$0.isEmpty }
            guard words.count <= ClubRoll.maximumAttendees else {
                throw Failure(.tooManyNames, "A class has \(ClubRoll.maximumAttendees) belts at most.", kind: .usage)
            }
            return (try words.map { Attendee("", belt: try curriculum.parseBelt($0)) }, "A class of \(words.count)")
        }
        let roll = try options.roll(club)
        let lesson = try names.isEmpty ? lesson ?? ClubLessonCommand.lesson(of: roll) : lesson
        let students = try names.isEmpty ? roll.participants(lesson: lesson) : names.map(roll.student(named:))
        var seenIDs: Set<Identifier<Student>> = []
        let attendees = students.filter { seenIDs.insert($0.id).inserted }.map { Attendee($0.name, belt: $0.belt) }
        return (attendees, "\(roll.club.name)\(lesson.map { ", \($0)" } ?? ""), \(roll.today)")
    }

    /// Returns today's class if no name is given: the usual one, or the only one.
    ///
    /// - Throws: `namesSeveral`.
    private static func lesson(of roll: ClubRoll) throws -> String? {
        guard try roll.participants().isEmpty else { return nil }
        let names = try roll.classes(from: roll.today, through: roll.today).filter { !$0.students.isEmpty }.map(
            \.lesson)
        guard names.count < 2 else {
            throw Failure(
                .namesSeveral, "There is more than one class today: \(names.joined(separator: ", ")).",
                advice: "Name one with --class NAME.", kind: .usage)
        }
        return names.first
    }
}

extension Substring {
    /// The text without surrounding blanks, and with single blanks between words.
    fileprivate var trimmingBlanks: String { String(self).split(separator: " ").joined(separator: " ") }
}

/// The fields of a class for `--json` and for people.
enum LessonFields {
    static let all: [Field<LessonPlan>] = [
        Field("minutes", "how long") { .integer($0.minutes) },
        Field("people", "how many are there") { .integer($0.attendees.count) },
        Field("sections", "in order: kind, begins and minutes, and steps (who, belts, minutes, what)") { plan in
            .list(
                plan.sections.map { section in
                    .object([
                        .init("kind", .text("\(section.kind)")), .init("begins", .integer(section.startMinute)),
                        .init("minutes", .integer(section.minutes)),
                        .init(
                            "steps",
                            .list(
                                section.steps.map { step in
                                    .object([
                                        .init("who", .text(step.participants)), .init("belts", .texts(step.belts)),
                                        .init("minutes", .integer(step.minutes)), .init("what", .texts(step.exercises)),
                                    ])
                                })),
                    ])
                })
        },
    ]

    /// Returns the plan for people: a heading, and each section with its steps.
    static func blocks(_ plan: LessonPlan, _ title: String) -> [Block] {
        [
            .heading(
                StyledText(
                    "\(declared: title): \(counted(plan.minutes, "minute")), \(counted(plan.attendees.count, "student"))"
                ))
        ]
            + plan.sections.flatMap { section -> [Block] in
                let heading = StyledText(
                    "\(LessonPlan.clock(section.startMinute))  \(declared: section.kind.rawValue), \(counted(section.minutes, "minute"))",
                    .title)
                let steps = section.steps.map { step in
                    let isAll = section.steps.count == 1
                    return (
                        name: isAll ? "" : step.participants,
                        value: (isAll || step.minutes == section.minutes ? "" : "\(step.minutes) min: ")
                            + step.exercises.enumerated().map {
                                StyledText($0 == 0 ? "" : "; ") + StyledText(content: $1)
                            }
                            .joined()
                    )
                }
                return [.gap, .paragraph(heading)]
                    + (section.steps.count == 1
                        ? section.steps[0].exercises.map { .paragraph(StyledText("  \(content: $0)")) }
                        : [.facts(steps)])
            }
    }
}
