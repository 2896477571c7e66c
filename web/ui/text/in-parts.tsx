import { Fragment } from 'react'

/** A text in parts, after each of which its line may end; `hyphensHold` keeps a short part whole at a hyphen of its own. */
export const InParts = ({ of, hyphensHold = false }: { of: readonly string[]; hyphensHold?: boolean }) =>
  of.map((part, index) => (
    <Fragment key={of.slice(0, index).join('')}>
      {index > 0 && <wbr />}
      {hyphensHold && part.includes('-') && part.length < 25 ? (
        <span className="whitespace-nowrap">{part}</span>
      ) : (
        part
      )}
    </Fragment>
  ))
