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
        let media = ClubMedia(store, shelf: files, subjects: Subjects(of: shelf, words: words), ids: ids, now: now)
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
            named: { try Subjects.subject($0, lessons()) }, heard: { try Subjects.heard($0, words()) },
            completing: { typed in
                let lessons = lessons()
                if let slash = typed.firstIndex(of: "/"), let pattern = try? lessons.pattern(String(typed[..<slash])).value {
                    return pattern.moves.map { "\(pattern.id)/\($0.number)" }.filter { $0.hasPrefix(typed) }
                }
                let (patterns, techniques) = (lessons.patterns().value.map(\.id), lessons.techniques().value.map(\.id))
                return (patterns + techniques + lessons.sparring().value.map(\.id)).filter { $0.hasPrefix(typed) }
            })
    }

    private static func heard(_ word: String, _ library: Library) throws -> Subject {
        let all = library.searchables
        if let term = library.term(word) ?? Curriculum.meant(word, among: all).flatMap(library.term) {
            return Subject(.term, term.id, title: term.english)
        }
        throw Curriculum.unknown(.unknownSubject, "word", word, among: all, advice: "`search` finds the words to record.")
    }

    private static func subject(_ word: String, _ lessons: Curriculum) throws -> Subject {
        // `three-step/1` is an exchange, `chon-ji/3` and `천지/3` are movements; whatever else it is called as elsewhere.
        if let exchange = try? lessons.exchange(word) { return Subject(.sparring, exchange.id, title: exchange.name) }
        let parts = word.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if parts.count == 2 {
            let pattern = try lessons.pattern(parts[0]).value
            guard let number = Int(parts[1]), String(number) == parts[1], pattern.move(number) != nil else {
                throw Failure(
                    .unknownMove, "\(pattern.heading.name) has no movement “\(parts[1].prefix(20))”.",
                    advice: "It has 1 to \(pattern.moves.last?.number ?? 0).", kind: .usage)
            }
            return Subject(.move, "\(pattern.id)/\(number)", title: "\(pattern.heading.name), movement \(number)")
        }
        if let heading = try? lessons.pattern(word).value.heading { return Subject(.pattern, heading.id, title: heading.name) }
        if let technique = try? lessons.technique(word) { return Subject(.technique, technique.id, title: technique.english) }
        let all =
            lessons.patterns().value.map(\.searchable) + lessons.techniques().value.map(\.searchable)
            + lessons.sparring().value.map(\.searchable)
        throw Curriculum.unknown(
            .unknownSubject, "subject", word, among: all,
            advice: "Write a movement as chon-ji/3; `pattern list`, `technique list` and `sparring list` show the names.")
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
    fileprivate init(_ lesson: Demonstrations.Lesson) {
        switch lesson {
        case .pattern(let id): self.init(.pattern, id)
        case .move(let id, let number): self.init(.move, "\(id)/\(number)")
        case .technique(let id): self.init(.technique, id)
        case .exchange(let id): self.init(.sparring, id)
        }
    }
}

extension Failure.Code { fileprivate static var unknownSubject: Self { Self() } }
