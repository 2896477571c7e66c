import { renderToStaticMarkup } from 'react-dom/server'

import type { RunRecord } from '#contract/projects/runs.ts'

import { HowItRan } from './how-it-ran.tsx'
import { hasMore } from './run-words.ts'

/** Renders how a project ran as HTML, so that its page sends no script for it; empty where there is nothing to show. */
export const runHtml = (run: RunRecord | null | undefined): string =>
  hasMore(run) ? renderToStaticMarkup(<HowItRan run={run} />) : ''
