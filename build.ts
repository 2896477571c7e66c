import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { constants, brotliCompressSync, gzipSync } from 'node:zlib'

const sourcesIn = [
  '{web,contract,public}/**/*.*',
  '{vite,react-router}.config.ts',
  '{browsers,srgb}.ts',
  'package{,-lock}.json',
]
const sources = () => globSync(sourcesIn, { exclude: ['**/*.test.*'] })
const stamp = 'build/made-from-pages'

/** Returns whether no source of the pages has changed since they were built. */
export const areBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOf(sources())

if (import.meta.main && (!areBuilt() || process.argv.includes('--force'))) build()

/** Builds the pages. */
function build() {
  process.env.NODE_ENV = 'production'
  const madeFrom = hashOf(sources())
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
