/// The bodies of an animated page: each movement as a few bodies, interpolated by the angles of
/// their joints.
struct AnimatedBodies {
    /// The number of bodies for each movement, including the final one.
    private static let steps = 6

    private let frames: [[String]]
    private let schematicFlags: [Bool]
    private let colors: DiagramColors

    /// Creates the bodies; nil if the course has no postures.
    init?(_ panels: [DiagramPanel], of course: Course, colors: DiagramColors) {
        guard course.movements.contains(where: { $0.posture != nil }) else { return nil }
        self.colors = colors
        var frames = [[String]]()
        var schematicFlags = [Bool]()
        var previous: (panel: PanelBody, pose: Pose)?
        for panel in panels {
            let posedPanel = PanelBody(panel.pose, of: course)
            let isMovement = Int(panel.title) != nil || panel.title == "Before"
            let current = (isMovement ? posedPanel : nil) ?? PanelBody(resting: panel.pose, of: course)
            frames.append(Self.panelFrames(from: previous, to: current, panel, of: course))
            schematicFlags.append(current.isSchematic)
            previous = (current, panel.pose)
        }
        self.frames = frames
        self.schematicFlags = schematicFlags
    }

    /// Returns the frames from the previous panel to this one, through a kick if there is one.
    private static func panelFrames(
        from previous: (panel: PanelBody, pose: Pose)?, to current: PanelBody, _ panel: DiagramPanel, of course: Course
    ) -> [String] {
        guard let previous else { return [BodyPlayer.frame(current.body, facing: current.facing)] }
        let turned = panel.pose.turned(since: previous.pose)
        let isJump = Int(panel.title).flatMap(course.movement)?.isJump ?? false
        guard let kick = current.passing else {
            return frames(from: previous.panel.end, to: current.end, in: steps, turned: turned, isJump: isJump)
        }
        // Half of the frames lead to the kick, half to the landing.
        let kickPose = (body: kick.body, facing: kick.facing)
        return frames(from: previous.panel.end, to: kickPose, in: steps / 2, turned: turned, isJump: isJump)
            + frames(from: kickPose, to: current.end, in: steps / 2, turned: 0, isJump: false)
    }

    /// Returns the interpolated frames between two bodies, without the first.
    private static func frames(
        from: (body: Body, facing: Double), to: (body: Body, facing: Double), in steps: Int, turned: Double,
        isJump: Bool
    ) -> [String] {
        let motion = Motion(from: from.body, to: to.body, turned: turned, isJump: isJump)
        let facingChange = to.facing - from.facing
        let unwrappedChange = turned + (facingChange - turned + 540).truncatingRemainder(dividingBy: 360) - 180
        return (1...steps).map { step in
            let fraction = Double(step) / Double(steps)
            return BodyPlayer.frame(motion.body(at: fraction), facing: from.facing + unwrappedChange * fraction)
        }
    }

    static let style = """
        .bodies { display: grid; grid-template-columns: 1fr 1fr; gap: .6rem; margin-top: .6rem; } .bodies svg { max-height: 46vh; }
        .bodies figcaption, #schematic { color: #565b66; font-size: .9rem; } .bodies figure { margin: 0; }
        """

    /// The HTML of the bodies from the front and from a chosen side.
    var stage: String {
        """
        <div class="bodies">
        <figure><svg id="body-front" viewBox="-130 -190 260 210" role="img" aria-labelledby="what"></svg><figcaption>from the front</figcaption></figure>
        <figure><svg id="body-side" viewBox="-130 -190 260 210" role="img" aria-labelledby="what"></svg>
        <figcaption><label>from <input id="eye" type="range" min="-180" max="180" step="15" value="60" aria-label="Where the body is seen from, in degrees to its right"> <span id="seen"></span></label></figcaption></figure>
        </div>
        <p id="schematic"></p>
        """
    }

    /// The frames and the script that plays them.
    var script: String {
        let lists = frames.map { "[" + $0.joined(separator: ",") + "]" }.joined(separator: ",\n")
        let look =
            "{skin:'#e6b98e',suit:'#fdfcf7',hair:'#4a3a31',belt:'\(colors.foot)',ink:'\(colors.ink)',floor:'\(colors.floor)'}"
        return """
            const bodyFrames = [\(lists)];
            const isSchematic = [\(schematicFlags.map { $0 ? "1" : "0" }.joined(separator: ","))];
            const bodyLook = \(look);
            \(BodyPlayer.script)
            \(Self.playbackScript)
            """
    }

    /// The JavaScript that shows the bodies of the current movement.
    private static let playbackScript = #"""
        const feetAlone = place;
        let bodyNow = bodyFrames[0][0];
        function paintBody() {
          const eye = +at('eye').value, side = Math.abs(eye) === 180 ? 'behind' : eye === 0 ? 'the front' : `${Math.abs(eye)}° to the ${eye > 0 ? 'right' : 'left'}`;
          at('seen').textContent = side;
          [['body-front', 0], ['body-side', eye]].forEach(([id, azimuth]) => {
            at(id).innerHTML = `<path d="M-120,0H120" stroke="${bodyLook.floor}" stroke-opacity=".5"/><g stroke-linejoin="round" stroke-linecap="round" stroke-width="1.2">${drawBody(bodyNow, azimuth, 42, bodyLook)}</g>`;
          });
        }
        place = (from, to, t) => {
          feetAlone(from, to, t);
          const way = bodyFrames[now], before = now > 0 ? bodyFrames[now - 1].at(-1) : way[0];
          const list = [before, ...way], spot = t * (list.length - 1), i = Math.min(list.length - 2, Math.floor(spot));
          bodyNow = from === to || list.length < 2 ? way.at(-1) : bodyBetween(list[i], list[i + 1], spot - i);
          at('schematic').textContent = isSchematic[now] ? 'The body is schematic here: its end is drawn only near to what it is.' : 'The body shows where hands and feet end; the way between two ends is schematic.';
          paintBody();
        };
        at('eye').oninput = paintBody;
        show(now);
        """#
}

extension PanelBody {
    /// The final body and its facing direction.
    fileprivate var end: (body: Body, facing: Double) { (body, facing) }
}
