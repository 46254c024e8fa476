import Foundation
import Programs
import TestBench
import XCTest

/// `hub` in the home of somebody else.
struct Office {
    let user: Traveller
    private let program: String

    /// The developer of a community in the home's folder `town`, which is made at first.
    init(beside user: Traveller) throws {
        (self.user, program) = (user, try BuiltProgram.required("hub"))
        if !FileManager.default.fileExists(atPath: town) { try run("community", "create", town) }
    }

    /// Where the community is.
    var town: String { user.home + "/town" }

    /// Runs a command, whatever comes of it.
    func attempt(_ words: [String]) throws -> Traveller.Seen {
        let call = ProgramCall(
            program, words, deadline: .seconds(25), environment: user.environment, workingDirectory: user.home)
        return Traveller.Seen(try call.run())
    }

    @discardableResult
    func run(_ words: String...) throws -> Traveller.Seen {
        let seen = try attempt(words)
        XCTAssertEqual(seen.status, 0, "hub \(words): \(seen.errors)")
        return seen
    }

    func votes(_ item: String) throws -> Int? {
        try run("roadmap", "list", "--json").json([RoadmapShape].self).first { $0.id == item }?.votes
    }
}

struct SentShape: Decodable { let id, kind, state: String, changed: Bool }
struct RoadmapShape: Decodable { let id, title, state, category, release: String, votes: Int, progress: Double? }
struct MessageShape: Decodable { let id, text, status, app: String }
struct OwnShape: Decodable { let id, state, status: String, response: String?, unread: Bool }
