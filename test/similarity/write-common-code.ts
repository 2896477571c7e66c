import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import { foreignFiles } from '#server/projects/foreign/foreign.ts'
import { commonCodeFile } from '#server/projects/similarity/common-code.ts'
import { gramsOf } from '#server/projects/similarity/fingerprints.ts'

/**
 * Writes the kept list of common code from folders with frameworks, templates and the results of tutorials:
 * `npm run common:write -- FOLDER…`. Run it again, with the same and new folders, whenever the version
 * of fingerprints rises.
 */
const hashes = new Set<number>()
const names = process.argv.slice(2).map((folder) => {
  const before = hashes.size
  const files = filesIn(folder).map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))
  const foreign = foreignFiles(files)
  for (const { path, text } of files)
    if (!foreign.has(path)) for (const hash of gramsOf(path, text)) hashes.add(hash)
  return `${basename(folder)} ${hashes.size - before}`
})
const sorted = Int32Array.from(hashes).toSorted()
writeFileSync(commonCodeFile, `${names.join('\n')}\n\n${Buffer.from(sorted.buffer).toString('base64')}\n`)
console.log(`${names.length} sources, ${sorted.length} fingerprints`)

function filesIn(folder: string, at = ''): string[] {
  return readdirSync(join(folder, at)).flatMap((name) => {
    const path = join(at, name)
    if (name === 'node_modules' || name.startsWith('.git')) return []
    const stat = statSync(join(folder, path))
    if (stat.isDirectory()) return filesIn(folder, path)
    return stat.size < 1024 * 1024 ? [path] : []
  })
}
