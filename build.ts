import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { constants, brotliCompressSync, gzipSync } from 'node:zlib'

/** Builds the pages when anything they are made of has changed since the last build. `--force` builds anyway. */
const stamp = 'build/made-from'
const madeFrom = hashOf([
  ...globSync('{web,contract,public}/**/*.*'),
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
])

if (process.argv.includes('--force') || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== madeFrom) {
  console.log('Building the pages…')
  execFileSync('react-router', ['build'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  for (const file of globSync('build/client/**/*.{js,css,svg,json,txt,webmanifest}')) compress(file)
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
