import { within } from '@testing-library/dom'
import { Window } from 'happy-dom'
import { onTestFinished } from 'vitest'

import { registerWeb } from '#server/pages.ts'

import { areBuilt } from '../build.ts'
import { startApp } from './app.ts'
import './testing-library.ts'

// Otherwise tests would ask the pages of before the last change.
if (!areBuilt()) throw new Error('The pages have changed since they were built. Run node build.ts first.')

/** Starts the whole app with its built pages, for one test file, and reads pages as a visitor without scripts. */
export async function startSite(settings: Record<string, string> = {}) {
  const site = await startApp(settings)
  await registerWeb(site.app, site.dependencies, false)

  /** Requests an address as a browser does, without following it elsewhere. */
  const request = async (url: string, method: 'GET' | 'HEAD' = 'GET') => {
    const { statusCode, headers, body, rawPayload } = await site.app.inject({
      url,
      method,
      headers: { accept: 'text/html' },
    })
    return { status: statusCode, headers, body, bytes: rawPayload }
  }

  /** Opens the page at an address: its document, and the questions of Testing Library about what it shows. */
  const pageAt = async (url: string) => {
    const answer = await request(url)
    const window = new Window({ url: new URL(url, site.dependencies.config.publicUrl).href })
    onTestFinished(() => window.happyDOM.close())
    window.document.write(answer.body)
    const document = window.document as unknown as Document
    return { ...answer, document, ...within(document.body) }
  }

  return { ...site, request, pageAt }
}
