import { useLoaderData } from 'react-router'

import { ProjectList } from '../../../../web/catalogue/project-list.tsx'
import { SiteLayout } from '../../../../web/shell/site-frame.tsx'
import { list } from './same-list.server.ts'

export const loader = () => list

/** The app's own list page with its data in memory. */
export default function SameList() {
  return (
    <SiteLayout header={{ member: null, cartCount: 0 }}>
      <ProjectList {...useLoaderData<typeof loader>()} />
    </SiteLayout>
  )
}
