/** What the log says of a release: nothing that anybody could ask to have erased. */
export interface ReleaseStatement {
  kind: 'approved' | 'recalled'
  projectId: string
  release: number
  contentHash: string
  /** The number of files and of their bytes. */
  count: number
  bytes: number
  /** In India, such as 2026-08-14. */
  day: string
  /** The version of the rules by which the files were checked; 0 when they were not. */
  rules: number
}

/** Returns a statement as the text that is signed. */
export const statementText = (statement: ReleaseStatement): string => `readymade statement v1
${statement.kind}
project ${statement.projectId}
release ${statement.release}
files ${statement.contentHash}
count ${statement.count}
bytes ${statement.bytes}
day ${statement.day}
rules ${statement.rules}
`

/** Reads a statement about a release; undefined for any other text. */
export function readStatement(text: string): ReleaseStatement | undefined {
  const match =
    /^readymade statement v1\n(approved|recalled)\nproject ([0-9a-f-]{36})\nrelease (\d+)\nfiles ([0-9a-f]{64})\ncount (\d+)\nbytes (\d+)\nday (\d{4}-\d\d-\d\d)\nrules (\d+)\n$/.exec(
      text,
    )
  if (!match) return undefined
  const [, kind, projectId, release, contentHash, count, bytes, day, rules] = match
  return {
    kind: kind as ReleaseStatement['kind'],
    projectId: projectId!,
    release: Number(release),
    contentHash: contentHash!,
    count: Number(count),
    bytes: Number(bytes),
    day: day!,
    rules: Number(rules),
  }
}
