import Foundation
import Kernel
import Practice

/// A benchmark of FSRS-6 in process: replay of histories and fitting of weights, compared to
/// py-fsrs and fsrs-rs if the machine's Python has them.
struct ScheduleBenchmark {
    let directory: String
    let rounds: Int

    func run() throws -> Report {
        var report = Report(title: "FSRS-6 (\(rounds) rounds)")
        report.rows += try replay()
        report.rows += try fitting()
        return report
    }

    private func replay() throws -> [Row] {
        let text = Histories(things: 2_000, reviews: 50, seed: 1).json
        let histories = try ReviewHistory.all(in: text)
        let total = histories.reduce(0) { $0 + $1.reviews.count }
        var ours = Samples()
        var peak = 0.0
        for _ in 0..<max(3, rounds) {
            ours.add(
                timed {
                    for history in histories {
                        var state: FSRSState?
                        for review in history.reviews {
                            state = FSRS.standard.state(after: review.rating, from: state, at: review.at)
                        }
                        peak = max(peak, state?.stability ?? 0)
                    }
                })
        }
        let peers = try peers("replay", text)
        let name = "replay of \(total) reviews, ≥ 2 M a second"
        return [Row(name, "commonplace", ours, note: "\(speed(total, ours)), longest stability \(Int(peak)) days")]
            + peers.map {
                Row(name, $0.name, $0.samples, ratio: $0.samples.best / ours.best, note: speed(total, $0.samples))
            }
    }

    private func fitting() throws -> [Row] {
        let text = Histories(things: 850, reviews: 12, seed: 2).json
        let histories = try ReviewHistory.all(in: text).map { history in
            history.reviews.map { FSRSFit.Review($0.rating, on: Day(ordinal: 20_000 + Int($0.at.seconds / 86_400))) }
        }
        let total = histories.reduce(0) { $0 + $1.count }
        var ours = Samples()
        var fit = nil as FSRSFit?
        for _ in 0..<min(3, max(1, rounds)) { try ours.add(timed { fit = try FSRSFit(histories) }) }
        let name = "weights from \(total) reviews, ≤ 5 s"
        let message = fit.map {
            String(format: "log loss %.4f, before %.4f, on %d held out", $0.after, $0.before, $0.heldOut)
        }
        return [Row(name, "commonplace", ours, note: message)]
            + (try peers("optimise", text)).map { Row(name, $0.name, $0.samples, ratio: $0.samples.best / ours.best) }
    }

    private func speed(_ reviews: Int, _ samples: Samples) -> String {
        String(format: "%.2f M reviews/s", Double(reviews) / samples.best / 1e6)
    }

    /// Returns the times of the peers. `COMMONPLACE_PYTHON` names the Python that has them.
    private func peers(_ work: String, _ text: [UInt8]) throws -> [(name: String, samples: Samples)] {
        guard let folder = ProcessInfo.processInfo.environment["COMMONPLACE_PEERS"] else { return [] }
        let file = directory + "/\(work).json"
        try Data(text).write(to: URL(fileURLWithPath: file))
        let python = ProcessInfo.processInfo.environment["COMMONPLACE_PYTHON"] ?? "python3"
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [python, "\(folder)/fsrs_peers.py", work, file, "\(min(3, max(1, rounds)))"]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        var rows: [(name: String, samples: Samples)] = []
        for line in output.split(separator: "\n") {
            let parts = line.split(separator: "\t")
            guard parts.count == 3, let seconds = Double(parts[1]) else { continue }
            if rows.last?.name != String(parts[0]) { rows.append((String(parts[0]), Samples())) }
            rows[rows.count - 1].samples.add(seconds)
        }
        return rows
    }
}

/// Histories of a learner whose memory follows weights of its own.
private struct Histories {
    let json: [UInt8]

    init(things: Int, reviews: Int, seed: UInt64) {
        var random = RandomSource(seed: seed)
        let learner = SimulatedLearner(maximumDeviation: 40, &random)
        let truth = (try? FSRS(weights: learner.weights, learningSteps: [], relearningSteps: [])) ?? .daily
        let lines = (0..<things).map { number in
            var second = Int.random(in: 0..<8_000_000, using: &random)
            var state = nil as FSRSState?
            var parts = [String]()
            for _ in 0..<reviews {
                let now = Instant(milliseconds: Int64(second) * 1000)
                let likely = state.map { truth.retrievability(of: $0, at: now) } ?? 0.75
                let isRight = Double(Int.random(in: 0..<10_000, using: &random)) < likely * 10_000
                let rating: Rating =
                    isRight ? [.hard, .good, .good, .good, .easy][Int.random(in: 0..<5, using: &random)] : .again
                parts.append("{\"rating\": \(rating.rawValue), \"t_offset_s\": \(second)}")
                let next = truth.state(after: rating, from: state, at: now)
                let days = min(Int(next.interval / 86_400) * Int.random(in: 5...15, using: &random) / 10, 120)
                second += max(1, days) * 86_400
                state = next
            }
            return "{\"id\": \(number), \"reviews\": [\(parts.joined(separator: ", "))]}"
        }
        json = Array("[\(lines.joined(separator: ",\n"))]".utf8)
    }
}
