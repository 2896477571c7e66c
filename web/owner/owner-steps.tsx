import { Breadcrumb } from '../ui/layout/breadcrumb.tsx'

/** The way to a page of an owner's own: over home, the profile and its projects; `here` names the page. */
export const OwnerSteps = ({ here, className }: { here: string; className?: string }) => (
  <Breadcrumb
    className={className}
    steps={[
      { label: 'Home', to: '/' },
      { label: 'Profile', to: '/profile' },
      { label: 'My Projects', to: '/profile?tab=projects' },
      { label: here },
    ]}
  />
)
