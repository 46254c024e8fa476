import Club
import Kernel
import Terminal

/// What several commands take.
struct ClubOptions: Sendable {
    let book: @Sendable () throws -> ClubBook

    /// Which club, where there are several.
    var club: Parameter<String?> {
        .option(
            "club",
            .text("NAME", limit: Club.longestName).completed { [book] typed in
                ((try? book().clubs()) ?? []).map(\.name).filter { $0.hasPrefix(typed) }
            }, "which club, if you keep several")
    }

    /// Somebody on the roll.
    var student: ValueKind<String> {
        ValueKind<String>.text("STUDENT", limit: Student.longestName).completed { [book] typed in
            guard let book = try? book(), let clubs = try? book.clubs() else { return [] }
            return clubs.flatMap { (try? book.roll(of: $0.id.rawValue).students().map(\.name)) ?? [] }.filter {
                $0.hasPrefix(typed)
            }
        }
    }

    /// What a student is called on the command line.
    static let studentHelp = "the student: name, first name, alias, or row in `club student list`"

    /// Which class of a day.
    static let lesson = Parameter<String?>.option(
        "class", .text("NAME", limit: FeePlan.longestName), "which class, if there are several a day, such as kids")

    func roll(_ club: String?) throws -> ClubRoll { try book().roll(of: club) }
}
