import Composition
import Content
import ContentAdapters
import ContentCommands
import Interface
import Kernel
import Learning
import Practice
import Profiles

extension Grades {
    init(of devicePacks: DevicePacks) {
        self.init(
            lowest: { try devicePacks.library().belts().belts.first?.id ?? "10k" },
            parse: { try devicePacks.library().belts().belt(named: $0).id },
            title: { id in (try? devicePacks.library().belts().belt(named: id).name) ?? id },
            appearance: { id in (try? devicePacks.library().belts().belt(named: id).belt) ?? "" },
            all: { (try? devicePacks.library().belts().belts.map(\.id)) ?? [] })
    }
}

extension Family {
    init(_ environment: Environment, store: any Store, grades: Grades) {
        self.init(
            repository: StoredProfileRepository(store), grades: grades,
            theme: Theme.classic.name, ids: environment.ids, time: environment.time)
    }

    /// Returns the current user's profile: the one that `--profile` names, or else the active one.
    func chosen(_ options: GlobalOptions) -> @Sendable () throws -> Profile {
        { try options.profile.map(member(named:)) ?? active() }
    }

    /// Returns all other profiles on this device.
    func others(than profile: Profile) throws -> [Profile] { try members().filter { $0.id != profile.id } }
}

extension VariantChoice {
    /// Creates the variant choice of a profile. It creates no profile on a device without one.
    init(_ family: Family, isNamed: Bool, _ chosen: @escaping @Sendable () throws -> Profile) {
        self.init(
            current: { try isNamed ? chosen().variant : family.existingActive()?.variant },
            choose: { id in _ = try family.change(chosen(), ProfileChange(variant: id ?? "")) },
            profileName: { try chosen().name })
    }
}

extension DevicePacks {
    /// Returns the curriculum of a profile, in its variant.
    func curriculum(of profile: Profile) -> Curriculum { Curriculum(sources().readable, variant: profile.variant) }
}

extension LearnerContext {
    /// Returns a profile's practice of today, for the other family members.
    @Sendable func day(of profile: Profile) throws -> FamilyDay {
        let log = log(of: profile)
        let cards = try Flashcards(
            library: words(of: profile).library(prefetching: Flashcards.dueCountPrefetches(on: log.today)),
            learner: learner(profile),
            log: log)
        return FamilyDay(
            answers: try log.days(on: log.today).reduce(0) { $0 + $1.answers }, streak: try log.streak(),
            due: try cards.dueCount())
    }
}
