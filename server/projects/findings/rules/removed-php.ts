import type { RuleFinding, Rule } from '../files/rule.ts'
import type { Sources } from '../files/sources.ts'

/** Finds calls of PHP functions that current versions of PHP no longer have. */
export const removedPhp: Rule = {
  name: 'removed-php',
  kind: 'running',
  title: 'PHP functions that no longer exist',
  *find(sources: Sources): Generator<RuleFinding> {
    const files = sources.written('php', 'phtml', 'inc')
    const own = new Set(
      sources.texts
        .filter(({ path }) => /\.(?:php|inc)$/i.test(path))
        .flatMap(({ text }) =>
          [...text.matchAll(/\bfunction\s+&?(\w{1,80})/g)].map(([, name]) => name!.toLowerCase()),
        ),
    )
    for (const file of files) {
      if (file.text.search(removed) === -1) continue
      const places = new Map<string, { first: number; calls: number }>()
      for (const { 1: name, index } of sources.bare(file).matchAll(removed)) {
        const called = name!.toLowerCase()
        if (own.has(called) || isNearVersion(sources.code(file), index)) continue
        const known = places.get(called)
        if (known) known.calls++
        else places.set(called, { first: index, calls: 1 })
      }
      for (const [called, { first, calls }] of places) {
        if (asksFor(called).test(sources.code(file))) continue
        const [since, instead] = Object.entries(instructions).find(([start]) => called.startsWith(start))![1]
        yield {
          file: file.path,
          line: sources.lineAt(file, first),
          message: `${called}() was removed in PHP ${since}, so this page stops with an error.`,
          advice: `Use ${instead} instead, in every place of this file.`,
          calls,
        }
      }
    }
  },
}

/** Matches code that asks whether a function exists before it calls it, as libraries do. */
const asksFor = (name: string) =>
  new RegExp(`(?:function_exists|is_callable)\\s{0,4}\\(\\s{0,4}["']${name}\\b`, 'i')

/** True for a call near a question for the version of PHP or for an extension. */
const isNearVersion = (code: string, index: number) =>
  /PHP_VERSION|phpversion\(|is_php\(|extension_loaded\(/.test(
    code.slice(Math.max(0, index - 600), index + 200),
  )

const removed =
  /(?<![\w$>:\\])(?<!function\s)(?<!new\s)(mysql_\w{2,40}|eregi?(?:_replace)?|spliti?|sql_regcase|each|create_function|session_(?:un)?register|session_is_registered|get_magic_quotes_(?:gpc|runtime)|set_magic_quotes_runtime|magic_quotes_runtime|mcrypt_\w{2,40}|money_format|ezmlm_hash|restore_include_path|call_user_method(?:_array)?|set_socket_blocking|mssql_\w{2,40}|ibase_connect|hebrevc|fgetss|gmp_random|image2wbmp|png2wbmp|jpeg2wbmp|read_exif_data)\s{0,8}\(/gi

const instructions: Record<string, [string, string]> = {
  mysql_: ['7.0', 'mysqli or PDO with prepared statements'],
  mssql_: ['7.0', 'PDO with the sqlsrv driver'],
  mcrypt_: ['7.2', 'openssl_encrypt() and openssl_decrypt()'],
  ereg: ['7.0', 'preg_match() or preg_replace()'],
  split: ['7.0', 'explode() or preg_split()'],
  sql_regcase: ['7.0', 'preg_match() with the modifier i'],
  each: ['8.0', 'foreach'],
  create_function: ['8.0', 'an anonymous function: function ($x) { … }'],
  session_: ['5.4', '$_SESSION'],
  get_magic: ['8.0', 'nothing: it always answered false'],
  set_magic: ['7.0', 'nothing'],
  magic_: ['7.0', 'nothing'],
  money_format: ['8.0', 'NumberFormatter or number_format()'],
  call_user: ['7.0', 'call_user_func()'],
  set_socket: ['7.0', 'stream_set_blocking()'],
  ibase: ['7.4', 'PDO'],
  '': ['8.0', 'what the PHP manual names as its successor'],
}
