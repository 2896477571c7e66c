import { useNavigation } from 'react-router'

/** Says that another page is on its way, with that page's own words; shown only when it takes a moment. */
export function PendingLine({ textFor }: { textFor: (path: string) => string }) {
  const { state, location } = useNavigation()
  const path = state === 'loading' ? location?.pathname : undefined
  return (
    <output className="pending-line" aria-live="polite">
      {path && (
        <>
          <span className="pending-line-bar" aria-hidden="true" />
          <span className="pending-line-text">{textFor(path)}</span>
        </>
      )}
    </output>
  )
}
