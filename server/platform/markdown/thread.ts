import { parentPort, workerData } from 'node:worker_threads'

import { readmeHtml } from './markup.ts'

/** Renders one README in a thread that can be ended. Says when its libraries are loaded, so that they count for nothing. */
parentPort!.postMessage({ loaded: true })
parentPort!.postMessage({ html: readmeHtml(workerData as string) })
