import Content
import Guidance
import Kernel
import Speech
import Terminal

/// Brings belts, terms, patterns, step sparring, techniques, search and the pack linter to an app.
public struct ContentPlugin: Plugin {
    public let name = "Content"
    private let library: @Sendable () throws -> Library
    private let syllabus: @Sendable () throws -> Syllabus
    private let sources: @Sendable () -> (readable: [PackSource], unreadable: [String: Failure])
    private let source: @Sendable (_ path: String) throws -> PackSource
    private let complaint: @Sendable () -> String?
    private let choice: VariantChoice?
    private let own: WordKeeping?
    private let voice: Voice.Maker
    private let draft: @Sendable (_ fileName: String, _ bytes: [UInt8]) throws -> String

    /// The commands over a library.
    ///
    /// - Parameters:
    ///   - library: everything on the shelf; asked for when a command needs it.
    ///   - syllabus: the belt rule of the learner who asks.
    ///   - sources: the packs on the shelf, for `content check` without a path, and those that cannot be opened.
    ///   - source: the pack at a path.
    ///   - complaint: what is wrong with the packs that were read, in a line; nil where nothing is.
    ///   - choice: where the learner's choice of a variant is kept; without it there is no such command.
    ///   - own: the learner's own words and sets, which the library has too; without it there are no such commands.
    ///   - voice: says words aloud.
    ///   - draft: writes a drawing into a file that is not kept, for `--open`; gives its path.
    public init(
        library: @escaping @Sendable () throws -> Library, syllabus: @escaping @Sendable () throws -> Syllabus,
        sources: @escaping @Sendable () -> (readable: [PackSource], unreadable: [String: Failure]),
        source: @escaping @Sendable (_ path: String) throws -> PackSource,
        complaint: @escaping @Sendable () -> String? = { nil }, choice: VariantChoice? = nil,
        own: WordKeeping? = nil,
        voice: @escaping Voice.Maker = { _ in .silent },
        draft: @escaping @Sendable (_ fileName: String, _ bytes: [UInt8]) throws -> String
    ) {
        (self.library, self.syllabus, self.sources, self.source) = (library, syllabus, sources, source)
        (self.complaint, self.choice, self.own, self.draft) = (complaint, choice, own, draft)
        self.voice = voice
    }

    public func contribute(to registry: inout Registry) {
        registry.add(to: .commands) { commands($0) }
        registry.add(Warning("packs") { [complaint] in $0 == "content" ? nil : complaint() }, to: .warnings)
        registry.add(DataFolder("packs", of: "pack file"), to: .dataFolders)
        if own != nil { OwnWordsHelp.contribute(to: &registry) }
        registry.add(all: ContentHelp.welcome, to: .welcomeSteps)
        registry.add(all: ContentHelp.topics, to: .helpTopics)
        registry.add(ContentHelp.news, to: .news)
        registry.add(all: ContentHelp.groups, to: .commandGroups)
        registry.add(all: ContentHelp.questions, to: .questions)
        registry.add(all: ContentHelp.tips, to: .tips)
    }

    /// - Parameter whole: who else knows something of lessons: how far somebody is, what is attached to them, which rules hold.
    private func commands(_ whole: Registry) -> [Command] {
        let pictures = LessonPictures(demonstrations: whole.all(.demonstrations), draft: draft)
        let belts: @Sendable () -> BeltOrder = { curriculum().belts() }
        let recordings = Recordings(whole.all(.recordings))
        let desk = ContentDesk(
            library: library, syllabus: syllabus, lessons: curriculum, voice: { [voice] in voice(recordings) },
            sequels: whole.all(.sequels))
        let check = PackCheck(library: library, sources: sources, source: source, judges: whole.all(.ruleJudges))
        let patterns = PatternDesk(curriculum: curriculum, belts: belts, pictures: pictures) {
            try Failure.heeding([:]) {
                try whole.all(.patternProgress).reduce(into: [:]) { all, next in all.merge(try next.of()) { first, _ in first } }
            }
        }
        return [desk.belts, desk.terms, desk.term, desk.termShow, desk.search, check.command] + patterns.commands
            + SparringDesk(curriculum: curriculum, belts: belts, pictures: pictures).commands
            + TrainingDesk(curriculum: curriculum, belts: belts, syllabus: syllabus, pictures: pictures).commands
            + TechniqueDesk(curriculum: curriculum, belts: belts, pictures: pictures).commands
            + (own.map(ownCommands) ?? [])
            + (choice.map { VariantDesk(curriculum: curriculum, choice: $0).commands } ?? [])
    }

    private func ownCommands(_ keeping: WordKeeping) -> [Command] {
        let parts = WordParts(library: library)
        return OwnWordDesk(keeping: keeping, syllabus: syllabus, parts: parts).commands
            + SetDesk(keeping: keeping, parts: parts).commands
            + ExchangeDesk(keeping: keeping, syllabus: syllabus, parts: parts).commands
    }

    /// A profile that cannot be read is no reason to keep the patterns back: its own commands will say so.
    @Sendable private func curriculum() -> Curriculum {
        Curriculum(sources().readable, variant: choice.flatMap { (try? $0.heeded()) ?? nil })
    }
}
