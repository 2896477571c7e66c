import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'

/** The ways that staff go most often. */
export const QuickActions = () => (
  <Sheet as="section" aria-label="Quick Actions">
    <SheetHead title="Quick Actions" />
    <div className="grid gap-2 p-4 sm:grid-cols-2 sm:p-5 xl:grid-cols-3">
      {actions.map(({ to, label, icon }) => (
        <ButtonLink key={to} to={to} tone="quiet" icon={<Icon name={icon} className="size-4.5" />}>
          {label}
        </ButtonLink>
      ))}
    </div>
  </Sheet>
)

const actions = [
  { to: '/admin/projects?status=ready', label: 'Verify Projects', icon: 'folder-check' },
  { to: '/admin/refunds', label: 'Decide Refunds', icon: 'indian-rupee' },
  { to: '/admin/payouts', label: 'Approve Payouts', icon: 'banknote' },
  { to: '/admin/analytics', label: 'View Analytics', icon: 'chart-column' },
  { to: '/admin/findings', label: 'Set Up Checks', icon: 'shield' },
  { to: '/admin/settings', label: 'Change Settings', icon: 'sliders-horizontal' },
] as const
