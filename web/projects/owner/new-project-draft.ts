import { addToDraft } from '../../shell/form/draft.ts'
import { newProjectAddress } from '../../shell/site.ts'

/** The name of the draft, which survives Escape, closing the tab and the end of the session. */
export const newProjectDraft = 'new project'

/** Puts texts, by the names of their fields, into the form for a new project, beside what was typed there before. */
export const addToNewProject = (texts: Record<string, string>): void =>
  addToDraft(newProjectAddress.split('?')[0]!, newProjectDraft, texts)
