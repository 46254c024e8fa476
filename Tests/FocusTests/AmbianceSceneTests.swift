import Focus
import XCTest

/// The ambiance scenes: fully painted at every size and time, calm, and the same for the same seed.
final class AmbianceSceneTests: XCTestCase {
    private func picture(
        _ ambiance: AmbianceScene, _ width: Int = 40, _ height: Int = 24, at seconds: Double, seed: UInt64 = 7
    )
        -> Canvas
    {
        var canvas = Canvas(width: width, height: height)
        ambiance.paint(&canvas, at: seconds, seed: seed)
        return canvas
    }

    private func brightness(_ canvas: Canvas) -> Float {
        let sum = canvas.pixels.reduce(Light.zero) { $0 + $1.clamped(lowerBound: .zero, upperBound: .one) }
        return (0.2126 * sum.x + 0.7152 * sum.y + 0.0722 * sum.z) / Float(canvas.pixels.count)
    }

    func testCatalogHasTheFourteenSpecifiedScenes() {
        XCTAssertEqual(
            AmbianceScene.all.map(\.name),
            [
                "Minimal", "Stars", "Forest", "Aurora", "Rain", "Fireplace", "Ocean", "Gradient", "Snow", "Underwater",
                "Clouds",
                "Sakura",
                "Lightning", "Lava",
            ])
    }

    func testEveryPixelIsPaintedAtEverySizeAndTime() {
        for ambiance in AmbianceScene.all {
            for (width, height) in [(1, 1), (1, 90), (90, 1), (14, 8), (40, 40), (101, 33)] {
                for seconds in [0, 0.3, 61.7, 86_399.9, 1e18, -5, .infinity, .nan] {
                    let canvas = picture(ambiance, width, height, at: seconds)
                    XCTAssertEqual(canvas.pixels.count, width * height)
                    XCTAssertTrue(
                        canvas.pixels.allSatisfy { $0.min() >= 0 && $0.max() < 1_000 },
                        "\(ambiance.name) \(width) × \(height) at \(seconds)")
                }
            }
        }
    }

    func testSameSeedPaintsSamePicture() {
        for ambiance in AmbianceScene.all {
            XCTAssertEqual(picture(ambiance, at: 30).pixels, picture(ambiance, at: 30).pixels)
            let others = (1...5).map { picture(ambiance, at: 30, seed: $0).pixels }
            XCTAssertEqual(Set(others).count, ambiance.id == "minimal" ? 1 : 5, ambiance.name)
        }
    }

    /// The scenes are backgrounds: each frame changes something, but only a little.
    func testEachFrameChangesALittle() {
        for ambiance in AmbianceScene.all {
            var before = picture(ambiance, at: 0)
            var moved = 0
            let frames = Int(40 * ambiance.pace)
            for frame in 1...frames {
                let now = picture(ambiance, at: Double(frame) / ambiance.pace)
                let change =
                    zip(before.pixels, now.pixels).reduce(Float(0)) { sum, pair in
                        let gap = pair.0 - pair.1
                        return sum + max(gap.max(), (-gap).max())
                    } / Float(now.pixels.count)
                XCTAssertLessThan(
                    change, ambiance.id == "fireplace" || ambiance.id == "lightning" ? 0.2 : 0.08,
                    "\(ambiance.name), frame \(frame)")
                if change > 0 { moved += 1 }
                before = now
            }
            XCTAssertGreaterThan(moved, frames * 9 / 10, ambiance.name)
        }
    }

    /// WCAG 2.2, 2.3.1 counts a rise of light by a tenth as a flash, harmful from four a second.
    ///
    /// No scene flashes. The lightning of a storm is weaker and seconds apart.
    func testNoSceneFlashes() {
        for ambiance in AmbianceScene.all {
            XCTAssertEqual(rises(by: 0.1, of: ambiance, within: 45), [], ambiance.name)
        }
        let strikes = rises(by: 0.015, of: AmbianceScene.all[12], within: 90)
        XCTAssertTrue((6...10).contains(strikes.count), "\(strikes)")
        XCTAssertTrue(zip(strikes, strikes.dropFirst()).allSatisfy { $1 - $0 > 3 }, "\(strikes)")
    }

    /// The seconds at which the whole picture became brighter by more than `step` within a second.
    private func rises(by step: Float, of ambiance: AmbianceScene, within seconds: Double) -> [Double] {
        let frames = (0...Int(seconds * ambiance.pace)).map {
            brightness(picture(ambiance, at: Double($0) / ambiance.pace))
        }
        let second = Int(ambiance.pace)
        var times: [Double] = []
        for (frame, light) in frames.enumerated()
        where light - (frames[max(0, frame - second)...frame].min() ?? light) > step {
            let time = Double(frame) / ambiance.pace
            if times.last.map({ time - $0 > 1.5 }) ?? true { times.append(time) }
        }
        return times
    }

    /// Text is drawn over the scene. A scene with no difference between its brightest and darkest
    /// pixel cannot be recognized.
    func testEachSceneHasVisibleContrast() {
        for ambiance in AmbianceScene.all {
            let parts = (0..<6).flatMap { turn in
                picture(ambiance, 80, 48, at: Double(turn) * 31).pixels.map { $0.max() }
            }
            XCTAssertGreaterThan((parts.max() ?? 0) - (parts.min() ?? 0), 0.1, ambiance.name)
        }
    }
}
