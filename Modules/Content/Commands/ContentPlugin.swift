import Content
import Guidance
import Interface
import Kernel
import Sound

/// A plugin that adds belts, terms, patterns, step sparring, techniques, search and the pack linter
/// to an app.
package struct ContentPlugin: Plugin {
    package let name = "Content"
    private let library: @Sendable () throws -> Library
    private let syllabus: @Sendable () throws -> Syllabus
    private let sources: @Sendable () -> (readable: [PackSource], unreadable: [String: Failure])
    private let source: @Sendable (_ path: String) throws -> PackSource
    private let packWarning: @Sendable () -> String?
    private let choice: VariantChoice?
    private let ownWords: OwnWordServices?
    private let voice: Voice.Maker
    private let draft: @Sendable (_ fileName: String, _ bytes: [UInt8]) throws -> String

    /// Creates the commands over a library.
    ///
    /// - Parameters:
    ///   - library: the merged library, loaded when a command needs it.
    ///   - syllabus: the belt rule of the current learner.
    ///   - sources: the packs for `content check` without a path, and those that cannot be opened.
    ///   - source: the pack at a path.
    ///   - packWarning: a line about faults in the packs that were read; nil if there are none.
    ///   - choice: the storage of the learner's chosen variant; without it the command for it is
    ///     missing.
    ///   - ownWords: the learner's own words and sets, also part of the library; without it the
    ///     commands for them are missing.
    ///   - voice: the speech output for words.
    ///   - draft: writes a drawing into a temporary file for `--open` and returns its path.
    package init(
        library: @escaping @Sendable () throws -> Library, syllabus: @escaping @Sendable () throws -> Syllabus,
        sources: @escaping @Sendable () -> (readable: [PackSource], unreadable: [String: Failure]),
        source: @escaping @Sendable (_ path: String) throws -> PackSource,
        packWarning: @escaping @Sendable () -> String? = { nil }, choice: VariantChoice? = nil,
        ownWords: OwnWordServices? = nil,
        voice: @escaping Voice.Maker = { _ in .silent },
        draft: @escaping @Sendable (_ fileName: String, _ bytes: [UInt8]) throws -> String
    ) {
        self.library = library
        self.syllabus = syllabus
        self.sources = sources
        self.source = source
        self.packWarning = packWarning
        self.choice = choice
        self.ownWords = ownWords
        self.draft = draft
        self.voice = voice
    }

    package func contribute(to registry: inout Registry) {
        registry.add(to: .commands) { commands($0) }
        registry.add(Warning("packs") { [packWarning] in $0 == "content" ? nil : packWarning() }, to: .warnings)
        registry.add(DataFolder("packs", of: "pack file"), to: .dataFolders)
        if ownWords != nil { OwnWordsHelp.contribute(to: &registry) }
        registry.add(all: ContentHelp.welcome, to: .welcomeSteps)
        registry.add(all: ContentHelp.topics, to: .helpTopics)
        registry.add(ContentHelp.news, to: .news)
        registry.add(all: ContentHelp.groups, to: .commandGroups)
        registry.add(all: ContentHelp.questions, to: .questions)
        registry.add(all: ContentHelp.tips, to: .tips)
    }

    /// - Parameter registry: the source of other features' knowledge of lessons: progress,
    ///   attachments and rules.
    private func commands(_ registry: Registry) -> [Command] {
        let pictures = LessonPictures(demonstrations: registry.all(.demonstrations), draft: draft)
        let belts: @Sendable () -> BeltOrder = { curriculum().belts() }
        let recordings = Recordings(registry.all(.recordings))
        let termCommands = TermCommands(
            library: library, syllabus: syllabus, lessons: curriculum, voice: { [voice] in voice(recordings) },
            relatedCommands: registry.all(.relatedCommands))
        let check = PackCheck(
            library: library, sources: sources, source: source, ruleValidators: registry.all(.ruleValidators))
        let patterns = PatternCommands(curriculum: curriculum, belts: belts, pictures: pictures) {
            try Failure.withFallback([:]) {
                try registry.all(.patternProgress).reduce(into: [:]) { all, next in
                    all.merge(try next.statuses()) { first, _ in first }
                }
            }
        }
        return [
            termCommands.belts, termCommands.terms, termCommands.term, termCommands.termShow, termCommands.search,
            check.command,
        ] + patterns.commands
            + SparringCommands(curriculum: curriculum, belts: belts, pictures: pictures).commands
            + CurriculumCommands(curriculum: curriculum, belts: belts, syllabus: syllabus, pictures: pictures).commands
            + TechniqueCommands(curriculum: curriculum, belts: belts, pictures: pictures).commands
            + (ownWords.map(ownCommands) ?? [])
            + (choice.map { VariantCommands(curriculum: curriculum, choice: $0).commands } ?? [])
    }

    /// Returns the commands for the learner's own words, sets and exchange files.
    private func ownCommands(_ services: OwnWordServices) -> [Command] {
        let parts = WordParts(library: library)
        return OwnWordCommands(services: services, syllabus: syllabus, parts: parts).commands
            + SetCommands(services: services, parts: parts).commands
            + ExchangeCommands(services: services, syllabus: syllabus, parts: parts).commands
    }

    /// An unreadable profile does not hide the patterns. The profile commands report it.
    @Sendable private func curriculum() -> Curriculum {
        Curriculum(sources().readable, variant: choice.flatMap { (try? $0.validatedVariant()) ?? nil })
    }
}
