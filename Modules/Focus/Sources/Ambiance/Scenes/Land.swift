import Kernel

extension AmbianceScene {
    /// Dawn over rows of firs with mist between them and fireflies in front.
    static let forest = AmbianceScene("Forest", pace: 6) { canvas, time, random in
        let aspect = canvas.aspect
        let sun = (x: aspect * 0.68, y: Float(0.5))
        let sky = [Light(hex: 0x16273F), Light(hex: 0x3F5873), Light(hex: 0xC99A83), Light(hex: 0xF3CFA0)]
        canvas.fill { x, y in
            let distance = ((x - sun.x) * (x - sun.x) + (y - sun.y) * (y - sun.y)).squareRoot()
            return ramp(sky, y / 0.62) + Light(0.32, 0.2, 0.08) * exp(-distance * 3.6)
        }
        let rows: [(foot: Float, size: Float, light: UInt32)] = [
            (0.60, 0.10, 0x6F8390), (0.68, 0.15, 0x49646B), (0.78, 0.23, 0x274648), (0.93, 0.38, 0x10262A),
        ]
        for (index, row) in rows.enumerated() {
            let tops = canvas.firs(row.foot, row.size, random, index)
            let mist = Light(hex: 0xB9B7AE)
            let scale = Float(canvas.height)
            canvas.change(x: 0...aspect, y: row.foot - row.size * 1.4...1) { x, y, before in
                guard y > tops[min(tops.count - 1, Int(x * scale))] else { return before }
                let haze = index < 3 ? smooth(row.foot - 0.06, row.foot + 0.12, y) : 0
                let drift = random.clouds(
                    x * 1.7 + time * 0.02 * Float(index + 1), y * 6 + Float(index) * 9, octaves: 2)
                return mix(Light(hex: row.light), mist, haze * (0.25 + 0.6 * drift) * (1 - Float(index) * 0.24))
            }
        }
        for firefly in 0..<Int(canvas.densityFactor * 9) {
            let x = random.fraction(firefly, 40) * aspect
            let y = random.value(0.7...0.97, firefly, 41)
            let pulse = max(0, sin(time * random.value(0.4...0.9, firefly, 42) + random.fraction(firefly, 43) * 6.28))
            let sway = sin(time * 0.31 + Float(firefly)) * 0.03
            let rise = sin(time * 0.23 + Float(firefly) * 2) * 0.02
            canvas.glow(x + sway, y + rise, radius: 0.035, Light(0.85, 0.8, 0.25) * pulse * pulse * 0.75)
        }
    }

    /// Near and distant flakes over a white hill at night.
    static let snow = AmbianceScene("Snow", pace: 8) { canvas, time, random in
        let aspect = canvas.aspect
        let moon = (x: aspect * 0.24, y: Float(0.24))
        canvas.fill { x, y in
            let distance = ((x - moon.x) * (x - moon.x) + (y - moon.y) * (y - moon.y)).squareRoot()
            let discShare = smooth(0.062, 0.05, distance)
            return mix(Light(hex: 0x0C1730), Light(hex: 0x4A638D), y) + Light(0.2, 0.23, 0.3) * exp(-distance * 5)
                + Light(
                    0.6, 0.6, 0.55) * discShare
        }
        let tops = canvas.firs(0.86, 0.3, random, 7)
        let scale = Float(canvas.height)
        canvas.fill(over: { x, y, before in
            let hill = 0.87 - 0.07 * random.noise(x * 1.3, 5)
            if y > hill {
                return mix(
                    Light(hex: 0xC3D0E6), Light(hex: 0x7F93B8), (y - hill) * 4 + random.noise(x * 4, y * 9) * 0.25)
            }
            guard y > tops[min(tops.count - 1, Int(x * scale))] else { return before }
            let snowShare = random.noise(x * 60, y * 46) > 0.62 ? Float(0.55) : 0
            return mix(Light(hex: 0x13243B), Light(hex: 0xB6C4DC), snowShare)
        })
        for flake in 0..<Int(canvas.densityFactor * 150) {
            let depth = random.fraction(flake, 50)
            let fall = (random.fraction(flake, 51) + time * (0.035 + 0.1 * depth)).truncatingRemainder(dividingBy: 1)
            let sway = sin(time * random.value(0.3...0.8, flake, 52) + Float(flake)) * 0.02 * (0.4 + depth)
            let x = (random.fraction(flake, 53) * aspect + sway + time * 0.008 * (1 + depth)).truncatingRemainder(
                dividingBy: aspect)
            canvas.dot(x, fall * 1.04 - 0.02, Light(0.9, 0.94, 1) * (0.25 + 0.65 * depth * depth))
        }
    }

