import Kernel

/// The script and data of a page with animated bodies: the shapes as a table, numbered marks, and a
/// script that assembles them.
package enum BodyPlayer {
    /// Returns a body's marks as a JavaScript list in the coordinates of its facing direction.
    ///
    /// Units are hundredths of a shoulder width from the floor under the pelvis. The facing
    /// direction in degrees and the thickness of both hands follow.
    package static func frame(_ body: Body, facing: Double) -> String {
        let marks = BodyMarks(body)
        let bodyFrame = Frame(level: facing.sanitized)
        let root = Point(body.pelvis.x, body.pelvis.y, 0)
        let places = marks.points.flatMap { place -> [Double] in
            let local = bodyFrame.toLocal(place - root)
            return [local.x, local.y, local.z]
        }
        let numbers =
            places.map { rounded($0 * 100) } + [
                rounded(facing), rounded(marks.hands.left * 1000), rounded(marks.hands.right * 1000),
            ]
        return "[" + numbers.map(String.init).joined(separator: ",") + "]"
    }

    /// Returns the nearest whole number, or 0 for a value that is not finite or is extremely large.
    private static func rounded(_ value: Double) -> Int {
        value.isFinite && abs(value) < 1e9 ? Int(value.rounded()) : 0
    }

    /// The shapes in JavaScript: layers of `[marks of depth, bias, [form, cloth, marks, radii] …]`.
    package static var shapes: String {
        let layers = BodyShape.layers.map { layer in
            let shapes = layer.shapes.map { "['\($0.form)','\($0.material.rawValue)',\($0.marks),\($0.radii)]" }
            return "[\(layer.depth),\(layer.bias),[\(shapes.joined(separator: ","))]]"
        }
        return "[" + layers.joined(separator: ",\n") + "]"
    }

    /// The chains of marks with constant lengths between frames: root, hinge, end, marks between
    /// hinge and end, and marks that follow the end.
    static var chains: String {
        let chains = Side.allCases.flatMap { side -> [String] in
            func numbers(_ marks: [BodyMark]) -> String { "\(marks.map { $0.on(side) })" }
            return [
                "[\(numbers([.shoulderL, .elbowL, .wristL, .sleeveL])),\(numbers([.knuckleL, .knuckleInL, .tipL, .tipInL])),\(Proportions.upperArm * 100),\(Proportions.forearm * 100),0.8]",
                "[\(numbers([.hipL, .kneeL, .ankleL, .cuffL])),\(numbers([.heelL, .ballL, .toesL])),\(Proportions.thigh * 100),\(Proportions.shank * 100),0.84]",
            ]
        }
        return "[" + chains.joined(separator: ",") + "]"
    }

    /// The script: `drawBody(marks, azimuth, scale, colours)` returns the elements of an SVG group,
    /// `between(a, b, t)` the interpolated marks.
    package static var script: String {
        "const bodyShapes = \(shapes);\nconst bodyChains = \(chains);\nconst bodyMarks = \(BodyMark.allCases.count), secondSide = \(BodyMark.shoulderR.rawValue);\n"
            + drawing
    }

    /// The JavaScript functions that interpolate and draw bodies.
    private static let drawing = #"""
        function bodyBetween(a, b, t) {
          const m = a.map((v, i) => v + (b[i] - v) * t), turn = bodyMarks * 3;
          m[turn] = a[turn] + (((b[turn] - a[turn] + 540) % 360 + 360) % 360 - 180) * t;
          const at = i => m.slice(3 * i, 3 * i + 3), put = (i, p) => p.forEach((v, k) => m[3 * i + k] = v);
          const add = (p, q, s) => p.map((v, k) => v + q[k] * s), sub = (p, q) => p.map((v, k) => v - q[k]);
          for (const [[root, hinge, end, mid], tail, upper, lower, part] of bodyChains) {
            const from = at(root), way = sub(at(hinge), from), old = at(end);
            const knee = add(from, way, upper / (Math.hypot(...way) || 1));
            const last = sub(add(old, sub(knee, at(hinge)), 1), knee), tip = add(knee, last, lower / (Math.hypot(...last) || 1));
            put(hinge, knee); put(end, tip); put(mid, add(knee, sub(tip, knee), part));
            for (const i of tail) put(i, add(at(i), sub(tip, old), 1));
          }
          return m;
        }
        function bodyHull(discs) {
          const edge = discs.flatMap(([x, y, r]) => [...Array(16).keys()].map(k => [x + r * Math.cos(k * Math.PI / 8), y + r * Math.sin(k * Math.PI / 8)]))
            .sort((p, q) => p[0] - q[0] || p[1] - q[1]);
          const turn = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
          const half = list => { const line = []; for (const p of list) { while (line.length > 1 && turn(line.at(-2), line.at(-1), p) <= 0) line.pop(); line.push(p); } return line.slice(0, -1); };
          return half(edge).concat(half(edge.reverse()));
        }
        function drawBody(m, azimuth, scale, colours) {
          const a = azimuth * Math.PI / 180, e = 9 * Math.PI / 180, seen = [];
          for (let i = 0; i < bodyMarks; i++) {
            const [x, y, z] = [m[3 * i] / 100, m[3 * i + 1] / 100, m[3 * i + 2] / 100], d = x * Math.sin(a) + y * Math.cos(a);
            seen.push([y * Math.sin(a) - x * Math.cos(a), z * Math.cos(e) - d * Math.sin(e), d * Math.cos(e) + z * Math.sin(e)]);
          }
          const n = v => (v * scale).toFixed(1), spot = p => n(p[0]) + ',' + n(-p[1]);
          const spots = (marks, radii) => marks.map((k, i) => [seen[k][0], seen[k][1], radii[i] < 0 ? -radii[i] * m[3 * bodyMarks + (k < secondSide ? 1 : 2)] / 1000 : radii[i]]);
          const path = (d, fill, edge) => `<path d="${d}" fill="${fill}" stroke="${edge}"/>`;
          const line = (list, width, colour) => {
            const d = 'M' + list.map(spot).join('L');
            return width > 0 ? `<path d="${d}" fill="none" stroke="${colours.ink}" stroke-width="${(width * 2 * scale + 2).toFixed(1)}"/><path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width * 2)}"/>` : path(d, 'none', colour);
          };
          const draw = ([form, cloth, marks, radii]) => {
            const s = spots(marks, radii), fill = colours[cloth];
            if (form === 'hull') return path('M' + bodyHull(s).map(spot).join('L') + 'Z', fill, colours.ink);
            if (form === 'seam') return seen[marks.at(-1)][2] - seen[marks[0]][2] > 0.03 ? line(s.slice(1), radii[0], cloth === 'suit' ? colours.ink : fill) : '';
            if (form === 'ring') {
              const [o, r, f] = marks.map(k => seen[k]), turn = Math.atan2(f[2] - o[2], r[2] - o[2]);
              return line([...Array(13).keys()].map(k => { const g = turn - Math.PI / 2 + k * Math.PI / 12; return [0, 1].map(c => o[c] + (r[c] - o[c]) * Math.cos(g) + (f[c] - o[c]) * Math.sin(g)); }), radii[0], fill);
            }
            const [p, q] = s, dx = q[0] - p[0], dy = q[1] - p[1], long = Math.hypot(dx, dy);
            if (long <= Math.abs(p[2] - q[2]) + 1e-6) return path('M' + bodyHull(s).map(spot).join('L') + 'Z', fill, colours.ink);
            const way = Math.atan2(dy, dx), spread = Math.acos((p[2] - q[2]) / long), touch = (c, g) => spot([c[0] + c[2] * Math.cos(g), c[1] + c[2] * Math.sin(g)]);
            const big = p[2] < q[2] ? 1 : 0, edge = `M${touch(p, way + spread)}L${touch(q, way + spread)}A${n(q[2])},${n(q[2])} 0 ${big} 1 ${touch(q, way - spread)}L${touch(p, way - spread)}`;
            return path(`${edge}A${n(p[2])},${n(p[2])} 0 ${1 - big} 1 ${touch(p, way + spread)}Z`, fill, 'none') + path(edge, 'none', colours.ink);
          };
          return bodyShapes.map(([marks, bias, list], i) => [marks.reduce((sum, k) => sum + seen[k][2], 0) / marks.length + bias, i, list])
            .sort((p, q) => p[0] - q[0] || p[1] - q[1]).flatMap(layer => layer[2].map(draw)).join('');
        }
        """#
}
