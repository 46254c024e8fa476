import Kernel

extension AmbianceScene {
    /// Colors that blend into each other, without shapes.
    static let gradient = AmbianceScene("Gradient", pace: 5) { canvas, time, random in
        let aspect = canvas.aspect
        let lights = [
            Light(hex: 0x2B2F77), Light(hex: 0x7A3E9D), Light(hex: 0xD1567A), Light(hex: 0xF09A6A),
            Light(hex: 0x3C8DA8), Light(hex: 0x2B2F77),
        ]
        canvas.fill { x, y in
            let distortion =
                random.noise(x * 0.8 + time * 0.03, y * 0.8 - time * 0.02) + 0.5
                * random.noise(x * 1.7 - time * 0.04, y * 1.7 + 9)
            let position = (x / aspect * 0.5 + y * 0.35 + distortion * 0.45 + time * 0.012).truncatingRemainder(
                dividingBy: 1)
            return ramp(lights, position) * 0.92
        }
    }

    /// Slow clouds in a blue sky, lit from the upper right.
    static let clouds = AmbianceScene("Clouds", pace: 5) { canvas, time, random in
        canvas.fill { x, y in
            let sky = mix(Light(hex: 0x2C6CB0), Light(hex: 0xA8D3EE), y)
            let across = x * 1.5 + time * 0.022
            let down = y * 2.6 - time * 0.002
            let thickness = random.clouds(across, down, octaves: 5)
            let cloudShare = smooth(0.41, 0.6, thickness)
            guard cloudShare > 0 else { return sky }
            // The sun is at the upper right, so clouds on that side shade the others.
            let sunlight = thickness - random.clouds(across + 0.09, down - 0.16, octaves: 3)
            return mix(sky, mix(Light(hex: 0x93A7BF), Light(hex: 0xFFFDF6), 0.62 + sunlight * 3.2), cloudShare)
        }
    }

    /// A distant storm.
    ///
    /// At most one soft flash in eight seconds keeps it safe for photosensitive people.
    static let lightning = AmbianceScene("Lightning", pace: 10) { canvas, time, random in
        let aspect = canvas.aspect
        let (turn, seconds) = turns(time, every: 9)
        let sinceStrike = seconds - random.value(1...6, turn, 1)
        let flash = sinceStrike < 0 ? 0 : min(1, sinceStrike / 0.12) * exp(-max(0, sinceStrike - 0.12) * 2.4)
        let center = (x: random.value(0.12...0.88, turn, 2) * aspect, y: Float(0.3))
        canvas.fill { x, y in
            let cloud = random.clouds(x * 1.6 + time * 0.03, y * 3.2 + time * 0.006, octaves: 4)
            let ground = mix(Light(hex: 0x0E1022), Light(hex: 0x5A5B86), smooth(0.3, 0.72, cloud)) * (1.1 - 0.45 * y)
            guard flash > 0.01 else { return ground }
            let distance = ((x - center.x) * (x - center.x) + (y - center.y) * (y - center.y) * 1.6).squareRoot()
            return ground + Light(0.27, 0.26, 0.42) * flash * exp(-distance * 2.3) * (0.35 + cloud)
        }
        if flash > 0.03 { canvas.bolt(from: center.x, turn, flash, random) }
        let tops = (0..<canvas.width).map {
            0.9 - 0.08 * random.clouds(Float($0) * canvas.pixelSize * 1.8, 8, octaves: 3)
        }
        let scale = Float(canvas.height)
        canvas.change(x: 0...aspect, y: 0.78...1) { x, y, before in
            y > tops[min(tops.count - 1, Int(x * scale))] ? Light(hex: 0x05060D) : before
        }
        canvas.rain(time, random, of: canvas.densityFactor * 46, Light(0.4, 0.42, 0.6))
    }
}

extension Canvas {
    /// Draws a crooked path from the clouds to the ground, with a branch.
    fileprivate mutating func bolt(from start: Float, _ turn: Int, _ flash: Float, _ random: SceneRandom) {
        for branch in 0..<2 {
            var x = start
            let (firstStep, lastStep) = branch == 0 ? (0, 60) : (22, 44)
            for step in 0..<lastStep {
                let lean = branch == 0 ? Float(0) : step > 22 ? 0.006 : 0
                x += (random.fraction(turn &* 97 &+ step / 3 &+ (step > 22 ? branch * 500 : 0), 3) - 0.5) * 0.021 + lean
                guard step >= firstStep else { continue }
                let y = 0.16 + Float(step) * 0.0118
                let strength = flash * (branch == 0 ? 1 : 0.5)
                glow(x, y, radius: 0.05, Light(0.32, 0.3, 0.5) * strength * 0.35)
                dot(x, y, Light(0.95, 0.93, 1) * strength)
            }
        }
    }
}
