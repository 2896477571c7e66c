import { useEffect } from 'react'

import { member } from '../../session/session.ts'
import { addressBefore } from '../../shell/address-before.ts'

/** Tells the server that somebody looks at a project, and from where they came; not of its own owner. */
export function useCountView({ _id, projectOwner }: { _id: string; projectOwner: { _id: string } }) {
  const ownerId = projectOwner._id
  useEffect(() => {
    if (member()?._id === ownerId) return
    const body = new Blob([JSON.stringify({ from: addressBefore().slice(0, 2000) })], {
      type: 'application/json',
    })
    navigator.sendBeacon(`/api/projects/${_id}/views`, body)
  }, [_id, ownerId])
}
