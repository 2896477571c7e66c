import { useRevalidator } from 'react-router'

import { Button } from '../../ui/button.tsx'

/** Stands in a section whose data did not come. */
export function NotLoaded({ children }: { children: string }) {
  const { revalidate, state } = useRevalidator()
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-5 sm:px-5">
      <p role="alert">{children}</p>
      <Button tone="quiet" size="small" pending={state === 'loading'} onClick={() => void revalidate()}>
        Try Again
      </Button>
    </div>
  )
}
