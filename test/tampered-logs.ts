import { hash } from 'node:crypto'

import { checkpointText } from '#contract/projects/log/note.ts'
import { type ReleaseStatement, statementText } from '#contract/projects/log/statement.ts'
import { tilePath, tileWidth } from '#contract/projects/log/tiles.ts'
import type { LogSigner } from '#server/platform/log-key.ts'
import { edgeTiles, entryTile, hashOfLeaf, MerkleTree } from '#server/projects/log/tree.ts'

/** The leaves of a log: statements about as many releases, signed. */
export const leavesOf = (signer: LogSigner, count: number, said: Partial<ReleaseStatement> = {}): string[] =>
  Array.from({ length: count }, (_, n) => {
    const text = statementText({
      kind: 'approved',
      projectId: '00000000-0000-7000-8000-000000000000',
      release: n + 1,
      contentHash: hash('sha256', String(n)),
      count: 1,
      bytes: 1,
      day: '2026-08-14',
      rules: 1,
      ...said,
    })
    return `${text}\n${signer.signatureOf(text)}`
  })

/** The files of a log of some leaves, whatever these are, by their paths. */
export function aLogOf(signer: LogSigner, leaves: readonly string[]): Map<string, Buffer> {
  const tree = new MerkleTree(leaves.map((leaf) => hashOfLeaf(leaf)))
  const files = new Map<string, Buffer>()
  for (const { path, bytes } of tree.tilesSince(0)) files.set(path, bytes)
  for (const [index, width] of edgeTiles(0, 0, leaves.length)) {
    const start = index * tileWidth
    files.set(tilePath('entries', index, width), entryTile(leaves.slice(start, start + width)))
  }
  const text = checkpointText({ origin: signer.name, size: leaves.length, root: tree.root() })
  return files.set('checkpoint', Buffer.from(`${text}\n${signer.signatureOf(text)}`))
}
