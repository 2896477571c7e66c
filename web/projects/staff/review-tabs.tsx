import { useNavigate, useSearchParams } from 'react-router'

import { Tabs } from '../../ui/tabs.tsx'

const names = ['evidence', 'changes', 'files', 'readme', 'listing', 'pictures', 'history'] as const
export type ReviewTab = (typeof names)[number]

/** Returns the search of an address with another tab selected. */
export function tabSearch(search: string, tab: ReviewTab): string {
  const params = new URLSearchParams(search)
  if (tab === 'evidence') params.delete('tab')
  else params.set('tab', tab)
  return `?${params}`.replace(/^\?$/, '')
}

/** Returns the selected tab of the address. */
export function useReviewTab(): ReviewTab {
  const [params] = useSearchParams()
  return names.find((name) => name === params.get('tab')) ?? 'evidence'
}

/** The tabs of a review; the selected one stands in the address. */
export function ReviewTabs({ changes, children }: { changes: number; children: React.ReactNode }) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  return (
    <Tabs
      label="Review"
      items={names.map((id) => ({
        id,
        label: labels[id],
        ...(id === 'changes' && changes > 0 && { count: changes }),
      }))}
      value={useReviewTab()}
      onChange={(id) =>
        void navigate(
          { search: tabSearch(params.toString(), id as ReviewTab) },
          { replace: true, preventScrollReset: true },
        )
      }
    >
      {children}
    </Tabs>
  )
}

const labels: Record<ReviewTab, string> = {
  evidence: 'Evidence',
  changes: 'Changes',
  files: 'Files',
  readme: 'README',
  listing: 'Listing',
  pictures: 'Pictures',
  history: 'History',
}
