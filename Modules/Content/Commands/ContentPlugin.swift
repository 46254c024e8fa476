import Content
import Kernel
import Terminal

/// Brings belts, terms, search and the pack linter to an app.
public struct ContentPlugin: Plugin {
    public let name = "Content"
    private let desk: ContentDesk
    private let check: PackCheck
    private let lessons: [Command]
    private let variants: [Command]

    /// The commands over a library.
    ///
    /// - Parameters:
    ///   - library: everything on the shelf; asked for when a command needs it.
    ///   - syllabus: the belt rule of the learner who asks.
    ///   - documents: what else can be found, besides terms.
    ///   - sources: the packs on the shelf, for `content check` without a path, and those that cannot be opened.
    ///   - source: the pack at a path.
    ///   - progress: where the learner stands in patterns.
    ///   - choice: where the learner's choice of a variant is kept; without it there is no such command.
    ///   - judge: who knows rules of free sparring, for `content check`.
    ///   - demonstrations: photos and videos for `--open`.
    public init(
        library: @escaping @Sendable () throws -> Library, syllabus: @escaping @Sendable () throws -> Syllabus,
        sources: @escaping @Sendable () -> (readable: [PackSource], unreadable: [String: Failure]),
        source: @escaping @Sendable (_ path: String) throws -> PackSource, progress: PatternProgress = .unknown,
        choice: VariantChoice? = nil, judge: RuleJudge = .none,
        demonstrations: Demonstrations = .none
    ) {
        check = PackCheck(library: library, sources: sources, source: source, judge: judge)
        let curriculum: @Sendable () -> Curriculum = {
            // A profile that cannot be read is no reason to keep the patterns back: its own commands will say so.
            Curriculum(sources().readable, variant: choice.flatMap { (try? $0.current()) ?? nil })
        }
        let belts: @Sendable () -> BeltOrder = { curriculum().belts() }
        desk = ContentDesk(library: library, syllabus: syllabus, lessons: curriculum)
        lessons =
            PatternDesk(curriculum: curriculum, belts: belts, progress: progress, demonstrations: demonstrations).commands
            + SparringDesk(curriculum: curriculum, belts: belts, demonstrations: demonstrations).commands
            + TrainingDesk(curriculum: curriculum, belts: belts).commands
            + TechniqueDesk(curriculum: curriculum, belts: belts, demonstrations: demonstrations).commands
        variants = choice.map { VariantDesk(curriculum: curriculum, choice: $0).commands } ?? []
    }

    public func contribute(to registry: inout Registry) {
        for command in [desk.belts, desk.terms, desk.term, desk.search, check.command] + lessons + variants {
            registry.add(command, to: .commands)
        }
    }
}
