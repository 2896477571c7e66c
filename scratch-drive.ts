import { randomBytes } from 'node:crypto'
for (let r = 0; r < 3; r++) for (const path of ['stream', 'buffer']) {
  const t = performance.now()
  for (let i = 0; i < 10; i++) { const f = new FormData(); for (let k = 0; k < 100; k++) f.append('files', new Blob([randomBytes(20000)]), `${k}.js`); await (await fetch('http://127.0.0.1:34998/' + path, { method: 'POST', body: f })).text() }
  console.log(path, ((performance.now() - t) / 1000).toFixed(2))
}
