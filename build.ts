import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { constants, brotliCompressSync, gzipSync } from 'node:zlib'

/** Builds the pages if any of their sources has changed since the last build. `--force` always builds. */
process.env.NODE_ENV = 'production'
const sources = ['{web,contract,public}/**/*.*', '{vite,react-router}.config.ts', 'package-lock.json']
const stamp = 'build/made-from-pages'
const madeFrom = hashOf(globSync(sources))
const isMade = existsSync(stamp) && readFileSync(stamp, 'utf8') === madeFrom
if (!isMade || process.argv.includes('--force')) {
  console.log('Building the pages…')
  // Browsers name the release in their error reports.
  const env = { ...process.env, VITE_RELEASE: madeFrom.slice(0, 8) }
  execFileSync('react-router', ['build'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  for (const file of globSync('build/client/**/*.{js,css,svg,json,txt,webmanifest}')) compress(file)
  writeFileSync(stamp, madeFrom)
}

function hashOf(files: string[]): string {
  const hash = createHash('sha256')
  for (const file of files.toSorted()) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}

/** Writes the compressed variants that the server sends, at the best compression level. */
function compress(file: string) {
  const bytes = readFileSync(file)
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}
