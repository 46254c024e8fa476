import Composition
import Content
import ContentAdapters
import ContentCommands
import Kernel
import Media
import MediaAdapters
import MediaCommands
import Pictures
import PicturesAdapters
import Sync
import SyncAdapters

extension MediaPlugin {
    /// The photos and videos of everybody on this device, by lesson; with `--dry-run` or `--store memory` no file is written.
    static func dojang(
        _ environment: Environment, store: any Store, _ shelf: DevicePacks, words: @escaping @Sendable () throws -> Library
    ) -> some Plugin {
        let (options, ids, now) = (environment.options, environment.ids, environment.time.now)
        let files: any BlobShelf<MediaPlace> = FolderShelf.shelf(
            root: environment.home, inMemory: environment.isPassing, isRehearsal: options.isDryRun, now: now)
        var media = ClubMedia(store, shelf: files, subjects: Subjects(of: shelf, words: words), ids: ids, now: now)
        media.downloads = .curl(
            environment.programs, workingIn: environment.folder("work") + "/fetch",
            isRehearsal: environment.isPassing || options.isDryRun)
        return MediaPlugin(media, open: ByteSource.disk, player: .mpv(environment.programs)).adding(
            Demonstrations(media), to: .demonstrations
        )
        .adding(BlobFiles(files) as any FileHome, to: .fileHomes)
    }
}

extension Subjects {
    /// The lessons of the packs on a shelf, and the words of whoever asks.
    fileprivate init(of shelf: DevicePacks, words: @escaping @Sendable () throws -> Library) {
        let lessons: @Sendable () -> Curriculum = { Curriculum(shelf.sources().readable) }
        self.init(
            named: {
                let (lesson, title) = try Demonstrations.Lesson.named($0, in: lessons())
                return Subject(lesson, title: title)
            }, heard: { try Subjects.heard($0, words()) },
            completing: { Demonstrations.Lesson.completing($0, in: lessons()) })
    }

    private static func heard(_ word: String, _ library: Library) throws -> Subject {
        let all = library.searchables
        if let term = library.term(word) ?? Curriculum.meant(word, among: all).flatMap(library.term) {
            return Subject(.term, term.id, title: term.english)
        }
        throw Curriculum.unknown(.unknownTerm, "word", word, among: all, advice: "`search` finds the words to record.")
    }
}

extension Demonstrations {
    /// What a club has attached.
    fileprivate init(_ media: ClubMedia) {
        self.init { lesson in
            let all = try media.demonstrations(of: Subject(lesson))
            return all.isEmpty
                ? nil : Attached(path: all.lazy.compactMap { try? media.path(of: $0) }.first, others: all.count - 1)
        }
    }
}

extension Subject {
    fileprivate init(_ lesson: Demonstrations.Lesson, title: String = "") {
        switch lesson {
        case .pattern(let id): self.init(.pattern, id, title: title)
        case .move(let id, let number): self.init(.move, "\(id)/\(number)", title: title)
        case .technique(let id): self.init(.technique, id, title: title)
        case .exchange(let id): self.init(.sparring, id, title: title)
        case .theory(let id): self.init(.theory, id, title: title)
        }
    }
}
