import Documents

extension LessonPlan {
    /// The class as a sheet to print.
    ///
    /// - Parameter title: what stands above it: the club, the class and the day.
    public func page(titled title: String, on ladder: BeltLadder) -> Page {
        let sections = sections.map { section in
            Part.kept([
                .heading("\(LessonPlan.clock(section.begins)) \(section.kind.rawValue), \(section.minutes) minutes", level: 2),
                .table(
                    titles: ["Who", "Min.", "What"],
                    rows: section.steps.flatMap { step in
                        step.what.enumerated().map { $0 == 0 ? [step.who, "\(step.minutes)", $1] : ["", "", $1] }
                    }),
            ])
        }
        let belts = Dictionary(grouping: attendees, by: \.belt).sorted { ladder.place($0.key) < ladder.place($1.key) }
        let present = belts.map { belt, people in
            let names = people.map(\.name).filter { !$0.isEmpty }
            return (
                name: ladder.belt(belt).name,
                value: names.isEmpty ? "\(people.count)" : "\(people.count): \(names.joined(separator: ", "))"
            )
        }
        return Page(
            title: title, parts: [.facts(present)] + sections + [.remark("A proposal. You know who stands before you.")],
            isSheet: true)
    }

    /// `0:09`: hours and minutes from the beginning.
    public static func clock(_ minute: Int) -> String { "\(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60)" }
}
