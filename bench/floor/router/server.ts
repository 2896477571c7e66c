import { createServer } from 'node:http'
import { join } from 'node:path'

import { createRequestListener } from '@react-router/node'
import type { ServerBuild } from 'react-router'

import { folder } from './folder.ts'

/** The bare React Router app on Node's own HTTP server: the cards are in memory, without checks or caching. */
const build = (await import(join(folder, 'server', 'index.js'))) as ServerBuild
createServer(createRequestListener({ build, mode: 'production' })).listen(
  Number(process.env.PORT),
  '127.0.0.1',
)
