import Kernel

extension AmbianceScene {
    /// A wet window at night with blurred lamps outside.
    static let rain = AmbianceScene("Rain", pace: 10) { canvas, time, random in
        let aspect = canvas.aspect
        canvas.fill { _, y in mix(Light(hex: 0x070C18), Light(hex: 0x1B2739), y) }
        let lamps = [
            Light(hex: 0xFFB35C), Light(hex: 0x5CA8FF), Light(hex: 0xFF6B57), Light(hex: 0x6BE0C4),
            Light(hex: 0xFFE0A0),
        ]
        for lamp in 0..<Int(canvas.densityFactor * 13) {
            let x = random.fraction(lamp, 1) * aspect
            let y = random.value(0.35...0.98, lamp, 2)
            let size = random.value(0.04...0.11, lamp, 3)
            let shine = 0.8 + 0.2 * sin(time * 0.5 + Float(lamp))
            let light = lamps[lamp % lamps.count] * shine * random.value(0.15...0.55, lamp, 4)
            canvas.change(x: x - size...x + size, y: y - size...y + size) { px, py, before in
                let distance = ((px - x) * (px - x) + (py - y) * (py - y)).squareRoot() / size
                return distance < 1
                    ? before + light * (0.75 + 0.25 * smooth(0.6, 0.95, distance)) * smooth(1, 0.9, distance) : before
            }
        }
        canvas.rain(time, random, of: canvas.densityFactor * 52, Light(0.55, 0.65, 0.8))
        for bead in 0..<Int(canvas.densityFactor * 60) {
            let slide = (random.fraction(bead, 11) + time * 0.012 * random.fraction(bead, 12)).truncatingRemainder(
                dividingBy: 1)
            let x = random.fraction(bead, 10) * aspect
            let y = slide
            canvas.dot(x, y, Light(0.5, 0.55, 0.62) * random.value(0.1...0.45, bead, 13))
        }
    }

    /// A sunset over a calm sea.
    static let ocean = AmbianceScene("Ocean", pace: 8) { canvas, time, random in
        let aspect = canvas.aspect
        let horizon = Float(0.44)
        let sun = (x: aspect * 0.5, y: horizon - 0.055)
        let sky = [Light(hex: 0x1A2450), Light(hex: 0x6B4A7E), Light(hex: 0xE07A5F), Light(hex: 0xFFC27A)]
        canvas.fill { x, y in
            let distance = ((x - sun.x) * (x - sun.x) + (y - sun.y) * (y - sun.y)).squareRoot()
            guard y > horizon else {
                let wisps = smooth(0.5, 0.8, random.clouds(x * 1.2 - time * 0.008, y * 9, octaves: 3))
                return ramp(sky, y / horizon) + Light(0.3, 0.16, 0.05) * exp(-distance * 5) + Light(0.8, 0.65, 0.4)
                    * smooth(0.078, 0.066, distance)
                    + Light(0.16, 0.06, 0.05) * wisps
            }
            // The plane recedes, so nearer waves are longer.
            let nearness = (y - horizon) / (1 - horizon)
            let distanceAway = 1 / (nearness + 0.06)
            let swell = random.noise((x - sun.x) * distanceAway * 1.1 + time * 0.1, distanceAway * 5.5 + time * 0.55)
            let ripple = random.noise((x - sun.x) * distanceAway * 4.2 - time * 0.25, distanceAway * 15 + time * 0.9)
            let wave = swell * 0.6 + ripple * 0.4
            let sea = mix(Light(hex: 0x8A5A66), Light(hex: 0x0A2038), smooth(0, 0.75, nearness)) * (0.62 + 0.6 * wave)
            let path = exp(-abs(x - sun.x) / (0.05 + nearness * 0.3) * 1.4)
            return sea + Light(1, 0.72, 0.4) * path * smooth(0.52, 0.76, wave) * (1.1 - nearness * 0.55)
        }
    }

