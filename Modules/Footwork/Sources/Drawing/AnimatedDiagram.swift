import Documents

extension PatternDiagram {
    /// The diagram as a page that needs nothing else: it steps through the movements, or plays them at half, normal or double speed, once or in a
    /// loop, with keys, buttons or a finger. It does not move by itself for readers who ask their system for reduced motion.
    public func animation() -> String {
        let bodies = AnimatedBodies(frames, of: course, colours: colours)
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
            <title>\(Escaping.markup(course.name))</title>
            <style>
            \(AnimationPage.style)\(bodies == nil ? "" : "\n" + AnimatedBodies.style)
            </style>
            </head>
            <body>
            <h1>\(Escaping.markup(course.name)) <span lang="ko">\(Escaping.markup(course.hangul))</span></h1>
            \(stage())\(bodies.map { "\n" + $0.stage } ?? "")
            <p id="what" aria-live="polite"></p>
            <p id="feet"></p>
            <p id="korean"><span lang="ko"></span> <span lang="ko-Latn"></span></p>
            <div class="keys" role="group" aria-label="Playing">
            <button id="back" aria-label="Previous movement">◀ back</button>
            <button id="play" aria-pressed="false">play</button>
            <button id="next" aria-label="Next movement">next ▶</button>
            <label>speed <select id="speed"><option value="0.5">½×</option><option value="1" selected>1×</option><option value="2">2×</option></select></label>
            <label><input id="loop" type="checkbox"> loop</label>
            <input id="seek" type="range" min="0" max="\(frames.count - 1)" value="0" aria-label="Movement">
            </div>
            <p class="hint">Keys: space plays, ← → step, Home End, 1 2 3 for the speed, L for the loop.</p>
            <script>
            const moves = [\(frames.map(caption).joined(separator: ",\n"))];
            const stands = [\(stands.joined(separator: ",\n"))];
            \(AnimationPage.script)\(bodies.map { "\n" + $0.script } ?? "")
            </script>
            </body>
            </html>

            """
    }

    /// What the page steps through: the beginning, or how one stood before a part, then every movement and the foot that comes back.
    private var frames: [DiagramPanel] {
        if isWhole { return panels }
        let before = drawn.poses.last { $0.number < shown.lowerBound } ?? drawn.poses[0]
        return [DiagramPanel(before: nil, pose: before, title: "Before", words: "Before movement \(shown.lowerBound)")] + panels
    }

    private var stageFloor: Floor {
        Floor(frames.flatMap { [$0.pose.left.place, $0.pose.right.place] }, margin: 1.9, scale: DiagramParts.scale)
    }

    private func stage() -> String {
        let floor = stageFloor
        var svg = SVGText()
        let size = "\(SVGText.number(floor.width)) \(SVGText.number(floor.height))"
        svg.add("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size)\" role=\"img\" aria-labelledby=\"what\">")
        svg.add(DiagramParts.definitions(colours))
        svg.add("<rect width=\"100%\" height=\"100%\" fill=\"\(colours.paper)\"/>")
        let lines = FloorLines(walk: drawn, floor: floor, colours: colours)
        lines.draw(&svg)
        lines.beginning(&svg)
        let parts = DiagramParts(floor: floor, colours: colours)
        for (index, frame) in frames.enumerated() {
            guard let before = frame.before, let pivot = frame.pose.pivot else { continue }
            svg.add("<g class=\"arc\" id=\"arc\(index)\">")
            parts.pivot(pivot, from: before, to: frame.pose, &svg)
            svg.add("</g>")
        }
        let ghost = "fill=\"\(colours.floor)\" stroke=\"\(colours.floor)\""
        let shoe = "fill=\"\(colours.foot)\" stroke=\"\(colours.ink)\""
        for (kind, look) in [("ghost", ghost), ("shoe", shoe)] {
            for side in Side.allCases {
                svg.add("<use id=\"\(kind)-\(side.rawValue)\" href=\"#\(side.rawValue)-foot\" \(look)/>")
            }
        }
        svg.add(
            "<path id=\"look\" d=\"M0,0 L0,-14\" stroke=\"\(colours.ink)\" stroke-width=\"1.6\" marker-end=\"url(#tip)\"/>")
        svg.add("</svg>")
        return svg.text
    }

    /// What is said at a frame, as JavaScript: the sentence, both Korean names, what the feet and the other hand do, the timing, and how long it takes.
    private func caption(_ frame: DiagramPanel) -> String {
        let texts = [
            frame.words, frame.hangul, frame.caption.romanization, frame.caption.feet, frame.caption.hands, frame.caption.pace,
        ]
        return "[" + texts.map(Self.quoted).joined(separator: ",") + ",\(movement(frame)?.duration ?? 1)]"
    }

    private func movement(_ frame: DiagramPanel) -> Movement? { Int(frame.title).flatMap(course.movement) }

    /// How one stands at each frame, as JavaScript: for either foot its place, its way and how it is filled (-1 off the floor), then where the arrow
    /// stands and points, by how many degrees one turned to come there, and whether in a jump.
    private var stands: [String] {
        let floor = stageFloor
        let parts = DiagramParts(floor: floor, colours: colours)
        return frames.map { frame in
            let pose = frame.pose
            let feet = [pose.left, pose.right].flatMap { foot in
                [
                    floor.point(foot.place), SVGText.number(foot.heading.clockwiseDegrees),
                    foot.isRaised ? "-1" : parts.opacity(foot, of: pose),
                ]
            }
            let head = pose.centre + pose.look * (DiagramParts.ahead(pose) + 0.1)
            let turned = frame.before.map { pose.turned(since: $0) } ?? 0
            let isJump = movement(frame)?.isJump ?? false
            let rest = [
                floor.point(head), SVGText.number(pose.look.clockwiseDegrees), SVGText.number(turned), isJump ? "1" : "0",
            ]
            return "[" + (feet + rest).joined(separator: ",") + "]"
        }
    }

    /// A JavaScript string that cannot leave its quotes or the script.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\", "<", ">", "&", "'", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
