import { renderToStaticMarkup } from 'react-dom/server'

import type { RunRecord } from '#contract/projects/runs.ts'

import { RunRecordView } from './run-record.tsx'
import { hasMore } from './run-words.ts'

/** Renders a run record as HTML, so that a public page sends no script for it; empty where there is nothing to show. */
export const runHtml = (run: RunRecord | null | undefined): string =>
  hasMore(run) ? renderToStaticMarkup(<RunRecordView run={run} />) : ''
