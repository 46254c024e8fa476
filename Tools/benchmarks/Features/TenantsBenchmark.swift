import Diary
import FeedbackCOIN
import Foundation
import Kernel
import Pictures
import Storage

/// A benchmark of whole processes of `grain` and `coin` over data that a generator made through the
/// apps' services.
struct TenantsBenchmark {
    let directory: String
    let binaries: String
    let rounds: Int

    func run() throws -> Report {
        let environment = [
            "HOME": directory, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TMPDIR": directory,
        ]
        // In a process of its own, because the measured process would inherit the size of the one
        // that prepared the data.
        _ = try ProcessMeasurement.run(
            CommandLine.arguments[0], ["--write-tenants", directory], environment: environment)
        var report = Report(title: "Tenants, whole processes (\(rounds) rounds)")
        let grain = ["--data", directory + "/grain"]
        let coin = ["--data", directory + "/coin"]
        report.rows.append(
            try row("grain timeline --limit 20, \(Tenants.days) days, ≤ 60 ms", "grain", environment) { _ in
                ["timeline", "--limit", "20"] + grain
            })
        report.rows.append(
            try row("coin list, \(Tenants.feedback) entries, ≤ 60 ms", "coin", environment) { _ in ["list"] + coin })
        for (format, limit) in [("heic", "1.0 s"), ("jpeg", "0.4 s")] {
            _ = try ProcessMeasurement.run(
                binaries + "/grain", ["settings", "format", format] + grain, environment: environment)
            report.rows.append(
                try row("grain add, 12 megapixels as \(format), ≤ \(limit)", "grain", environment) { round in
                    ["add", try photo(), "--date", Tenants.day(of: format, round).description] + grain
                })
        }
        return report
    }

    /// Returns the path of a JPEG of 4000 × 3000 pixels: soft shapes under sensor noise.
    func photo() throws -> String {
        let file = "\(directory)/photo.jpg"
        guard !FileManager.default.fileExists(atPath: file) else { return file }
        let parts = ["shapes", "shades", "noise", "grey", "color", "bytes", "srgb"].map { "\(directory)/\($0).v" }
        for words in [
            ["perlin", parts[0], "4000", "3000", "--cell-size", "400", "--seed", "1"],
            ["linear", parts[0], parts[1], "90", "128"],
            ["gaussnoise", parts[2], "4000", "3000", "--mean", "0", "--sigma", "5", "--seed", "1"],
            ["add", parts[1], parts[2], parts[3]], ["bandjoin", "\(parts[3]) \(parts[3]) \(parts[3])", parts[4]],
            ["cast", parts[4], parts[5], "uchar"], ["copy", parts[5], parts[6], "--interpretation", "srgb"],
            ["jpegsave", parts[6], file, "--Q", "85"],
        ] {
            guard try ProcessMeasurement.run("/usr/bin/vips", words, environment: ["PATH": "/usr/bin:/bin"]).status == 0
            else {
                throw BenchmarkError("vips \(words.joined(separator: " ")) failed: apt-get install libvips-tools")
            }
        }
        return file
    }

    private func row(
        _ name: String, _ app: String, _ environment: [String: String], _ arguments: (_ round: Int) throws -> [String]
    ) throws -> Row {
        var samples = Samples()
        var peak = 0
        for round in 0..<rounds {
            let process = try ProcessMeasurement.run("\(binaries)/\(app)", arguments(round), environment: environment)
            guard process.status == 0 else { throw BenchmarkError("\(name) ended with status \(process.status)") }
            samples.add(process.seconds)
            peak = max(peak, process.peakBytes)
        }
        return Row(name, "Commonplace", samples, note: "\(peak >> 20) MiB")
    }
}

/// Years of a photo diary and of feedback.
struct Tenants {
    static let days = 10_000
    static let feedback = 5_000
    private static let last = Day("2026-11-20") ?? Day(ordinal: 20_777)

    let directory: String

    /// Returns a day before all others, for a photo that is added.
    static func day(of format: String, _ round: Int) -> Day {
        last.adding(days: -days - (format == "heic" ? 100 : 1000) - round)
    }

    func write() throws {
        try writeDiary()
        try writeFeedback()
    }

    /// Writes the diary through the services that validate entries, with photos of minimal size.
    private func writeDiary() throws {
        let store = try FileStore(directory: directory + "/grain", now: now)
        let time = TimeSource(calendar: .utc, now: now)
        let diary = PhotoDiary(
            repository: StoredDiaryRepository(store), photos: MemoryBlobStore(now: now),
            ids: .timeOrdered(now: now, random: RandomSource(seed: 1)), time: time)
        guard let photo = Data(base64Encoded: Tenants.photo).map([UInt8].init) else { return }
        for number in 0..<Tenants.days {
            let note =
                number % 3 == 0 ? nil : "Day \(number). The quick brown fox jumps over the lazy dog.\nA second line."
            _ = try diary.add(photo, note: note, on: Tenants.last.adding(days: -number))
        }
        try store.close()
    }

    private func writeFeedback() throws {
        let store = try FileStore(directory: directory + "/coin", now: now)
        let journal = FeedbackJournal(
            repository: StoredFeedbackRepository(store), gates: .open,
            ids: .timeOrdered(now: now, random: RandomSource(seed: 2)),
            time: TimeSource(calendar: .utc, now: now))
        for number in 0..<Tenants.feedback {
            let text = FeedbackText(
                context: "Meeting \(number)", observation: String(repeating: "What was said and done. ", count: 8),
                impact: "The team lost an hour.", nextSteps: "Prepare an agenda.")
            _ = try journal.write(text, to: Recipient("Sam <sam@example.org>"), tags: ["team"])
        }
        try store.close()
    }

    /// A PNG of two by two pixels.
    private static let photo =
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGO41GUDRAwQCgAvBgZh81EzFwAAAABJRU5ErkJggg=="
}
