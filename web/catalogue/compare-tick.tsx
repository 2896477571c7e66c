import { clsx } from 'clsx'

import { addCompared, compareFormId, removeCompared, useCompared } from './compared.ts'

/**
 * The tick that chooses a project to be compared. It belongs to the form of the layout around the page, so it stands
 * anywhere and works without scripts.
 */
export function CompareTick({ project: { _id, title }, className }: CompareTickProps) {
  return (
    <label className={clsx('compare-tick', className)} title="Compare">
      <input
        type="checkbox"
        className="tick"
        form={compareFormId}
        name="ids"
        value={_id}
        aria-label={`Compare: ${title}`}
        // The browser would tick it again after Back, whatever was chosen meanwhile.
        autoComplete="off"
        checked={useCompared().includes(_id)}
        onChange={({ target }) => (target.checked ? addCompared([_id]) : removeCompared(_id))}
      />
      <span>Compare</span>
    </label>
  )
}

interface CompareTickProps {
  project: { _id: string; title: string }
  className?: string
}
