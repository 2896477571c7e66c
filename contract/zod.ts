import { z } from 'zod'

// The Content-Security-Policy lets no page make functions out of text, and zod would find that out by trying, which browsers
// report as a violation. On the server, where it may, compiled schemas are quicker.
if ('document' in globalThis) z.config({ jitless: true })

export { z }
