import type { HeldText } from '#contract/content/held.ts'

interface Row {
  id: string
  projectId: string
  title: string
  name: string
  email: string
  heldAt: Date
}

/** A text that waits for staff, as they see it. */
export const toHeldText = (
  { id, projectId, title, name, email, heldAt }: Row,
  written: Pick<HeldText, 'kind' | 'text' | 'about'>,
): HeldText => ({
  _id: id,
  projectId,
  projectTitle: title,
  writer: { name, email },
  heldAt: heldAt.toISOString(),
  ...written,
})
