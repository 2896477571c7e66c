import { findingJobs } from '#server/projects/jobs.ts'

import type { TestApp } from '../app.ts'

/** Has the job that checks uploaded files done, which other tests leave out. */
export const workChecks = (app: TestApp): Promise<void> => app.jobs.work(findingJobs(app.dependencies))
