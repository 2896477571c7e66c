import { z } from 'zod'

// The Content-Security-Policy forbids creating functions from text. Zod would detect that by trying, which browsers
// report as a violation. On the server, where it is allowed, compiled schemas are faster.
if ('document' in globalThis) z.config({ jitless: true })

/** The names of schemas in the description of the API. */
export const schemaNames = z.registry<{ id: string }>()

export { z }
