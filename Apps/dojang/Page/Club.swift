import Club
import ClubCommands
import Composition
import Content
import Kernel
import Learning

extension ClubPlugin {
    /// The clubs that whoever is at the terminal keeps; what belts learn comes from their packs.
    static func dojang(_ environment: Environment, store: any Store, _ study: StudyRoom) -> some Plugin {
        ClubPlugin(
            book: {
                ClubBook(
                    store.scoped(to: try study.chosen().partition), ids: environment.ids, time: environment.time,
                    programme: Programme(of: study))
            }, random: environment.random)
    }
}

extension Programme {
    /// What the packs of a learner say, their variant among them.
    fileprivate init(of study: StudyRoom) {
        self.init(
            belts: { try study.lessons().book.belts.belts.map { ClubBelt($0.id, name: $0.name, look: $0.belt) } },
            meant: { try study.lessons().book.belts.belt(named: $0).id },
            matter: {
                let book = try study.lessons().book
                return book.belts.belts.map { Matter(of: $0.grade, in: book) }
            })
    }
}

extension Matter {
    fileprivate init(of grade: Grade, in book: LessonBook) {
        self.init(
            belt: grade.id,
            patterns: book.headings.filter { $0.grade == grade && !$0.isDrill }.map { Piece($0.id, $0.name) },
            lines: book.lines.filter { $0.grade == grade }.flatMap(\.exercises).map {
                "\($0.parts.joined(separator: ", then ")), \($0.way.rawValue)"
            },
            sparring: book.exercises.filter { $0.grade == grade }.map { Piece($0.id, $0.name) },
            pages: book.topics.filter { $0.grade == grade }.map { Piece($0.id, $0.title) })
    }
}
