import Kernel
import Media
import Pictures
import Storage
import TestSupport
import XCTest

/// Over every store, club media keep the same as a model in a plain list.
final class ClubMediaLawTests: XCTestCase {
    private static let subjects = [
        Subject(.move, "chon-ji/3"), Subject(.move, "chon-ji/33"), Subject(.pattern, "chon-ji"),
        Subject(.technique, "chon-ji/3"),
    ]

    func testMediaMatchTheModelOverEachStore() throws {
        let home = try Home(isQuick: true)
        for seed in UInt64(0)..<12 {
            let file = { try FileStore(directory: home.path("store\(seed)")) { .earliest } }
            try Self.live(Fixture(), seed)
            let kept = try Self.live(Fixture(try file()), seed)
            XCTAssertEqual(try Self.all(Fixture(try file())), Self.inOrder(kept), "opened again, seed \(seed)")
        }
    }

    /// Adds, removes and undoes at random, and compares the records after each step.
    @discardableResult
    private static func live(_ fixture: Fixture, _ seed: UInt64) throws -> [Attachment] {
        var chance = RandomSource(seed: seed)
        var kept = [Attachment]()
        var before: [[Attachment]] = []
        for step in 0..<40 {
            fixture.clock.advance(seconds: Double(Int.random(in: 0...1, using: &chance)))
            let place = "seed \(seed), step \(step)"
            switch Int.random(in: 0..<6, using: &chance) {
            case 0...2:
                let subject = subjects.randomElement(using: &chance) ?? subjects[0]
                before.append(kept)
                kept.append(try fixture.add(Subject(subject.kind, subject.id, title: "\(step)")))
            case 3:
                guard let gone = kept.randomElement(using: &chance) else { continue }
                before.append(kept)
                kept.removeAll { $0.id == gone.id }
                try fixture.media.remove(gone.id)
                XCTAssertThrowsError(try fixture.media.remove(gone.id), place) {
                    XCTAssertEqual(($0 as? Failure)?.code, .attachmentNotFound, place)
                }
            default:
                guard let earlier = before.popLast() else { continue }
                _ = try fixture.store.undoLast()
                kept = earlier
            }
            XCTAssertEqual(try all(fixture), inOrder(kept), place)
            for subject in subjects {
                XCTAssertEqual(
                    try fixture.media.attachments(of: subject), inOrder(kept.filter { $0.subject.isSame(as: subject) }),
                    place)
            }
            for one in kept { XCTAssertEqual(try fixture.media.attachment(named: one.id.rawValue), one, place) }
        }
        return kept
    }

    private static func all(_ fixture: Fixture) throws -> [Attachment] { try fixture.media.attachments() }

    /// Sorts by kind and name of the subject, then oldest first, by bytes.
    private static func inOrder(_ attachments: [Attachment]) -> [Attachment] {
        attachments.sorted {
            let left = key($0)
            let right = key($1)
            return left.lexicographicallyPrecedes(right)
        }
    }

    private static func key(_ attachment: Attachment) -> [String] {
        [
            attachment.subject.kind.rawValue, attachment.subject.id, attachment.addedAt.description,
            attachment.id.rawValue,
        ]
    }
}
