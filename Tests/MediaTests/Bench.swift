import Kernel
import Media
import MediaCommands
import Pictures
import PicturesContract
import Storage
import Synchronization
import Terminal
import TerminalContract
import TestBench

/// A club's media over a store, with a clock that a test moves.
struct Bench: Sendable {
    let store: any Store
    let shelf: any BlobShelf<MediaPlace>
    let clock = HandClock("2027-01-15T08:00:00Z")
    private let ids: IDSource

    init(
        _ store: any Store = MemoryStore(), shelf: (any BlobShelf<MediaPlace>)? = nil,
        ids: IDSource = .counting(prefix: "file")
    ) {
        (self.store, self.shelf, self.ids) = (store, shelf ?? MemoryShelf { [clock] in clock.now }, ids)
    }

    var media: ClubMedia {
        let subjects = Subjects(
            named: { word in
                guard word.contains("-") else { throw Failure(.init("unknownSubject"), "There is no “\(word)”.", kind: .usage) }
                return Subject(word.contains("/") ? .move : .pattern, word)
            },
            heard: { word in
                guard word == "walking-stance" else {
                    throw Failure(.init("unknownTerm"), "There is no word “\(word)”.", kind: .usage)
                }
                return Subject(.term, word)
            }, completing: { typed in ["chon-ji"].filter { $0.hasPrefix(typed) } })
        return ClubMedia(store, shelf: shelf, subjects: subjects, ids: ids, now: { [clock] in clock.now })
    }

    /// A picture of 30 × 40 pixels for a subject.
    @discardableResult
    func add(_ subject: Subject, angle: Attachment.Angle? = nil, speed: Attachment.Speed? = nil) throws -> Attachment {
        try media.add(ByteSource(name: "", PhotoMaker.png(30, 40)), to: subject, angle: angle, speed: speed)
    }

    var app: AppBench {
        AppBench("dojang", over: store, time: clock.source()) { [media] in
            [
                MediaPlugin(media) { path in
                    guard path == "a.png" else { throw Failure(.fileNotFound, "There is no file.", kind: .missingInput) }
                    return ByteSource(name: path, PhotoMaker.png(30, 40))
                }
            ]
        }
    }

    func run(_ words: String..., files: [String: [UInt8]] = [:]) throws -> AppBench.Run { app.run(words, files: files) }

    /// A subject of the rules: what is kept, and what lies on the shelf.
    var subject: CommandRules.Subject {
        let app = app
        return CommandRules.Subject(run: app.subject.run, fingerprint: { try app.fingerprint() + "\(shelf.contents())" })
    }
}

/// Yes or no, set by a test.
final class Flag: Sendable {
    private let state = Mutex(false)
    var value: Bool { state.withLock { $0 } }
    func set(_ new: Bool) { state.withLock { $0 = new } }
}