    /// A branch in blossom with falling petals.
    static let sakura = AmbianceScene("Sakura", pace: 8) { canvas, time, random in
        let aspect = canvas.aspect
        let sky = [Light(hex: 0x41335E), Light(hex: 0x8E5F86), Light(hex: 0xE3A0A8), Light(hex: 0xF7D0BE)]
        canvas.fill { x, y in
            ramp(sky, y * 0.9 + 0.12 * (random.clouds(x * 0.9 - time * 0.01, y * 3, octaves: 3) - 0.3))
        }
        let gust = sin(time * 0.4) * 0.006
        for limb in 0..<5 { canvas.limb(limb, gust, random) }
        for petal in 0..<Int(canvas.densityFactor * 26) {
            let fall = (random.fraction(petal, 60) + time * random.value(0.03...0.06, petal, 61)).truncatingRemainder(
                dividingBy: 1)
            let swing = sin(time * random.value(0.5...1.1, petal, 62) + Float(petal)) * 0.05
            let x = (random.fraction(petal, 63) * aspect + fall * 0.4 + swing).truncatingRemainder(dividingBy: aspect)
            let tint = 0.55 + 0.45 * sin(time * random.value(1...2, petal, 64) + Float(petal) * 3)
            canvas.change(x: x - 0.013...x + 0.013, y: fall - 0.01...fall + 0.01) { px, py, before in
                let distance = abs(px - x) / 0.013 + abs(py - fall) / 0.011
                return distance < 1 ? mix(before, mix(Light(hex: 0xF29DB6), Light(hex: 0xFFF0F4), tint), 0.9) : before
            }
        }
    }
}

extension Canvas {
    /// Returns the upper edge of a row of firs by column.
    fileprivate func firs(_ foot: Float, _ size: Float, _ random: SceneRandom, _ row: Int) -> [Float] {
        let step = size * 0.3
        return (0..<width).map { column in
            let x = Float(column) * pixelSize
            var top = foot + 0.02 - 0.05 * random.noise(x * 3, Float(row) * 13)
            let nearestTree = Int(x / step)
            for tree in nearestTree - 2...nearestTree + 2 {
                let middle = (Float(tree) + random.fraction(tree, 70 + row)) * step
                let height = size * random.value(0.55...1.15, tree, 80 + row)
                let offset = abs(x - middle) / (height * 0.3)
                guard offset < 1 else { continue }
                // Boughs: a slope of steps.
                let steps = (offset * 5).rounded(.down) / 5 * 0.6 + offset * 0.4
                top = min(top, foot - height * (1 - steps))
            }
            return top
        }
    }

    /// Draws a limb with blossoms from the upper left corner.
    fileprivate mutating func limb(_ number: Int, _ gust: Float, _ random: SceneRandom) {
        let length = aspect * random.value(0.3...0.62, number, 20)
        let start = random.value(-0.05...0.22, number, 21)
        let drop = random.value(-0.05...0.28, number, 22)
        let parts = 90
        for part in 0...parts {
            let along = Float(part) / Float(parts)
            let x = along * length
            let y =
                start + drop * along * along + 0.035 * (random.noise(along * 5, Float(number) * 7) - 0.5) + gust * along
            let thickness = 0.017 * (1 - along) + 0.003
            change(x: x - thickness...x + thickness, y: y - thickness...y + thickness) { _, _, before in
                mix(before, Light(hex: 0x2B1822), 0.92)
            }
            let seed = number * 1000 + part
            guard along > 0.12, random.fraction(seed, 23) < 0.3 + along * 0.35 else { continue }
            let blossomX = x + random.value(-0.05...0.05, seed, 24)
            let blossomY = y + random.value(-0.045...0.055, seed, 25)
            let size = random.value(0.014...0.034, seed, 26)
            let petal = mix(Light(hex: 0xE8809F), Light(hex: 0xFFE9EF), random.fraction(seed, 27))
            change(x: blossomX - size...blossomX + size, y: blossomY - size...blossomY + size) { px, py, before in
                let distance =
                    ((px - blossomX) * (px - blossomX) + (py - blossomY) * (py - blossomY)).squareRoot() / size
                return distance < 1
                    ? mix(before, distance < 0.3 ? Light(hex: 0xC65B7C) : petal, 1.25 - distance) : before
            }
        }
    }
}