    /// Rays of light in the sea, with a shoal, weeds and bubbles.
    static let underwater = AmbianceScene("Underwater", pace: 8) { canvas, time, random in
        let aspect = canvas.aspect
        let water = [Light(hex: 0x4FC3D0), Light(hex: 0x1B7F9C), Light(hex: 0x0B4468), Light(hex: 0x041B35)]
        canvas.fill { x, y in
            let ray =
                random.noise((x - y * 0.35) * 5 + time * 0.05, time * 0.16)
                * random.noise((x - y * 0.42) * 11 - time * 0.04, 4 + time * 0.1)
            let glitter = smooth(0.1, 0, y) * smooth(0.55, 0.9, random.noise(x * 9 + time * 0.3, time * 0.7))
            return ramp(water, y * 0.95 + 0.03) + Light(0.5, 0.75, 0.7) * (ray * ray * 1.5 * (1 - y) * (1 - y)) + Light(
                0.5, 0.5, 0.45) * glitter
        }
        canvas.shoal(time, random)
        for stem in 0..<Int(canvas.densityFactor * 15) {
            let foot = random.fraction(stem, 30) * aspect
            let height = random.value(0.12...0.42, stem, 31)
            let light = mix(Light(hex: 0x062A2C), Light(hex: 0x0F4A3C), random.fraction(stem, 32))
            for part in 0..<Int(height * Float(canvas.height)) {
                let distanceUp = Float(part) * canvas.pixelSize
                let bend = sin(time * 0.6 + Float(stem) + distanceUp * 9) * 0.035 * distanceUp / height
                let halfWidth = 0.011 * (1 - distanceUp / height) + 0.006
                canvas.change(x: foot + bend - halfWidth...foot + bend + halfWidth, y: 1 - distanceUp...1 - distanceUp)
                { _, _, before in
                    mix(before, light, 0.85)
                }
            }
        }
        for bubble in 0..<Int(canvas.densityFactor * 16) {
            let rise = (random.fraction(bubble, 35) + time * random.value(0.03...0.07, bubble, 36)).truncatingRemainder(
                dividingBy: 1)
            let x = random.fraction(bubble, 37) * aspect + sin(time + Float(bubble)) * 0.01
            canvas.glow(x, 1 - rise, radius: random.value(0.015...0.03, bubble, 38), Light(0.35, 0.5, 0.5))
        }
    }
}

extension Canvas {
    /// Draws falling streaks, the nearer ones faster.
    mutating func rain(_ time: Float, _ random: SceneRandom, of count: Float, _ light: Light) {
        for drop in 0..<Int(count) {
            let depth = random.fraction(drop, 5)
            let fall =
                (random.fraction(drop, 6) + time * (0.55 + 0.6 * depth)).truncatingRemainder(dividingBy: 1) * 1.3 - 0.2
            let x = random.fraction(drop, 7) * aspect
            let length = 0.05 + 0.1 * depth
            let parts = max(2, Int(length / pixelSize))
            for part in 0..<parts {
                let along = Float(part) / Float(parts)
                dot(x - (fall + along * length) * 0.06, fall + along * length, light * along * (0.12 + 0.3 * depth))
            }
        }
    }

    /// Draws a shoal of small fish.
    fileprivate mutating func shoal(_ time: Float, _ random: SceneRandom) {
        for fish in 0..<12 {
            let x = (time * 0.045 + random.fraction(fish, 44) * 0.5).truncatingRemainder(dividingBy: aspect + 0.8) - 0.4
            let y = 0.46 + 0.16 * random.fraction(fish, 45) + 0.012 * sin(time * 1.3 + Float(fish))
            change(x: x - 0.045...x + 0.032, y: y - 0.02...y + 0.02) { px, py, before in
                let along = (px - x) / 0.032
                let offset = abs(py - y) / 0.016
                let isInside = along > -0.7 ? along * along + offset * offset < 1 : offset < (-along - 0.6) * 1.4
                return isInside ? mix(before, Light(hex: 0x05304A), 0.7) : before
            }
        }
    }
}
