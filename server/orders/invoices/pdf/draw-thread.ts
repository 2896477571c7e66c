import { parentPort, workerData } from 'node:worker_threads'

import { drawn, type Paper } from './layout.ts'

/** Draws one paper in a thread that can be ended. */
parentPort!.postMessage(await drawn(workerData as Paper))
