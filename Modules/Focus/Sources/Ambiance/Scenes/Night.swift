import Kernel

extension AmbianceScene {
    /// A dark background with a faint pulse of light.
    static let minimal = AmbianceScene("Minimal", pace: 4) { canvas, time, _ in
        let breath = 0.75 + 0.25 * sin(time * 2 * .pi / 9)
        let middle = canvas.aspect / 2
        let radius = 0.55 + canvas.aspect * 0.2
        canvas.fill { x, y in
            let distance = ((x - middle) * (x - middle) + (y - 0.5) * (y - 0.5)) / (radius * radius)
            return mix(Light(hex: 0x0D0F14), Light(hex: 0x2C3444), (1 - min(1, distance)) * breath)
        }
    }

    /// A moonless night with an occasional shooting star.
    static let stars = AmbianceScene("Stars", pace: 6) { canvas, time, random in
        let aspect = canvas.aspect
        canvas.fill { x, y in
            let band = 1 - abs(x / aspect * 0.75 + y - 0.95) * 2.6
            let milkyWay = band > 0 ? random.clouds(x * 3.2, y * 3.2, octaves: 3) * band * band : 0
            return mix(Light(hex: 0x04060F), Light(hex: 0x121C38), y) + Light(0.20, 0.19, 0.27) * milkyWay
        }
        canvas.starry(time, random, of: canvas.densityFactor * 240)
        let (turn, seconds) = turns(time, every: 19)
        let fallShare = (seconds - random.value(2...15, turn, 90)) / 0.9
        if (0...1).contains(fallShare) {
            let x = random.value(0.1...0.7, turn, 91) * aspect
            let y = random.value(0.05...0.35, turn, 92)
            for step in 0..<24 {
                let trail = Float(step) / 24
                let along = max(0, fallShare - trail * 0.3) * 0.55
                canvas.dot(
                    x + along, y + along * 0.45,
                    Light(0.9, 0.95, 1) * (1 - trail) * (1 - trail) * 0.7 * sin(fallShare * .pi))
            }
        }
    }

    /// Three curtains of northern lights over a dark ridge.
    static let aurora = AmbianceScene("Aurora", pace: 8) { canvas, time, random in
        canvas.fill { _, y in mix(Light(hex: 0x03050F), Light(hex: 0x0B1D33), y) }
        canvas.starry(time, random, of: canvas.densityFactor * 90)
        let width = canvas.width
        var columns: [(foot: Float, light: Float, length: Float)] = []
        for curtain in 0..<3 {
            let depth = Float(curtain)
            let shift = Float(curtain) * 31
            for column in 0..<width {
                let x = Float(column) * canvas.pixelSize
                let sway = random.noise(x * 0.9 + shift, time * 0.05) - 0.5
                let rays = 0.35 + 0.65 * random.noise(x * 14 + sway * 9 + shift, time * 0.35)
                let veil = smooth(0.32, 0.8, random.noise(x * 1.5 + shift - time * 0.03, time * 0.06 + 7))
                columns.append(
                    (0.68 - depth * 0.11 + sway * 0.36, rays * veil * (0.95 - depth * 0.2), 0.17 + 0.2 * rays))
            }
        }
        let scale = Float(canvas.height)
        let ridge = (0..<width).map { 0.86 - 0.09 * random.clouds(Float($0) * canvas.pixelSize * 2.2, 3, octaves: 4) }
        canvas.fill(over: { x, y, before in
            let column = min(width - 1, Int(x * scale))
            if y > ridge[column] { return Light(hex: 0x02040A) + before * 0.06 }
            var light = before
            for curtain in 0..<3 {
                let (foot, strength, length) = columns[curtain * width + column]
                let heightAboveFoot = foot - y
                guard strength > 0.01, heightAboveFoot > -0.05 else { continue }
                let relativeHeight = heightAboveFoot / length
                let shine = strength * smooth(-0.05, 0.02, heightAboveFoot) * exp(-relativeHeight * 1.5)
                light += mix(Light(0.16, 0.95, 0.55), Light(0.48, 0.22, 0.9), relativeHeight * 0.55) * shine
            }
            return light
        })
    }
}

extension Canvas {
    /// Draws the given number of twinkling stars in a sky that turns imperceptibly slowly.
    mutating func starry(_ time: Float, _ random: SceneRandom, of count: Float) {
        for star in 0..<Int(count) {
            let x = (random.fraction(star, 1) + time * 0.0004).truncatingRemainder(dividingBy: 1) * aspect
            let twinkle = 0.72 + 0.28 * sin(time * random.value(0.6...2.2, star, 4) + random.fraction(star, 5) * 6.28)
            let size = random.fraction(star, 3)
            let light = mix(Light(1, 0.85, 0.7), Light(0.75, 0.86, 1), random.fraction(star, 6)) * twinkle
            dot(x, random.fraction(star, 2), light * (0.12 + 0.9 * size * size * size * size))
            if size > 0.985 { glow(x, random.fraction(star, 2), radius: pixelSize * 3.2, light * 0.3) }
        }
    }

    /// Changes every pixel by its position and current color.
    @inline(__always)
    mutating func fill(over light: (_ x: Float, _ y: Float, _ before: Light) -> Light) {
        change(x: 0...aspect, y: 0...1, light)
    }
}

/// Returns the index of the current period of the given length, and the seconds since its start.
func turns(_ time: Float, every length: Float) -> (turn: Int, since: Float) {
    let turn = (time / length).rounded(.down)
    return (Int(turn), time - turn * length)
}
