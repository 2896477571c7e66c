import { foreignFiles } from './server/projects/foreign/foreign.ts'
import { Sources } from './server/projects/findings/files/sources.ts'
import { entryOf } from './server/projects/findings/entry/entry.ts'
import { check } from './server/projects/findings/check/check.ts'
import { renderedReadme } from './server/platform/markdown/markup.ts'
const pieces = ['\uFEFF', "'use strict';", ';', '\n', ' ', '#\n ', '//\n\t', '/*', '/**\n *', '/*! a | ', '@charset "a";', 'package a;\n', '<?php ', '<?', '?>', "'", '"', '<<<A\n', '<!--', '<activity ', '<activity>', 'new A(', 'new Abc (', 'static void main(', 'app.run(', 'import a\n', 'from a import b\n', 'a.listen(createServer', '<welcome-file>', 'href="a.php', 'href="a.php?', "header('location:a.php'", 'url(a.css', '/home/a/b', 'Data Source=', 'Data Source=zi;', 'lorem ipsum a.html ', 'sourceMappingURL=', 'gunicorn a:b ', 'define.amd', 'Version: 1.0 by ', '2020-01-01 10:00\n', 'output: "a', '{"a":', '"cells":[', '<img ', '[![', '#a\n', '- [x] ', '> [!NOTE]\n', '](#a', '<a name="', '<h1 id="a">']
const endings = ['js', 'css', 'php', 'py', 'java', 'html', 'xml', 'cs', 'vb', 'csproj', 'jsp', 'json', 'ipynb', 'sh', 'log', 'properties', 'ts', 'cpp']
const only = process.argv[2]
for (const [name, run] of Object.entries({ foreign: (f: any) => foreignFiles(f), entry: (f: any) => entryOf(new Sources(f)), check: (f: any) => check(f) })) {
  if (only && only !== name) continue
  for (const piece of pieces) for (const ending of endings) {
    const one = (n: number) => { const text = piece.repeat(Math.ceil(n / piece.length)); const t = performance.now(); run([{ path: `a/x.${ending}`, size: text.length, text }, { path: `a/README.md`, size: text.length, text: text.slice(0, 50000) }]); return performance.now() - t }
    const a = one(60_000)
    if (a > 150) { const b = one(120_000); if (b > 3 * a || b > 1500) console.log(name, JSON.stringify(piece), ending, a.toFixed(0), b.toFixed(0)) }
  }
}
for (const piece of pieces) { const t = performance.now(); try { renderedReadme({ markdown: piece.repeat(Math.ceil(30_000 / piece.length)) }) } catch (e) { console.log('readme', piece, String(e).slice(0, 80)) } if (performance.now() - t > 1500) console.log('readme', JSON.stringify(piece), (performance.now() - t).toFixed(0)) }
console.log('end')
