import { builtinEnvironments } from 'vitest/runtime'

/**
 * The environment of journeys without a browser: the document of happy-dom, with modules as Node loads them, because
 * the server runs in it too and starts processes of its own files.
 */
export default { ...builtinEnvironments['happy-dom'], name: 'document', viteEnvironment: 'ssr' }
