import Community
import CommunityAdapters
import Foundation
import Kernel
import Storage

/// A benchmark of whole processes over a busy community: 100,000 votes over 50 items, and 10,000
/// feedbacks.
struct CommunityBenchmark {
    private static let items = 50
    private static let votes = 100_000
    private static let feedback = 10_000

    let directory: String
    let binaries: String
    let rounds: Int

    func run() throws -> Report {
        let environment = ["HOME": directory, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]
        _ = try ProcessMeasurement.run(
            CommandLine.arguments[0], ["--write-community", directory + "/town"], environment: environment)
        var report = Report(title: "A community of 100,000 votes and 10,000 feedbacks (\(rounds) rounds)")
        let works: [(name: String, program: String, words: [String], most: Int)] = [
            ("hub roadmap list", "hub", ["roadmap", "list"], 120),
            ("dojang community roadmap", "dojang", ["community", "roadmap"], 120),
            ("hub feedback list", "hub", ["feedback", "list"], 60), ("hub", "hub", [], 120),
        ]
        for work in works {
            let words = work.words + ["--community", directory + "/town", "--data", directory + "/own"]
            var samples = Samples()
            var peak = 0
            for _ in 0..<rounds {
                let process = try ProcessMeasurement.run("\(binaries)/\(work.program)", words, environment: environment)
                guard process.status == 0 else {
                    throw BenchmarkError("\(work.name) ended with status \(process.status)")
                }
                samples.add(process.seconds)
                peak = max(peak, process.peakBytes)
            }
            report.rows.append(
                Row(work.name, "Commonplace", samples, note: "at most \(work.most) ms; \(peak >> 20) MiB"))
        }
        return report
    }

    /// Writes the community in a process of its own.
    static func write(_ directory: String) throws {
        let store = try FileStore(directory: directory, access: .group, now: now)
        let board = StoredCommunityBoard(store, box: FileBallotBox(directory, now: now))
        let developer = Actor(key: Identity(randomBytes: [1]))
        for number in FoundingRoadmap.items.count..<items {
            let item = RoadmapItem(
                id: Identifier("item\(number)"), title: "Item number \(number)", description: "What it brings",
                priority: 9,
                estimatedRelease: "v1.4+", category: .feature, createdAt: now())
            try board.add(item, by: developer, at: now())
        }
        let ids = try board.read { try $0.roadmap() }.map(\.id)
        let perItem = votes / items
        try board.changeBallots { _, ballots in
            for id in ids {
                // Voters have random names, as real users do.
                for voter in 0..<perItem {
                    ballots.insert(Identity(randomBytes: Array("\(id) \(voter)".utf8)).voter.rawValue, for: .init(id))
                }
            }
        }
        for start in stride(from: 0, to: feedback, by: 1_000) {
            try store.write { transaction in
                for number in start..<start + 1_000 { try transaction.put(sample(number)) }
            }
        }
        try store.close()
    }

    private static func sample(_ number: Int) -> Feedback {
        Feedback(
            id: Identifier("f\(number)"), author: Identity(randomBytes: Array("\(number % 2_000)".utf8)).author,
            category: Feedback.Category.allCases[number % 4],
            text: "Feedback number \(number): the diagrams of the patterns are hard to read on a small screen.",
            timestamp: now().adding(seconds: Double(number - feedback)),
            device: DeviceInfo(app: "dojang", appVersion: "1.0", system: "Linux 6", machine: "x86_64"),
            usage: UsageData(belt: "5th Keup", mode: "Progression Mode", feature: "Flashcards", sessions: number % 100))
    }
}
