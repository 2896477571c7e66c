import { config } from 'zod'

// The Content-Security-Policy lets no page make functions out of text. Without being told, zod finds out by trying, and
// every try is reported as a violation. On the server, where it may, compiled schemas are quicker.
config({ jitless: true })

export * from 'zod'
