import { Loading, Skeleton } from '../ui/feedback/skeleton.tsx'
import { Sheet } from '../ui/layout/sheet.tsx'
import type { Tab } from './tabs.ts'

/** A tab whose contents are on their way. */
export function TabSkeleton({ tab }: { tab: Tab }) {
  return (
    <Loading text={words[tab]}>
      {tab === 'profile' ? (
        <span className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <Skeleton className="h-28" />
          <Skeleton className="h-72 lg:row-span-2" />
          <Skeleton className="h-64" />
        </span>
      ) : (
        <Sheet>
          <span className="border-rule block border-b px-5 py-4">
            <Skeleton className="h-6 w-40" />
          </span>
          {[0, 1, 2].map((row) => (
            <span
              key={row}
              className="border-rule flex items-center gap-5 border-b px-5 py-5 last:border-b-0"
            >
              <span className="flex-1 space-y-2.5">
                <Skeleton className="h-5 w-60 max-w-full" />
                <Skeleton className="h-4 w-40 max-w-full" />
              </span>
              <Skeleton className="h-9 w-24" />
            </span>
          ))}
        </Sheet>
      )}
    </Loading>
  )
}

const words: Record<Tab, string> = {
  profile: 'Loading your profile...',
  projects: 'Loading your projects...',
  orders: 'Loading your orders...',
  referrals: 'Loading your referrals...',
  settings: 'Loading your settings...',
}
