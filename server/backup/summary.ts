import type { Manifest } from './format.ts'

/** The figures by which somebody compares a backup with what was restored. */
export function summaryOf({ madeAt, tables, ledger, objects }: Omit<Manifest, 'sha256'>): string {
  const rows = Object.values(tables).reduce((all, count) => all + count, 0)
  return [
    `Made at ${madeAt}.`,
    `${Object.keys(tables).length} tables with ${rows} rows.`,
    `Ledger: ${ledger.entries} entries, sha256 ${ledger.sha256}.`,
    `${objects.count} files of ${objects.bytes} bytes.`,
  ].join('\n')
}
