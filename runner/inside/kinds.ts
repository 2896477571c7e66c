import type { RunKind } from '../../contract/projects/runners.ts'

/** What starts a project of a kind. Another kind that answers to a browser is a row here and its server in serve.ts. */
interface Start {
  hasDatabase: boolean
  hasPhp: boolean
  hasPages: boolean
}

export const kinds: Record<RunKind, Start> = {
  'php-mysql': { hasDatabase: true, hasPhp: true, hasPages: true },
  php: { hasDatabase: false, hasPhp: true, hasPages: true },
  static: { hasDatabase: false, hasPhp: false, hasPages: true },
  sql: { hasDatabase: true, hasPhp: false, hasPages: false },
}
