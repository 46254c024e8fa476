/// The style and the script of an animated page, in which feet move between poses, follow the turn,
/// and rise in a jump.
enum AnimationPage {
    static let style = """
        body { margin: 0 auto; max-width: 44rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; color: #1b1d21; background: #ffffff; }
        h1 { font-size: 1.4rem; } svg { width: 100%; max-height: 64vh; border: 1px solid #d5d8de; border-radius: .5rem; }
        .arc { display: none; } .arc.now { display: inline; } #ghost-left, #ghost-right { fill-opacity: .12; stroke-opacity: .5; }
        #what { min-height: 3em; margin: .6rem 0 0; font-weight: 600; } #feet { min-height: 3em; margin: 0; } #korean { min-height: 1.5em; margin: 0 0 .6rem; }
        #korean [lang=ko-Latn], .hint { color: #565b66; }
        .keys { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; } .keys input[type=range] { flex: 1 1 8rem; }
        button, select { font: inherit; padding: .4rem .8rem; } .hint { font-size: .9rem; }
        """

    static let script = #"""
        const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
        const at = id => document.getElementById(id);
        let now = 0, timer = 0, moving = 0;
        const between = (a, b, t) => a + (b - a) * t;
        const shorter = way => (((way + 180) % 360) + 360) % 360 - 180;
        // From one stand to the next: turned by as much as the performer \#
        turns, and what is left the shorter way.
        const turning = (from, to, i) => from[i] + to[11] + shorter(to[i] - from[i] - to[11]);
        function place(from, to, t) {
          const air = to[12] && t < 1 ? 1 + 0.3 * Math.sin(Math.PI * t) : 1;
          [['left', 0], ['right', 4]].forEach(([side, i]) => {
            const shoe = at('shoe-' + side), ghost = at('ghost-' + side), up = to[i + 3] < 0;
            const [x, y, way] = [between(from[i], to[i], t), between(from[i + 1], to[i + 1], t), between(from[i + 2], turning(from, to, i + 2), t)];
            shoe.setAttribute('transform', `translate(${x},${y}) rotate(${way}) scale(${air})`);
            shoe.setAttribute('fill-opacity', up ? 0 : to[i + 3]);
            shoe.setAttribute('stroke-dasharray', up ? '2.5 2' : 'none');
            ghost.setAttribute('transform', `translate(${from[i]},${from[i + 1]}) rotate(${from[i + 2]})`);
            ghost.style.display = from[i + 3] < 0 || from === to ? 'none' : '';
          });
          const [x, y, way] = [between(from[8], to[8], t), between(from[9], to[9], t), between(from[10], turning(from, to, 10), t)];
          at('look').setAttribute('transform', `translate(${x},${y}) rotate(${way})`);
        }
        function show(n) {
          const before = now;
          now = Math.max(0, Math.min(moves.length - 1, n));
          const [words, hangul, roman, feet, hands, pace] = moves[now];
          at('what').textContent = words + (pace ? ' (' + pace + ')' : '');
          at('feet').textContent = [feet, hands].filter(text => text).join('; ');
          at('korean').children[0].textContent = hangul;
          at('korean').children[1].textContent = roman;
          at('seek').value = now;
          document.querySelectorAll('.arc').forEach(arc => arc.classList.toggle('now', arc.id === 'arc' + now));
          cancelAnimationFrame(moving);
          const to = stands[now], from = now > 0 ? stands[now - 1] : to;
          if (still || now !== before + 1) return place(from, to, 1);
          const takes = 550 * Math.min(2, moves[now][6]) / at('speed').value;
          let start = 0;
          const step = time => {
            start = start || time;
            const part = Math.min(1, (time - start) / takes);
            place(from, to, part * part * (3 - 2 * part));
            if (part < 1) moving = requestAnimationFrame(step);
          };
          moving = requestAnimationFrame(step);
        }
        function stop() { clearTimeout(timer); timer = 0; at('play').textContent = 'play'; at('play').setAttribute('aria-pressed', 'false'); }
        function tick() {
          if (now >= moves.length - 1) { if (!at('loop').checked) return stop(); show(0); } else show(now + 1);
          timer = setTimeout(tick, 1500 * moves[now][6] / at('speed').value);
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
        """#
}
