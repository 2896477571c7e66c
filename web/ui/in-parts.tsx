import { Fragment } from 'react'

/** A text in parts, after each of which its line may end. */
export const InParts = ({ of }: { of: readonly string[] }) =>
  of.map((part, index) => (
    <Fragment key={of.slice(0, index).join('')}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
