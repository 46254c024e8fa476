import Content
import ContentAdapters
import Footwork
import Foundation

/// A benchmark of the learning content: whole processes that need all of it, and diagrams drawn in
/// one process.
struct ContentBenchmark {
    let directory: String
    let binaries: String
    let rounds: Int

    func run() throws -> Report {
        var report = Report(title: "Content (\(rounds) rounds)")
        report.rows += try [
            "terms --json", "search sogi", "pattern show chon-ji", "technique show obverse-punch", "content check",
        ].map(processRow)
        report.rows.append(try drawing("one diagram, toi-gye", ["toi-gye"]))
        report.rows.append(try figure())
        report.rows.append(try drawing("all \(forms().count) forms drawn", forms()))
        return report
    }

    private func processRow(_ line: String) throws -> Row {
        let environment = ["HOME": directory, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]
        var samples = Samples()
        var peak = 0
        for _ in 0..<rounds {
            let words = line.split(separator: " ").map(String.init) + ["--data", directory + "/content"]
            let process = try ProcessMeasurement.run(binaries + "/dojang", words, environment: environment)
            guard process.status == 0 else {
                throw BenchmarkError("dojang \(line) ended with status \(process.status)")
            }
            samples.add(process.seconds)
            peak = max(peak, process.peakBytes)
        }
        return Row("dojang \(line)", "Commonplace", samples, note: "\(peak >> 20) MiB")
    }

    /// Measures a body found from feet and posture, and drawn from the front and the side, per
    /// movement over all movements of a form.
    private func figure() throws -> Row {
        let course = try Curriculum(BundledPacks.sources).pattern("toi-gye").value.course
        let poses = course.walk().poses.dropFirst()
        var samples = Samples()
        var bytes = 0
        for _ in 0..<rounds {
            let seconds = timed {
                bytes = poses.reduce(0) { sum, pose in
                    guard let movement = course.movements.first(where: { $0.number == pose.number }),
                        let posture = movement.posture
                    else { return sum }
                    let body = pose.body(in: movement.ending, doing: posture)
                    return [BodyView.front(0), .side(.right, 0)].reduce(sum) { sum, view in
                        let drawing = BodyDrawing(body, from: view)
                        return sum + drawing.svg(x: 0, y: 0, scale: 31, colors: BodyColors(belt: "#cf3a33")).utf8.count
                    }
                }
            }
            samples.add(seconds / Double(poses.count))
        }
        return Row(
            "one figure, front and side", "Commonplace", samples, note: "at most 5 ms; \(bytes >> 10) KiB for toi-gye")
    }

    private func forms() -> [String] { Curriculum(BundledPacks.sources).patterns().value.map(\.id) }

    /// Reads patterns and draws them, without a cache between rounds.
    private func drawing(_ name: String, _ ids: [String]) throws -> Row {
        var samples = Samples()
        var bytes = 0
        for _ in 0..<rounds {
            samples.add(
                try timed {
                    let curriculum = Curriculum(BundledPacks.sources)
                    bytes = try ids.map { id in
                        PatternDiagram(try curriculum.pattern(id).value, colors: DiagramColors(belt: ["blue"])).svg()
                            .utf8.count
                    }.reduce(0, +)
                })
        }
        return Row(name, "Commonplace", samples, note: "\(bytes >> 10) KiB of SVG")
    }
}
