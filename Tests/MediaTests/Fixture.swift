import Interface
import Kernel
import Media
import MediaCommands
import Pictures
import PicturesTesting
import Storage
import Synchronization
import TerminalTesting
import TestSupport

/// A club's media over a store with a test clock.
struct Fixture: Sendable {
    let store: any Store
    let blobStore: any BlobStore<MediaPath>
    let clock = ManualClock("2027-01-15T08:00:00Z")
    private let ids: IDSource

    init(
        _ store: any Store = MemoryStore(), blobStore: (any BlobStore<MediaPath>)? = nil,
        ids: IDSource = .counting(prefix: "file")
    ) {
        self.store = store
        self.blobStore = blobStore ?? MemoryBlobStore { [clock] in clock.now }
        self.ids = ids
    }

    var media: ClubMedia {
        let subjects = Subjects(
            named: { word in
                guard word.contains("-") else {
                    throw Failure(.init("unknownSubject"), "There is no “\(word)”.", kind: .usage)
                }
                return Subject(word.contains("/") ? .move : .pattern, word)
            },
            spoken: { word in
                guard word == "walking-stance" else {
                    throw Failure(.init("unknownTerm"), "There is no word “\(word)”.", kind: .usage)
                }
                return Subject(.term, word)
            }, completing: { typed in ["chon-ji"].filter { $0.hasPrefix(typed) } })
        return ClubMedia(store, blobStore: blobStore, subjects: subjects, ids: ids, now: { [clock] in clock.now })
    }

    /// Adds a picture of 30 × 40 pixels to a subject.
    @discardableResult
    func add(_ subject: Subject, angle: Attachment.Angle? = nil, speed: Attachment.Speed? = nil) throws -> Attachment {
        try media.add(ByteSource(name: "", PhotoMaker.png(30, 40)), to: subject, angle: angle, speed: speed)
    }

    var app: AppFixture {
        AppFixture("dojang", over: store, time: clock.source()) { [media] in
            [
                MediaPlugin(media) { path in
                    guard path == "a.png" else {
                        throw Failure(.fileNotFound, "There is no file.", kind: .missingInput)
                    }
                    return ByteSource(name: path, PhotoMaker.png(30, 40))
                }
            ]
        }
    }

    func run(_ words: String..., files: [String: [UInt8]] = [:]) throws -> AppFixture.Run {
        app.run(words, files: files)
    }

    /// The subject of the command rules. Its fingerprint covers the records and the files.
    var subject: CommandRules.Subject {
        let app = app
        return CommandRules.Subject(
            run: app.subject.run, fingerprint: { try app.fingerprint() + "\(blobStore.contents())" })
    }
}

/// Yes or no, set by a test.
final class Flag: Sendable {
    private let state = Mutex(false)
    var value: Bool { state.withLock { $0 } }
    func set(_ new: Bool) { state.withLock { $0 = new } }
}
