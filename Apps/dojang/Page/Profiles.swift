import Composition
import Content
import ContentAdapters
import ContentCommands
import Kernel
import Learning
import Practice
import Profiles
import Terminal

extension Grades {
    /// The grades of the packs on a shelf.
    init(of shelf: DevicePacks) {
        self.init(
            lowest: { try shelf.library().belts().belts.first?.id ?? "10k" },
            parse: { try shelf.library().belts().belt(named: $0).id },
            title: { id in (try? shelf.library().belts().belt(named: id).name) ?? id },
            look: { id in (try? shelf.library().belts().belt(named: id).belt) ?? "" },
            all: { (try? shelf.library().belts().belts.map(\.id)) ?? [] })
    }
}

extension Family {
    /// Everybody on this device.
    init(_ environment: Environment, store: any Store, grades: Grades) {
        self.init(
            repository: StoredProfileRepository(store), grades: grades,
            theme: Theme.classic.name, ids: environment.ids, time: environment.time)
    }

    /// Who is at the terminal: the one that `--profile` names, else the active one.
    func chosen(_ options: GlobalOptions) -> @Sendable () throws -> Profile {
        { try options.profile.map(member(named:)) ?? active() }
    }

    /// Everybody else on this device.
    func others(than one: Profile) throws -> [Profile] { try members().filter { $0.id != one.id } }
}

extension VariantChoice {
    /// The variant that a profile follows. Asking makes no profile on a device without one.
    init(_ family: Family, isNamed: Bool, _ chosen: @escaping @Sendable () throws -> Profile) {
        self.init(
            current: { try isNamed ? chosen().variant : family.activeIfAny()?.variant },
            choose: { id in _ = try family.change(chosen(), ProfileChange(variant: id ?? "")) }, who: { try chosen().name })
    }
}

extension DevicePacks {
    /// What is taught to a profile, in the variant that they follow.
    func curriculum(of profile: Profile) -> Curriculum { Curriculum(sources().readable, variant: profile.variant) }
}

extension StudyRoom {
    /// What somebody did today, for the others of the family.
    @Sendable func day(of profile: Profile) throws -> FamilyDay {
        // What an older program has left waits until they study themselves.
        let log = log(over: StoredPracticeRepository(store.scoped(to: profile.partition)))
        let cards = try Flashcards(
            library: words(of: profile).library(foreseeing: Flashcards.foreseenDue(on: log.today)), learner: learner(profile),
            log: log)
        return FamilyDay(
            answers: try log.days(on: log.today).reduce(0) { $0 + $1.answers }, streak: try log.streak(),
            due: try cards.dueCount())
    }
}
