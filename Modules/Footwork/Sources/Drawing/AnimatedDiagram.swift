extension PatternDiagram {
    /// The diagram as a page that needs nothing else: it steps through the movements, or plays them at half, normal or double speed, once or in a
    /// loop, with keys, buttons or a finger. It does not move by itself for readers who ask their system for reduced motion.
    public func animation() -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
        <title>\(SVGText.escaped(course.name))</title>
        <style>
        \(Self.style)
        </style>
        </head>
        <body>
        <h1>\(SVGText.escaped(course.name)) <span lang="ko">\(SVGText.escaped(course.hangul))</span></h1>
        \(stage())
        <p id="what" aria-live="polite"></p>
        <p id="korean" lang="ko"></p>
        <div class="keys" role="group" aria-label="Playing">
        <button id="back" aria-label="Previous movement">◀ back</button>
        <button id="play" aria-pressed="false">play</button>
        <button id="next" aria-label="Next movement">next ▶</button>
        <label>speed <select id="speed"><option value="0.5">½×</option><option value="1" selected>1×</option><option value="2">2×</option></select></label>
        <label><input id="loop" type="checkbox"> loop</label>
        <input id="seek" type="range" min="0" max="\(poses.count)" value="0" aria-label="Movement">
        </div>
        <p class="hint">Keys: space plays, ← → step, Home End, 1 2 3 for the speed, L for the loop.</p>
        <script>
        const moves = [\(captions.joined(separator: ",\n"))];
        \(Self.script)
        </script>
        </body>
        </html>

        """
    }

    private func stage() -> String {
        let floor = Floor(walk.poses.flatMap { [$0.left.place, $0.right.place] }, margin: 1.9, scale: 46)
        var svg = SVGText()
        let size = "\(SVGText.number(floor.width)) \(SVGText.number(floor.height))"
        svg.add("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size)\" role=\"img\" aria-labelledby=\"what\">")
        svg.add(DiagramParts.definitions(colours))
        svg.add("<rect width=\"100%\" height=\"100%\" fill=\"\(colours.paper)\"/>")
        FloorLines(walk: walk, floor: floor, colours: colours).draw(&svg)
        let first = walk.poses.last { $0.number < shown.lowerBound }
        var previous: Pose?
        for (index, pose) in ([first].compactMap { $0 } + poses).enumerated() {
            svg.add("<g class=\"pose\" id=\"p\(index)\">")
            let parts = DiagramParts(floor: floor, colours: colours)
            parts.feet(pose, labelled: false, &svg)
            if let previous, let pivot = pose.pivot { parts.pivot(pivot, from: previous, to: pose, &svg) }
            svg.add("</g>")
            previous = pose
        }
        svg.add("</svg>")
        return svg.text
    }

    /// What is said at each movement, the ready posture first, as JavaScript.
    private var captions: [String] {
        let ready = "[\(Self.quoted(course.ready)),\"\",1]"
        return [ready]
            + poses.map { pose in
                let move = course.movement(pose.number)
                return "[\(Self.quoted(move?.words ?? "")),\(Self.quoted(move?.hangul ?? "")),\(move?.duration ?? 1)]"
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

    private static let style = """
        body { margin: 0 auto; max-width: 44rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; color: #1b1d21; background: #ffffff; }
        h1 { font-size: 1.4rem; } svg { width: 100%; max-height: 68vh; border: 1px solid #d5d8de; border-radius: .5rem; }
        .pose { opacity: 0; transition: opacity .25s; } .pose.now { opacity: 1; } .pose.was { opacity: .18; }
        #what { min-height: 3em; margin: .6rem 0 0; font-weight: 600; } #korean { min-height: 1.5em; margin: 0 0 .6rem; }
        .keys { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; } .keys input[type=range] { flex: 1 1 8rem; }
        button, select { font: inherit; padding: .4rem .8rem; } .hint { color: #565b66; font-size: .9rem; }
        @media (prefers-reduced-motion: reduce) { .pose { transition: none; } }
        """

    private static let script = """
        const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
        const at = id => document.getElementById(id);
        let now = 0, timer = 0;
        function show(n) {
          now = Math.max(0, Math.min(moves.length - 1, n));
          document.querySelectorAll('.pose').forEach((pose, i) => {
            pose.classList.toggle('now', i === now);
            pose.classList.toggle('was', i < now && i >= now - 3);
          });
          at('what').textContent = moves[now][0];
          at('korean').textContent = moves[now][1];
          at('seek').value = now;
        }
        function stop() { clearTimeout(timer); timer = 0; at('play').textContent = 'play'; at('play').setAttribute('aria-pressed', 'false'); }
        function tick() {
          if (now >= moves.length - 1) { if (!at('loop').checked) return stop(); show(0); } else show(now + 1);
          timer = setTimeout(tick, 1500 * moves[now][2] / at('speed').value);
        }
        function play() {
          if (timer) return stop();
          if (now >= moves.length - 1) show(0);
          at('play').textContent = 'pause'; at('play').setAttribute('aria-pressed', 'true');
          timer = setTimeout(tick, still ? 1500 / at('speed').value : 400);
        }
        at('play').onclick = play;
        at('back').onclick = () => { stop(); show(now - 1); };
        at('next').onclick = () => { stop(); show(now + 1); };
        at('seek').oninput = e => { stop(); show(+e.target.value); };
        addEventListener('keydown', e => {
          if (['SELECT', 'INPUT'].includes(e.target.tagName) || (e.target.tagName === 'BUTTON' && e.key === ' ') || e.ctrlKey || e.metaKey || e.altKey) return;
          const keys = {
            ' ': play, ArrowRight: () => { stop(); show(now + 1); }, ArrowLeft: () => { stop(); show(now - 1); },
            Home: () => { stop(); show(0); }, End: () => { stop(); show(moves.length - 1); },
            1: () => at('speed').value = '0.5', 2: () => at('speed').value = '1', 3: () => at('speed').value = '2',
            l: () => at('loop').checked = !at('loop').checked
          };
          const act = keys[e.key] || keys[e.key.toLowerCase()];
          if (act) { e.preventDefault(); act(); }
        });
        show(0);
        """
}
