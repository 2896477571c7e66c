import { parentPort, workerData } from 'node:worker_threads'

import { fingerprintsOf } from './fingerprints.ts'

/** A thread of its own for the fingerprints of one release: it answers once and ends. */
parentPort!.postMessage(fingerprintsOf(workerData as { path: string; text: string }[]))
