import Foundation
import Kernel
import Profiles
import Storage
import TestSupport
import XCTest

extension XCTestCase {
    func code(_ body: () throws -> Void) -> Failure.Code? {
        do { try body() } catch { return (error as? Failure)?.code ?? .init("\(error)") }
        return nil
    }

    func family(_ store: any Store) -> Family {
        let repository = StoredProfileRepository(store)
        return Family(
            repository: repository, grades: .test, theme: "classic",
            ids: .timeOrdered(now: { .zero }, random: .system()),
            time: .fixed(.zero))
    }

    func fill(_ store: any Store, _ random: inout RandomSource) throws {
        let papers = (0..<Int.random(in: 1...40, using: &random)).map { number in
            Paper(
                id: Identifier("p\(number)"),
                text: ["한글", "\"quoted\"", "a\nb", "🥋", ""].randomElement(using: &random) ?? "",
                number: Double.random(in: -5...5, using: &random))
        }
        try store.write { try $0.put(contentsOf: papers) }
    }

    func temporaryFolder() throws -> String {
        let home = try Home()
        addTeardownBlock { _ = home }
        return home.path
    }
}

struct Paper: Storable {
    let id: Identifier<Paper>
    let text: String
    let number: Double
    static let collection = RecordCollection<Paper>(
        "test.papers", indexes: [Index<Paper, String>.ordered("text") { $0.text }])
}

extension Family {
    /// Returns the exported bytes.
    func export(_ profile: Profile) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try export(profile) { bytes += $0 }
        return bytes
    }

    /// Imports bytes in chunks of 97.
    func importArchive(_ bytes: [UInt8], of collections: [any StoredCollection]) throws -> Profile {
        var rest = bytes[...]
        return try importArchive(of: collections) {
            guard !rest.isEmpty else { return nil }
            defer { rest = rest.dropFirst(97) }
            return Array(rest.prefix(97))
        }
    }
}

extension Instant {
    static let zero = Instant(milliseconds: 0)
}

extension Grades {
    /// Ten student grades.
    static let test: Grades = Grades(
        lowest: { "10k" },
        parse: { text in
            guard (1...10).contains(where: { "\($0)k" == text }) else {
                throw Failure(.init("unknownBelt"), "There is no grade “\(text)”.", kind: .usage)
            }
            return text
        }, title: { $0 }, all: { (1...10).reversed().map { "\($0)k" } })
}
