import Documents

extension PatternDiagram {
    /// Returns the diagram as a self-contained page that steps through or plays the movements.
    ///
    /// It plays at half, normal or double speed, once or in a loop, with keys, buttons or touch. It
    /// does not start by itself for readers who ask their system for reduced motion.
    package func animation() -> String {
        let bodies = AnimatedBodies(frames, of: course, colors: colors)
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
            <title>\(Escaper.markup(course.name))</title>
            <style>
            \(AnimationPage.style)\(bodies == nil ? "" : "\n" + AnimatedBodies.style)
            </style>
            </head>
            <body>
            <h1>\(Escaper.markup(course.name)) <span lang="ko">\(Escaper.markup(course.hangul))</span></h1>
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
            const stands = [\(poseScripts.joined(separator: ",\n"))];
            \(AnimationPage.script)\(bodies.map { "\n" + $0.script } ?? "")
            </script>
            </body>
            </html>

            """
    }

    /// The frames of the page: the start or the pose before a part, then every movement and an
    /// intermediate return of a foot.
    private var frames: [DiagramPanel] {
        if isWhole { return panels }
        let before = drawnWalk.poses.last { $0.number < shown.lowerBound } ?? drawnWalk.poses[0]
        return [DiagramPanel(before: nil, pose: before, title: "Before", words: "Before movement \(shown.lowerBound)")]
            + panels
    }

    /// The part of the floor that contains the feet of all frames.
    private var stageFloor: Floor {
        Floor(frames.flatMap { [$0.pose.left.place, $0.pose.right.place] }, margin: 1.9, scale: DiagramParts.scale)
    }

    /// Returns the SVG of the floor, with feet that the script moves.
    private func stage() -> String {
        let floor = stageFloor
        var svg = SVGText()
        let size = "\(SVGText.number(floor.width)) \(SVGText.number(floor.height))"
        svg.add(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size)\" role=\"img\" aria-labelledby=\"what\">")
        svg.add(DiagramParts.definitions(colors))
        svg.add("<rect width=\"100%\" height=\"100%\" fill=\"\(colors.paper)\"/>")
        let lines = FloorLines(walk: drawnWalk, floor: floor, colors: colors)
        lines.draw(&svg)
        lines.drawStart(&svg)
        let parts = DiagramParts(floor: floor, colors: colors)
        for (index, frame) in frames.enumerated() {
            guard let before = frame.before, let pivot = frame.pose.pivot else { continue }
            svg.add("<g class=\"arc\" id=\"arc\(index)\">")
            parts.drawPivot(pivot, from: before, to: frame.pose, &svg)
            svg.add("</g>")
        }
        let ghost = "fill=\"\(colors.floor)\" stroke=\"\(colors.floor)\""
        let shoe = "fill=\"\(colors.foot)\" stroke=\"\(colors.ink)\""
        for (kind, look) in [("ghost", ghost), ("shoe", shoe)] {
            for side in Side.allCases {
                svg.add("<use id=\"\(kind)-\(side.rawValue)\" href=\"#\(side.rawValue)-foot\" \(look)/>")
            }
        }
        svg.add(
            "<path id=\"look\" d=\"M0,0 L0,-14\" stroke=\"\(colors.ink)\" stroke-width=\"1.6\" marker-end=\"url(#tip)\"/>"
        )
        svg.add("</svg>")
        return svg.text
    }

    /// Returns the captions of a frame as JavaScript.
    ///
    /// They are the sentence, both Korean names, the actions of the feet and the other hand, the
    /// timing, and the duration.
    private func caption(_ frame: DiagramPanel) -> String {
        let texts = [
            frame.words, frame.hangul, frame.caption.romanization, frame.caption.feet, frame.caption.hands,
            frame.caption.pace,
        ]
        return "[" + texts.map(Self.quoted).joined(separator: ",") + ",\(movement(frame)?.duration ?? 1)]"
    }

    /// Returns the movement of a frame, or nil for a return of a foot.
    private func movement(_ frame: DiagramPanel) -> Movement? { Int(frame.title).flatMap(course.movement) }

    /// The pose of each frame as JavaScript.
    ///
    /// Each foot has its position, its direction and its fill (-1 off the floor). The position and
    /// direction of the arrow follow, then the degrees of the turn, and whether it is a jump.
    private var poseScripts: [String] {
        let floor = stageFloor
        let parts = DiagramParts(floor: floor, colors: colors)
        return frames.map { frame in
            let pose = frame.pose
            let feet = [pose.left, pose.right].flatMap { foot in
                [
                    floor.point(foot.place), SVGText.number(foot.heading.clockwiseDegrees),
                    foot.isRaised ? "-1" : parts.opacity(foot, of: pose),
                ]
            }
            let arrowTail = pose.center + pose.look * (DiagramParts.ahead(pose) + 0.1)
            let turned = frame.before.map { pose.turned(since: $0) } ?? 0
            let isJump = movement(frame)?.isJump ?? false
            let arrowFields = [
                floor.point(arrowTail), SVGText.number(pose.look.clockwiseDegrees), SVGText.number(turned),
                isJump ? "1" : "0",
            ]
            return "[" + (feet + arrowFields).joined(separator: ",") + "]"
        }
    }

    /// Returns a JavaScript string that cannot escape its quotes or the script.
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
