import type { Change, Changes, Release, SourceFile } from '#contract/projects/source.ts'

import type { FileRow, filesChanged, ReleaseRow } from './queries.ts'

export const toRelease = (row: ReleaseRow, currentId: string | null | undefined): Release => ({
  number: row.number,
  status: row.status as Release['status'],
  notes: row.notes ?? '',
  createdAt: row.createdAt.toISOString(),
  fileCount: row.fileCount,
  totalFileSize: row.totalSize,
  lines: row.lines,
  isCurrent: row.id === currentId,
})

export const toChanges = (
  rows: Awaited<ReturnType<typeof filesChanged>>,
  { from, to }: { from: number; to: number },
): Changes => ({
  from,
  to,
  added: rows[0]?.added ?? 0,
  removed: rows[0]?.removed ?? 0,
  changed: rows[0]?.changed ?? 0,
  files: rows.map(({ path, before, after }) => ({ path, before, after, change: changeOf(before, after) })),
})

function changeOf(before: number | null, after: number | null): Change['change'] {
  if (before === null) return 'added'
  return after === null ? 'removed' : 'changed'
}

/** A file as it is shown: its lines with their pieces, as far as there are any. */
export const toSourceFile = (
  { path, size, language, lines: lineCount }: Pick<FileRow, 'path' | 'size' | 'language' | 'lines'>,
  state: SourceFile['state'],
  texts: readonly string[] = [],
  tokens: readonly number[][] = [],
): SourceFile => ({
  path,
  size,
  language,
  state,
  lines: texts.map((text, index) => ({ text, tokens: tokens[index] ?? [] })),
  lineCount: lineCount ?? 0,
})
