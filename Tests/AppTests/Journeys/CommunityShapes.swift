import Foundation
import Programs
import TestSupport
import XCTest

/// A developer who runs `hub` in the home of a user.
struct HubConsole {
    let user: AppUser
    private let program: String

    /// Creates a community in the folder `fixture` of the home unless it exists.
    init(beside user: AppUser) throws {
        self.user = user
        program = try BuiltProgram.required("hub")
        if !FileManager.default.fileExists(atPath: fixture) { try run("community", "create", fixture) }
    }

    /// The folder of the community.
    var fixture: String { user.home + "/town" }

    /// Runs a command without checking its status.
    func attempt(_ words: [String]) throws -> AppUser.RunResult {
        let call = ProgramCall(
            program, words, deadline: AppUser.deadline, environment: user.environment, workingDirectory: user.home)
        return AppUser.RunResult(try call.run())
    }

    @discardableResult
    func run(_ words: String...) throws -> AppUser.RunResult {
        let result = try attempt(words)
        XCTAssertEqual(result.status, 0, "hub \(words): \(result.errors)")
        return result
    }

    func votes(_ item: String) throws -> Int? {
        try run("roadmap", "list", "--json").json([RoadmapShape].self).first { $0.id == item }?.votes
    }
}

struct SentShape: Decodable { let id, kind, state: String, changed: Bool }
struct RoadmapShape: Decodable { let id, title, state, category, release: String, votes: Int, progress: Double? }
struct MessageShape: Decodable { let id, text, status, app: String }
struct OwnShape: Decodable { let id, state, status: String, response: String?, unread: Bool }
