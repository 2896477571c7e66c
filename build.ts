import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { constants, brotliCompressSync, gzipSync } from 'node:zlib'

/**
 * Builds the pages, then the server with them into one program (decision 35), each when anything it is made of has changed
 * since the last build. `--force` builds anyway.
 */
process.env.NODE_ENV = 'production'
await make('pages', ['{web,contract,public}/**/*.*', '{vite,react-router}.config.ts'], buildPages)
await make(
  'server',
  ['{server,contract}/**/*.ts', 'demo/*.ts', 'build/made-from-pages', 'build.ts'],
  buildServer,
)

async function buildPages(madeFrom: string) {
  // What browsers tell of their errors names the build that they met them in.
  const env = { ...process.env, VITE_RELEASE: madeFrom.slice(0, 8) }
  execFileSync('react-router', ['build'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  for (const file of globSync('build/client/**/*.{js,css,svg,json,txt,webmanifest}')) compress(file)
}

async function buildServer() {
  const { build } = await import('vite')
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { ssr: 'server/start.ts', outDir: 'build/program', target: 'node24', sourcemap: true },
    // The packages stay what npm installed, but for the one of 250 files.
    ssr: { noExternal: ['kysely'] },
  })
}

async function make(what: string, sources: string[], build: (madeFrom: string) => Promise<void>) {
  const stamp = `build/made-from-${what}`
  const madeFrom = hashOf(globSync([...sources, 'package-lock.json']))
  const isMade = existsSync(stamp) && readFileSync(stamp, 'utf8') === madeFrom
  if (isMade && !process.argv.includes('--force')) return
  console.log(`Building the ${what}…`)
  await build(madeFrom)
  writeFileSync(stamp, madeFrom)
}

function hashOf(files: string[]): string {
  const hash = createHash('sha256')
  for (const file of files.toSorted()) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}

/** Writes the compressed forms that the server sends instead; done once here, at the best level. */
function compress(file: string) {
  const bytes = readFileSync(file)
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}
