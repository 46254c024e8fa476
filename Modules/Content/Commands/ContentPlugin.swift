import Content
import Kernel
import Terminal

/// Brings belts, terms, search and the pack linter to an app.
public struct ContentPlugin: Plugin {
    public let name = "Content"
    private let desk: ContentDesk
    private let check: PackCheck
    private let lessons: [Command]

    /// The commands over a library.
    ///
    /// - Parameters:
    ///   - library: everything on the shelf; asked for when a command needs it.
    ///   - syllabus: the belt rule of the learner who asks.
    ///   - documents: what else can be found, besides terms.
    ///   - sources: the packs on the shelf, for `content check` without a path, and those that cannot be opened.
    ///   - source: the pack at a path.
    ///   - progress: where the learner stands in patterns.
    public init(
        library: @escaping @Sendable () throws -> Library, syllabus: @escaping @Sendable () throws -> Syllabus,
        sources: @escaping @Sendable () -> (readable: [PackSource], unreadable: [String: Failure]),
        source: @escaping @Sendable (_ path: String) throws -> PackSource, progress: PatternProgress = .unknown
    ) {
        check = PackCheck(library: library, sources: sources, source: source)
        let curriculum: @Sendable () -> Curriculum = { Curriculum(sources().readable) }
        let belts: @Sendable () -> BeltOrder = { curriculum().belts() }
        desk = ContentDesk(library: library, syllabus: syllabus, lessons: curriculum)
        lessons =
            PatternDesk(curriculum: curriculum, belts: belts, progress: progress).commands
            + TrainingDesk(curriculum: curriculum, belts: belts).commands
            + TechniqueDesk(curriculum: curriculum, belts: belts).commands
    }

    public func contribute(to registry: inout Registry) {
        for command in [desk.belts, desk.terms, desk.term, desk.search, check.command] + lessons {
            registry.add(command, to: .commands)
        }
    }
}
