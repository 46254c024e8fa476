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
    /// Creates the attachments of all users of this device, by lesson: photos and videos. With
    /// `--dry-run` or `--store memory` no file is written.
    static func dojang(
        _ environment: Environment, store: any Store, _ devicePacks: DevicePacks,
        words: @escaping @Sendable () throws -> Library
    ) -> some Plugin {
        let options = environment.options
        let ids = environment.ids
        let now = environment.time.now
        let files: any BlobStore<MediaPath> = FolderBlobStore.blobStore(
            root: environment.home, inMemory: environment.isTemporary, isDryRun: options.isDryRun, now: now)
        var media = ClubMedia(
            store, blobStore: files, subjects: Subjects(of: devicePacks, words: words), ids: ids, now: now)
        media.downloads = .curl(
            environment.programs, workingIn: environment.folder("work") + "/fetch",
            isDryRun: environment.isTemporary || options.isDryRun)
        return MediaPlugin(media, open: ByteSource.disk, player: .mpv(environment.programs)).adding(
            Demonstrations(media), to: .demonstrations
        )
        .adding(BlobFiles(files) as any FileHome, to: .fileHomes)
    }
}

extension Subjects {
    fileprivate init(of devicePacks: DevicePacks, words: @escaping @Sendable () throws -> Library) {
        let lessons: @Sendable () -> Curriculum = { Curriculum(devicePacks.sources().readable) }
        self.init(
            named: {
                let (lesson, title) = try Demonstrations.Lesson.resolve($0, in: lessons())
                return Subject(lesson, title: title)
            }, spoken: { try Subjects.subject($0, words()) },
            completing: { Demonstrations.Lesson.completions($0, in: lessons()) })
    }

    private static func subject(_ word: String, _ library: Library) throws -> Subject {
        let all = library.searchables
        if let term = library.term(word) ?? Curriculum.resolve(word, among: all).flatMap(library.term) {
            return Subject(.term, term.id, title: term.english)
        }
        throw Curriculum.unknown(.unknownTerm, "word", word, among: all, advice: "`search` finds the words to record.")
    }
}

extension Demonstrations {
    fileprivate init(_ media: ClubMedia) {
        self.init { lesson in
            let all = try media.demonstrations(of: Subject(lesson))
            return all.isEmpty
                ? nil : Attachments(path: all.lazy.compactMap { try? media.path(of: $0) }.first, others: all.count - 1)
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
