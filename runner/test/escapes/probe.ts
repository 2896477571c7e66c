import type { RunTask } from '#contract/projects/runners.ts'

import type { Seen } from '../run-files.ts'
import type { ZipFile } from '../zip.ts'

/** An upload that wants out. What it gets, it says in the title of a page, after ESCAPED, or a bait shows it. */
export interface Probe {
  name: string
  kind: RunTask['kind']
  files: ZipFile[]
  task?: Partial<RunTask>
  /** A page that may share a run with others, because it disturbs none of them. */
  isQuiet?: boolean
  /** It harms nobody: it is run without a sandbox first and has to succeed there, or it proves nothing. */
  isHarmless?: boolean
  /** For how many seconds its pages are looked at. */
  look?: number
  /** What it got by what was seen; empty when nothing. */
  fault?: (seen: Seen) => string
  /** Why what was seen proves nothing, such as a busy machine; empty when it proves that it was held. */
  doubt?: (seen: Seen) => string
}

type More = Partial<Omit<Probe, 'name' | 'files'>>

/** A page of PHP whose `$won` is what it got. */
export const page = (name: string, body: string, more: More = {}): Probe => ({
  name,
  kind: 'php',
  files: [
    {
      name: 'index.php',
      content: `<?php error_reporting(0); $won = [];\n${body}\necho '<title>', $won ? 'ESCAPED ' . htmlspecialchars(implode(', ', $won)) : 'nothing', '</title><body>', 'tried';`,
    },
  ],
  ...more,
})

/** A page that disturbs no other. */
export const quiet = (name: string, body: string, more: More = {}): Probe =>
  page(name, body, { isQuiet: true, ...more })

/** A page with a script, whose `won(what)` says what it got. */
export const script = (name: string, html: string, more: More = {}): Probe => ({
  name,
  kind: 'static',
  files: [
    {
      name: 'index.html',
      content: `<title>nothing</title><body>tried<script>const won = (what) => { document.title = 'ESCAPED ' + what }\n${html}</script>`,
    },
  ],
  ...more,
})

/** A dump whose table `loot` is what the page shows. */
export const dump = (name: string, sql: string, more: More = {}): Probe => ({
  name,
  kind: 'php-mysql',
  files: [
    { name: 'dump.sql', content: `CREATE TABLE loot (line text);\n${sql}` },
    {
      name: 'index.php',
      content: `<?php $link = mysqli_connect('localhost', 'root', '', 'shop'); $row = mysqli_query($link, 'SELECT group_concat(line) FROM loot'); echo '<title>', $row ? htmlspecialchars(substr($row->fetch_row()[0], 0, 150)) : 'nothing', '</title>tried';`,
    },
  ],
  ...more,
})

/** A project of files as they are. */
export const project = (name: string, texts: Record<string, string>, more: More = {}): Probe => ({
  name,
  kind: Object.keys(texts).some((path) => path.endsWith('.php')) ? 'php' : 'static',
  files: Object.entries(texts).map(([path, content]) => ({ name: path, content })),
  ...more,
})

export const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** Runs a text as a program. Three languages' quotes stand in one another, so it goes through base64. */
const through = (interpreter: string) => (text: string) =>
  `shell_exec('echo ${base64(text)} | base64 -d | timeout 20 ${interpreter} 2>/dev/null')`
export const inShell = through('sh')
export const inPerl = through('perl')

/** A page that makes system calls by their numbers, none of which may succeed. */
export const calls = (name: string, list: Record<string, string>): Probe =>
  quiet(
    name,
    Object.entries(list)
      .map(
        ([what, call]) =>
          `if (str_contains(${inPerl(`print "GOT" if syscall(${call}) >= 0`)} ?? '', 'GOT')) $won[] = '${what}';`,
      )
      .join('\n'),
  )
