import { ScriptGoneError } from '../shell/page-script.ts'
import { untilAnswered } from '../ui/connection.ts'

/** Takes the place of the router's own: that one loads the page before again when a script does not come, which without a connection leaves the browser's error page. */
export async function loadRouteModule(route: ScriptsOfRoute, loaded: Record<string, unknown>) {
  if (route.id in loaded) return loaded[route.id]
  try {
    // A browser may remember an import that failed; what was fetched once it imports from its cache.
    const scripts = await Promise.all(
      [route.module, ...(route.imports ?? [])].map((script) => untilAnswered(() => whole(script))),
    )
    const gone = scripts.find(({ status }) => status === 404)
    if (gone) throw new ScriptGoneError(gone.url)
    return (loaded[route.id] = await import(/* @vite-ignore */ route.module))
  } catch (failure) {
    return brokenPage(failure)
  }
}

/** A page that fails as it is opened, which its frame shows; of a script that is refused the router would make an empty window. */
function brokenPage(failure: unknown) {
  const fail = () => {
    throw failure
  }
  return { default: fail, clientLoader: fail, clientAction: fail }
}

async function whole(script: string) {
  const answer = await fetch(script)
  await answer.arrayBuffer()
  return answer
}

interface ScriptsOfRoute {
  id: string
  module: string
  imports?: string[]
}
