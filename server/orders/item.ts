import type { Item } from '#contract/orders.ts'

/** Tells two things in a cart apart: the source and the report of a project are bought each by itself. */
export const itemKey = ({ projectId, kind }: Item) => `${kind} of ${projectId}`
