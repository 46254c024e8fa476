import Kernel
import Media
import Pictures
import Storage
import TestBench
import XCTest

/// Whatever store a club's media stand on, they keep what a model in a plain list keeps.
final class ClubMediaLawTests: XCTestCase {
    private static let subjects = [
        Subject(.move, "chon-ji/3"), Subject(.move, "chon-ji/33"), Subject(.pattern, "chon-ji"), Subject(.technique, "chon-ji/3"),
    ]

    func testMediaKeepWhatAModelKeepsOverEachStore() throws {
        let home = try Home(isQuick: true)
        for seed in UInt64(0)..<12 {
            let file = { try FileStore(directory: home.path("store\(seed)")) { .earliest } }
            try Self.live(Bench(), seed)
            let kept = try Self.live(Bench(try file()), seed)
            XCTAssertEqual(try Self.all(Bench(try file())), Self.inOrder(kept), "opened again, seed \(seed)")
        }
    }

    /// Adds, removes and takes back; what is kept is compared after each step.
    @discardableResult
    private static func live(_ bench: Bench, _ seed: UInt64) throws -> [Attachment] {
        var (chance, kept) = (RandomSource(seed: seed), [Attachment]())
        var before: [[Attachment]] = []
        for step in 0..<40 {
            bench.clock.advance(seconds: Double(Int.random(in: 0...1, using: &chance)))
            let place = "seed \(seed), step \(step)"
            switch Int.random(in: 0..<6, using: &chance) {
            case 0...2:
                let subject = subjects.randomElement(using: &chance) ?? subjects[0]
                before.append(kept)
                kept.append(try bench.add(Subject(subject.kind, subject.id, title: "\(step)")))
            case 3:
                guard let gone = kept.randomElement(using: &chance) else { continue }
                before.append(kept)
                kept.removeAll { $0.id == gone.id }
                try bench.media.remove(gone.id)
                XCTAssertThrowsError(try bench.media.remove(gone.id), place) {
                    XCTAssertEqual(($0 as? Failure)?.code, .attachmentNotFound, place)
                }
            default:
                guard let earlier = before.popLast() else { continue }
                _ = try bench.store.undoLast()
                kept = earlier
            }
            XCTAssertEqual(try all(bench), inOrder(kept), place)
            for subject in subjects {
                XCTAssertEqual(
                    try bench.media.attachments(of: subject), inOrder(kept.filter { $0.subject.isSame(as: subject) }), place)
            }
            for one in kept { XCTAssertEqual(try bench.media.attachment(named: one.id.rawValue), one, place) }
        }
        return kept
    }

    private static func all(_ bench: Bench) throws -> [Attachment] { try bench.media.attachments() }

    /// By kind and name of the subject, the oldest first, as text is ordered by its bytes.
    private static func inOrder(_ attachments: [Attachment]) -> [Attachment] {
        attachments.sorted {
            let (left, right) = (key($0), key($1))
            return left.lexicographicallyPrecedes(right)
        }
    }

    private static func key(_ attachment: Attachment) -> [String] {
        [attachment.subject.kind.rawValue, attachment.subject.id, attachment.addedAt.description, attachment.id.rawValue]
    }
}
