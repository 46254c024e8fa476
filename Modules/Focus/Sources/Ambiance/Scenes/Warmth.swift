import Kernel

extension AmbianceScene {
    /// A fire of three logs before a brick wall, with sparks.
    static let fireplace = AmbianceScene("Fireplace", pace: 8) { canvas, time, random in
        let aspect = canvas.aspect
        let middle = canvas.aspect / 2
        let halfWidth = min(0.95, aspect * 0.5)
        let flicker = 0.8 + 0.2 * random.noise(time * 1.5, 3)
        let fire = [
            Light(0, 0, 0), Light(hex: 0x4A0B04), Light(hex: 0xB32A08), Light(hex: 0xF26A14), Light(hex: 0xFFB73B),
            Light(hex: 0xFFF0B8),
        ]
        canvas.fill { x, y in
            let offset = (x - middle) / halfWidth
            let height = (0.9 - y) / 0.82
            // Bricks, lit from the fire.
            let row = Int(y * 13)
            let isMortar =
                (y * 13 - Float(row)) < 0.16
                || (x * 6 + (row % 2 == 0 ? 0 : 0.5)).truncatingRemainder(dividingBy: 1) < 0.06
            let distance = (offset * offset * 0.5 + (y - 0.78) * (y - 0.78) * 2.4).squareRoot()
            let wall =
                (isMortar ? Light(0.10, 0.07, 0.06) : Light(0.2, 0.1, 0.07))
                * (0.2 + 2.4 * flicker * exp(-distance * 2.4))
            guard height > -0.1, height < 1.1 else { return wall }
            let wander = (random.noise(y * 3 + time * 1.5, 5) - 0.5) * 0.3 * height
            let turmoil = random.clouds(offset * 3.4 + wander * 3, y * 3 + time * 1.9, octaves: 3)
            let flameWidth = random.noise(offset * 2.6 + wander, time * 0.35) * 0.6 + 0.45
            let shape = (1 - abs(offset + wander) * 1.05) * flameWidth
            let heat = shape * 1.25 + (turmoil - 0.5) * 1.25 - height * 0.9 + 0.16
            return mix(wall, ramp(fire, heat), smooth(0.02, 0.3, heat))
        }
        for log in 0..<3 { canvas.log(log, middle, halfWidth, time, random) }
        for spark in 0..<14 {
            let rise = (random.fraction(spark, 6) + time * random.value(0.1...0.22, spark, 7)).truncatingRemainder(
                dividingBy: 1)
            let x =
                middle + (random.fraction(spark, 8) - 0.5) * halfWidth + sin(time * 1.4 + Float(spark)) * 0.04 * rise
            canvas.dot(x, 0.85 - rise * 0.8, Light(1, 0.6, 0.2) * (1 - rise) * 0.9)
        }
    }

    /// A lava lamp as wide as the screen.
    static let lava = AmbianceScene("Lava", pace: 8) { canvas, time, random in
        let aspect = canvas.aspect
        let count = max(5, Int(canvas.densityFactor * 4.5))
        let drops = (0..<count).map { drop -> (x: Float, y: Float, size: Float) in
            let speed = random.value(0.05...0.12, drop, 1)
            let x = (Float(drop) + 0.5 + 0.5 * (random.fraction(drop, 2) - 0.5)) / Float(count) * aspect
            return (
                x + 0.07 * sin(time * 0.13 + Float(drop) * 2.1),
                0.5 + 0.52 * sin(time * speed * 2 + random.fraction(drop, 3) * 6.28),
                random.value(0.08...0.17, drop, 4)
            )
        }
        let wax = [Light(hex: 0x8E1545), Light(hex: 0xE23B2E), Light(hex: 0xFF8A2B), Light(hex: 0xFFD27A)]
        canvas.fill { x, y in
            let ground = mix(Light(hex: 0x1C0B33), Light(hex: 0x571B4E), y * y)
            // The wax at the foot and the top of the lamp belongs to the field.
            var field = exp((y - 1.04) * 16) + exp((-0.06 - y) * 20)
            for drop in drops {
                let across = x - drop.x
                let down = (y - drop.y) * 0.86
                let distance = across * across + down * down
                field += drop.size * drop.size / (distance + 0.0012)
            }
            let waxShare = smooth(0.86, 1.08, field)
            let halo = Light(0.45, 0.1, 0.16) * smooth(0.25, 1, field) * 0.5
            guard waxShare > 0 else { return ground + halo }
            return mix(ground + halo, ramp(wax, smooth(0.85, 3.4, field) * 0.75 + y * 0.25), waxShare)
        }
    }
}

extension Canvas {
    /// Draws a log in the fire with glowing cracks.
    fileprivate mutating func log(_ number: Int, _ middle: Float, _ reach: Float, _ time: Float, _ random: SceneRandom)
    {
        let slope = [Float(0.1), -0.12, 0.02][number]
        let x = middle + [Float(-0.16), 0.18, 0][number] * reach
        let y = [Float(0.92), 0.93, 0.86][number]
        let halfLength = reach * [Float(0.62), 0.58, 0.44][number]
        let thickness = Float(0.05)
        change(x: x - halfLength...x + halfLength, y: y - 0.14...min(1, y + 0.14)) { px, py, before in
            let along = (px - x) / halfLength
            let offset = abs(py - y - slope * along * 0.6) / thickness
            guard abs(along) < 1, offset < 1 else { return before }
            let crack =
                smooth(0.62, 0.8, random.noise(px * 22 + Float(number) * 9, py * 60))
                * (0.55 + 0.45 * random.noise(px * 6, time * 0.8))
            return Light(0.13, 0.065, 0.04) * (1.3 - offset * 0.7) + Light(0.85, 0.24, 0.03) * crack
                * (1 - abs(along) * 0.6)
        }
    }
}
