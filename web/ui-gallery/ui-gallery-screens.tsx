import { useState } from 'react'

import { rupees } from '#contract/kit/rupees.ts'

import { Button } from '../ui/button.tsx'
import { type Column, DataTable } from '../ui/data/data-table.tsx'
import { Callout } from '../ui/feedback/callout.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { Progress, ShareBar } from '../ui/feedback/progress.tsx'
import { Loading, Skeleton, SkeletonText } from '../ui/feedback/skeleton.tsx'
import { Status } from '../ui/feedback/status.tsx'
import { Steps } from '../ui/feedback/steps.tsx'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { Sheet, SheetHead } from '../ui/layout/sheet.tsx'
import { Tabs } from '../ui/layout/tabs.tsx'
import { Prose } from '../ui/prose.tsx'

/** The pieces of the workbench: tabs, tables and what a place says when it waits, fails or is empty. */
export function GalleryScreens() {
  const [tab, setTab] = useState('projects')
  return (
    <div className="flex flex-col gap-8 pb-16">
      <Callout
        tone="verified"
        title="Project updated successfully! Project requires re-verification by an admin."
      />
      <Callout
        tone="waiting"
        title="Waiting for staff"
        action={
          <Button tone="quiet" size="small">
            See notes
          </Button>
        }
      >
        The project is not listed until staff have looked at it again.
      </Callout>
      <Callout tone="stopped">Failed to update profile</Callout>
      <div>
        <Tabs
          label="Profile"
          value={tab}
          onChange={setTab}
          items={[
            { id: 'profile', label: 'Profile' },
            { id: 'projects', label: 'Projects', count: 3 },
            { id: 'orders', label: 'Orders', count: 0 },
            { id: 'referrals', label: 'Referrals', count: 12 },
            { id: 'settings', label: 'Settings' },
          ]}
        >
          <Sheet className="overflow-hidden">
            <SheetHead
              title="Projects"
              actions={
                <Button tone="quiet" size="small">
                  Deactivate
                </Button>
              }
            >
              <Status tone="waiting">1 waits for staff</Status>
            </SheetHead>
            <DataTable
              caption="Projects"
              rows={rows}
              rowKey={(row) => row.id}
              chosen={(row) => row.id === '2'}
              columns={columns}
            />
          </Sheet>
        </Tabs>
      </div>
      <Steps label="Checkout" steps={['Details', 'Payment', 'Download']} current={1} />
      <div className="grid gap-6 md:grid-cols-2">
        <Sheet padded className="flex flex-col gap-5">
          <Progress label="Uploading 212 files" value={62} />
          <Progress label="Building the archive" detail="about a minute" />
          <ShareBar label="Web Development" value={64} max={64} />
          <ShareBar label="AI/ML" value={31} max={64} />
        </Sheet>
        <Sheet padded>
          <Loading text="Loading amazing projects..." className="flex flex-col gap-4">
            <Skeleton className="aspect-16/10" />
            <SkeletonText />
          </Loading>
        </Sheet>
        <Sheet>
          <EmptyState title="No orders yet" action={<Button>Browse Projects</Button>}>
            What you buy stays here, with its releases and receipts.
          </EmptyState>
        </Sheet>
        <Sheet>
          <ErrorState title="Unable to Load Dashboard" onRetry={() => {}}>
            Check your connection, then try again.
          </ErrorState>
        </Sheet>
      </div>
      <Prose html={readme} />
    </div>
  )
}

const rows = [
  { id: '1', title: 'Hostel mess manager', status: 'Approved', tone: 'verified', sold: 318, price: 1499 },
  { id: '2', title: 'Leaf disease detector', status: 'Pending', tone: 'waiting', sold: 12, price: 149999 },
  { id: '3', title: 'Library desk', status: 'Rejected', tone: 'stopped', sold: 0, price: 0 },
] as const

const columns: Column<(typeof rows)[number]>[] = [
  {
    key: 'pick',
    head: <Checkbox label="All" hideLabel />,
    cell: (row) => <Checkbox label={row.title} hideLabel defaultChecked={row.id === '2'} />,
    className: 'w-12',
  },
  {
    key: 'title',
    head: 'title',
    cell: (row) => row.title,
    className: 'min-w-56 font-semibold',
  },
  {
    key: 'status',
    head: 'status',
    cell: (row) => <Status tone={row.tone}>{row.status}</Status>,
  },
  { key: 'sold', head: 'sold', cell: (row) => row.sold, figures: true },
  { key: 'price', head: 'price', cell: (row) => rupees(row.price), figures: true },
]

const readme = `<h2>Hostel mess manager</h2>
<p>Menus, attendance and <a href="#facts">monthly bills</a> for a hostel. Run <code>npm start</code> and open port 3000.</p>
<pre><code>git clone …\nnpm ci && npm start</code></pre>
<ul><li>Warden panel with daily counts</li><li>Printable bills</li></ul>`
