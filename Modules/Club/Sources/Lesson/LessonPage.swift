import Documents

extension LessonPlan {
    /// Creates a sheet of the class for printing.
    ///
    /// - Parameter title: The heading: club, class and day.
    package func page(titled title: String, on ladder: BeltLadder) -> Page {
        let sections = sections.map { section in
            Part.keptTogether([
                .heading(
                    "\(LessonPlan.clock(section.startMinute)) \(section.kind.rawValue), \(section.minutes) minutes",
                    level: 2
                ),
                .table(
                    titles: ["Who", "Min.", "What"],
                    rows: section.steps.flatMap { step in
                        step.exercises.enumerated().map {
                            $0 == 0 ? [step.participants, "\(step.minutes)", $1] : ["", "", $1]
                        }
                    }),
            ])
        }
        let belts = Dictionary(grouping: attendees, by: \.belt).sorted { ladder.rank($0.key) < ladder.rank($1.key) }
        let attendeeFacts = belts.map { belt, people in
            let names = people.map(\.name).filter { !$0.isEmpty }
            return (
                name: ladder.belt(belt).name,
                value: names.isEmpty ? "\(people.count)" : "\(people.count): \(names.joined(separator: ", "))"
            )
        }
        return Page(
            title: title,
            parts: [.facts(attendeeFacts)] + sections + [.remark("A proposal. You know who stands before you.")],
            isSheet: true)
    }

    /// Returns the time since the start as hours and minutes, such as `0:09`.
    package static func clock(_ minute: Int) -> String { "\(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60)" }
}
