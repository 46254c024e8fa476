import Club
import Interface
import Kernel

/// The output of `club`: the roll of an own club, or the news of a shared club.
struct ClubOverview: Sendable {
    let name: String
    /// The roll of an own club, or nil without one.
    var view: ClubView?
    /// The shared club, or nil for a club without other members.
    var snapshot: ClubSnapshot?
    var today: Day

    static let fields: [Field<ClubOverview>] = [
        Field("club", "what it is called") { .text($0.name) },
        Field("role", "what you are in the shared club; null where nobody shares it") {
            .text($0.snapshot?.role.rawValue)
        },
        Field("students", "how many train; null for who keeps no roll") { .integer($0.view?.visitors.count) },
        Field("ready", "who is ready for a grading") {
            .texts(($0.view?.candidates ?? []).filter(\.isReady).map(\.student.name))
        },
        Field("missing", "who was away for two weeks or more") { .texts(($0.view?.missing ?? []).map(\.student.name)) },
        Field("owed", "open fees, in the smallest unit; null for who keeps no roll") { overview in
            .integer(overview.view?.bills.reduce(0) { $0 + $1.account.owed })
        },
        Field("currency", "what fees are counted in; null for who keeps no roll") {
            .text($0.view?.club.currency.code)
        },
        Field(
            "candidates",
            "everybody with a belt above theirs: name, belt, next, months, classes, mastery in percent or null, missing"
        ) {
            .list(
                ($0.view?.candidates ?? []).map { candidate in
                    .object([
                        .init("name", .text(candidate.student.name)), .init("belt", .text(candidate.belt.id)),
                        .init("next", .text(candidate.next.id)), .init("months", .integer(candidate.months)),
                        .init("classes", .integer(candidate.classes)), .init("mastery", .integer(candidate.mastery)),
                        .init("missing", .texts(candidate.missing)),
                    ])
                })
        },
        Field("counts", "what five or more of a belt share: kind, belt, people, percent on the mean or null") {
            .list(
                ($0.snapshot?.counts ?? []).map { count in
                    .object([
                        .init("kind", .text(count.kind.rawValue)), .init("belt", .text(count.belt)),
                        .init("people", .integer(count.people)), .init("percent", .integer(count.percent)),
                    ])
                })
        },
        Field("tasks", "what is to be worked on: title, kind, until") { overview in
            .list(
                (overview.snapshot?.tasks(on: overview.today) ?? []).map { task in
                    .object([
                        .init("title", .text(task.value.piece.title)), .init("kind", .text(task.value.kind.rawValue)),
                        .init("until", .day(task.value.until)),
                    ])
                })
        },
        Field("news", "what the club told everybody, the latest first: day, kind, text") {
            .list(
                ($0.snapshot?.notices ?? []).map { notice in
                    .object([
                        .init("day", .day(notice.post.day)),
                        .init("kind", .text(notice.value.kind.rawValue)),
                        .init("text", .text(notice.value.text)),
                    ])
                })
        },
        Field("fees", "what was told of fees") { .texts(($0.snapshot?.bills ?? []).map(\.value.text)) },
    ]
}
