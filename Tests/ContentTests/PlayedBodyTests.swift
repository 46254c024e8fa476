import Content
import Footwork
import Foundation
import Kernel
import Programs
import XCTest

/// Compares bodies drawn by the page's script with those drawn in Swift, from the front and the
/// side.
final class PlayedBodyTests: XCTestCase {
    /// Bounding box of a shape, in points.
    private struct Box: Codable {
        let left, right, high, low: Double
        let fill: String

        func isNear(_ other: Box, _ most: Double) -> Bool {
            fill == other.fill
                && [left - other.left, right - other.right, high - other.high, low - other.low].allSatisfy {
                    abs($0) <= most
                }
        }
    }

    private static let scale = 42.0
    private static let colours = BodyColors(belt: "#2f6fc4")

    func testScriptAndSwiftDrawTheSameShapes() throws {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        guard let chromium = ProgramPath(path: path).find("chromium") else {
            throw XCTSkip("chromium is not installed")
        }
        let bodies = try BodyLawTests.coloured.flatMap { id -> [(name: String, body: Body, facing: Double)] in
            let course = try PatternLawTests.pattern(id).course
            return course.walk().poses.dropFirst().compactMap { pose in
                let movement = course.movements.first { $0.number == pose.number }
                return movement?.posture.map {
                    ("\(id) \(pose.number)", pose.body(in: movement?.ending, doing: $0), pose.look.clockwiseDegrees)
                }
            }
        }
        XCTAssertGreaterThan(bodies.count, 250)
        let played = try Self.played(bodies.map { BodyPlayer.frame($0.body, facing: $0.facing) }, by: chromium)
        XCTAssertEqual(played.count, bodies.count * 2)
        var shapes = 0
        for (index, body) in bodies.enumerated() {
            for (turn, azimuth) in [0.0, 90].enumerated() {
                let view = BodyView("", azimuth: body.facing + azimuth)
                var rest = played[index * 2 + turn]
                let boxes = Self.drawnBoxes(body.body, view)
                shapes += boxes.count
                for box in boxes {
                    // The script uses hundredths of a shoulder width: half of one at each end, plus
                    // rounding.
                    guard let match = rest.firstIndex(where: { $0.isNear(box, 0.9) }) else {
                        XCTFail("\(body.name) from \(azimuth)°: the page has no \(box)")
                        continue
                    }
                    rest.remove(at: match)
                }
                XCTAssertEqual(rest.count, 0, "\(body.name) from \(azimuth)°: the page has more: \(rest)")
            }
        }
        XCTAssertGreaterThan(shapes, 15_000)
    }

    /// Verifies that the comparison detects a different body.
    func testDifferentBodiesAreDrawnDifferently() throws {
        let course = try PatternLawTests.pattern("chon-ji").course
        let poses = course.walk().poses
        let bodies = try poses[1...2].map { pose in
            let movement = try XCTUnwrap(course.movements.first { $0.number == pose.number })
            return pose.body(in: movement.ending, doing: try XCTUnwrap(movement.posture))
        }
        let drawing = Self.drawnBoxes(bodies[0], .front(0))
        let other = Self.drawnBoxes(bodies[1], .front(0))
        XCTAssertTrue(drawing.contains { box in !other.contains { $0.isNear(box, 0.9) } })
    }

    // MARK: - Help

    private static func played(_ frames: [String], by chromium: String) throws -> [[Box]] {
        let folder = NSTemporaryDirectory() + "played-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let look = "{skin:'#e6b98e',suit:'#fdfcf7',hair:'#4a3a31',belt:'#2f6fc4',ink:'#1b1d21',floor:'#000'}"
        let page = #"""
            <!DOCTYPE html><meta charset="utf-8"><pre id="out"></pre><script>
            \#(BodyPlayer.script)
            const box = (d, fill) => {
              const xs = [], ys = [];
              for (const [, word, rest] of d.matchAll(/([MLA])([^MLAZ]*)/g)) {
                const [x, y] = rest.trim().split(' ').at(-1).split(',').map(Number);
                xs.push(x); ys.push(y);
              }
              return {left: Math.min(...xs), right: Math.max(...xs), high: Math.min(...ys), low: Math.max(...ys), fill};
            };
            const frames = [\#(frames.joined(separator: ",\n"))];
            const all = frames.flatMap(frame => [0, 90].map(azimuth =>
              [...drawBody(frame, azimuth, \#(scale), \#(look)).matchAll(/ d="([^"]*)" fill="([^"]*)"/g)].map(([, d, fill]) => box(d, fill))));
            document.getElementById('out').textContent = JSON.stringify(all);
            </script>
            """#
        try page.write(toFile: folder + "/page.html", atomically: true, encoding: .utf8)
        let result = try ProgramCall(
            chromium,
            [
                "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(folder)/profile", "--dump-dom",
                "file://\(folder)/page.html",
            ], deadline: .seconds(120), outputLimit: 64 << 20
        ).run().succeeded()
        let text = result.text
        let start = try XCTUnwrap(text.range(of: "<pre id=\"out\">")?.upperBound)
        let end = try XCTUnwrap(text.range(of: "</pre>")?.lowerBound)
        return try JSONDecoder().decode([[Box]].self, from: Data(text[start..<end].utf8))
    }

    private static func drawnBoxes(_ body: Body, _ view: BodyView) -> [Box] {
        let drawing = BodyDrawing(body, from: view)
        let under = drawing.projected(Point(body.pelvis.x, body.pelvis.y, 0))
        let svg = drawing.svg(x: -under.right * scale, y: under.up * scale, scale: scale, colors: colours)
        return svg.split(separator: "<").compactMap { element in
            func attribute(_ name: String) -> String? {
                element.range(of: " \(name)=\"").map { String(element[$0.upperBound...].prefix { $0 != "\"" }) }
            }
            let fill = attribute("fill") ?? ""
            if let x = attribute("cx").flatMap(Double.init), let y = attribute("cy").flatMap(Double.init),
                let r = attribute("r").flatMap(Double.init)
            {
                return Box(left: x - r, right: x + r, high: y - r, low: y + r, fill: fill)
            }
            guard let d = attribute("d") else { return nil }
            let ends = d.split { "MLAZ".contains($0) }.compactMap { part -> (Double, Double)? in
                let pair = (part.split(separator: " ").last ?? "").split(separator: ",").compactMap { Double($0) }
                return pair.count == 2 ? (pair[0], pair[1]) : nil
            }
            let xs = ends.map(\.0)
            let ys = ends.map(\.1)
            return Box(
                left: xs.min() ?? 0, right: xs.max() ?? 0, high: ys.min() ?? 0, low: ys.max() ?? 0, fill: fill)
        }
    }
}
