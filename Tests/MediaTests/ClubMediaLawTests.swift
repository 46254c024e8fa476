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
            let attachments = try Self.live(Fixture(try file()), seed)
            XCTAssertEqual(try Self.all(Fixture(try file())), Self.inOrder(attachments), "opened again, seed \(seed)")
        }
    }

    /// Adds, removes and undoes at random, and compares the records after each step.
    @discardableResult
    private static func live(_ fixture: Fixture, _ seed: UInt64) throws -> [Attachment] {
        var random = RandomSource(seed: seed)
        var attachments = [Attachment]()
        var before: [[Attachment]] = []
        for step in 0..<40 {
            fixture.clock.advance(seconds: Double(Int.random(in: 0...1, using: &random)))
            let place = "seed \(seed), step \(step)"
            switch Int.random(in: 0..<6, using: &random) {
            case 0...2:
                let subject = subjects.randomElement(using: &random) ?? subjects[0]
                before.append(attachments)
                attachments.append(try fixture.add(Subject(subject.kind, subject.id, title: "\(step)")))
            case 3:
                guard let removed = attachments.randomElement(using: &random) else { continue }
                before.append(attachments)
                attachments.removeAll { $0.id == removed.id }
                try fixture.media.remove(removed.id)
                XCTAssertThrowsError(try fixture.media.remove(removed.id), place) {
                    XCTAssertEqual(($0 as? Failure)?.code, .attachmentNotFound, place)
                }
            default:
                guard let earlier = before.popLast() else { continue }
                _ = try fixture.store.undoLast()
                attachments = earlier
            }
            XCTAssertEqual(try all(fixture), inOrder(attachments), place)
            for subject in subjects {
                XCTAssertEqual(
                    try fixture.media.attachments(of: subject),
                    inOrder(attachments.filter { $0.subject.isSame(as: subject) }),
                    place)
            }
            for attached in attachments {
                XCTAssertEqual(try fixture.media.attachment(named: attached.id.rawValue), attached, place)
            }
        }
        return attachments
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
