import Foundation
import Kernel
import Media
import MediaCommands
import Pictures
import PicturesContract
import Storage
import Synchronization
import Terminal
import TerminalContract

/// A club's media in memory, with a clock that a test moves.
final class Bench: Sendable {
    let store = MemoryStore()
    let shelf: any BlobShelf<MediaPlace>
    private let moment: Moment

    final class Moment: Sendable {
        private let value = Mutex(Instant(milliseconds: 1_800_000_000_000))
        var now: Instant { value.withLock { $0 } }
        func pass(_ seconds: Double) { value.withLock { $0 = $0.adding(seconds: seconds) } }
    }

    init(shelf given: (any BlobShelf<MediaPlace>)? = nil) {
        let moment = Moment()
        self.moment = moment
        shelf = given ?? MemoryShelf { moment.now }
    }

    func pass(_ seconds: Double) { moment.pass(seconds) }

    private let ids = IDSource.counting(prefix: "file")

    var media: ClubMedia {
        let subjects = Subjects(
            named: { word in
                guard word.contains("-") else { throw Failure(.init("unknownSubject"), "There is no “\(word)”.", kind: .usage) }
                return Subject(word.contains("/") ? .move : .pattern, word)
            }, completing: { typed in ["chon-ji"].filter { $0.hasPrefix(typed) } })
        return ClubMedia(
            repository: StoredAttachmentRepository(store), shelf: shelf, subjects: subjects, ids: ids,
            now: { [moment] in moment.now })
    }

    func shell() throws -> Shell {
        let plugin = MediaPlugin(media) { path in
            guard path == "a.png" else { throw Failure(.fileNotFound, "There is no file.", kind: .missingInput) }
            return ByteSource(name: path, PhotoMaker.png(30, 40))
        }
        let undo = Command("undo", "Take back the last change", examples: [.init("undo", "Undo", runs: false)], changes: true) {
            Output(notice: "Undid: \(try self.store.undoLast().label).", next: ["media list"])
        }
        let app = AppDescription(name: "dojang", about: "A dojang.", version: "1", credits: [], privacy: "", support: "")
        return Shell(
            app: app, commands: try Registry([plugin]).all(.commands) + [undo], homeCards: [], today: { Day(ordinal: 20_777) })
    }

    func run(_ words: String..., files: [String: [UInt8]] = [:]) throws -> (output: String, error: String, status: Int32) {
        let console = ScriptedConsole(environment: ["LANG": "C.UTF-8"], columns: 200, files: files)
        let status = try shell().run(words, on: console)
        return (console.output, console.error, status)
    }

    func fingerprint() throws -> String {
        try String(decoding: JSONValue.encoder.encode(store.exportEverything()), as: UTF8.self) + "\(shelf.contents())"
    }
}

/// Yes or no, set by a test.
final class Flag: Sendable {
    private let state = Mutex(false)
    var value: Bool { state.withLock { $0 } }
    func set(_ new: Bool) { state.withLock { $0 = new } }
}
