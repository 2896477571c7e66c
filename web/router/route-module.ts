import { untilAnswered } from '../ui/connection/until-answered.ts'

/** Takes the place of the router's own: that one loads the whole page again when a script does not come, which without a connection leaves the browser's error page. */
export async function loadRouteModule(route: ScriptsOfRoute, loaded: Record<string, unknown>) {
  if (route.id in loaded) return loaded[route.id]
  // A browser may remember an import that failed; what was fetched once it imports from its cache.
  await Promise.all(
    [route.module, ...(route.imports ?? [])].map((script) => untilAnswered(() => whole(script))),
  )
  try {
    return (loaded[route.id] = await import(/* @vite-ignore */ route.module))
  } catch {
    // There is a newer build.
    location.reload()
    return new Promise(() => {})
  }
}

const whole = async (script: string) => (await fetch(script)).arrayBuffer()

interface ScriptsOfRoute {
  id: string
  module: string
  imports?: string[]
}
