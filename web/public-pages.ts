import type { RouteConfigEntry } from '@react-router/dev/routes'

import routes from './routes.ts'

/** The pages that are the same for everybody, as 'catalogue/home-page', for the build. */
export const publicPages: string[] = pagesOf(routes)
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => file.replace(/\.tsx$/, ''))

function pagesOf(entries: readonly RouteConfigEntry[], isPublic = false): string[] {
  return entries.flatMap(({ file, children }) =>
    children ? pagesOf(children, file === 'shell/public-layout.tsx') : isPublic ? [file] : [],
  )
}
