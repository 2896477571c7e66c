import { endpoint } from '../kit/endpoint.ts'
import { Done, Id } from '../kit/fields.ts'
import { z } from '../kit/zod.ts'
import { Facts } from '../projects/findings.ts'
import { Project, ProjectCard } from '../projects/project.ts'
import { Question } from '../projects/questions.ts'
import { Contents } from '../projects/releases.ts'
import { RunRecord } from '../projects/runs.ts'
import { Sample } from '../projects/samples.ts'
import { Opinions } from './reviews.ts'

export const projectPage = {
  get: endpoint({
    method: 'GET',
    path: '/projects/:id/page',
    failure: 'Failed to load project',
    summary:
      'All that the page of a project shows, in one answer. Of a published project for everybody, of any other for its owner and staff.',
    access: 'anyone',
    params: z.object({ id: Id }),
    reply: Done.extend({
      project: Project,
      contents: Contents,
      opinions: Opinions,
      questions: z.array(Question),
      facts: Facts.nullable(),
      /** What was seen when it was started; null while there is nothing to show, absent of an older server. */
      run: RunRecord.nullable().optional(),
      samples: z.array(Sample),
      related: z.array(ProjectCard),
      /** Other published projects of an owner with a public profile, none of them among the related ones. */
      others: z.array(ProjectCard),
    }),
  }),
}
