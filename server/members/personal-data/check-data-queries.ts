import type { Connection } from '../../platform/database/connection.ts'

interface Member {
  id: string
}

/** What a member said about the findings in their projects, and what was seen when these were started. */
export const checkedAndRun = {
  explanations: (connection: Connection, { id }: Member) =>
    connection
      .selectFrom('findingWaivers')
      .innerJoin('projects', 'projects.id', 'projectId')
      .select(['title', 'rule', 'file', 'reason', 'waivedAt'])
      .where('ownerId', '=', id)
      .orderBy('waivedAt')
      .execute(),
  'run-records': (connection: Connection, { id }: Member) =>
    connection
      .selectFrom('runRecords')
      .innerJoin('projects', 'projects.id', 'projectId')
      .leftJoin('releases', 'releases.id', 'runRecords.releaseId')
      .select([
        'title',
        'releases.number as release',
        'cause',
        'startAt',
        'askedAt',
        'runRecords.status',
        'outcome',
      ])
      .select(['reason', 'seen', 'ownerNote', 'endedAt'])
      .select((from) =>
        from
          .selectFrom('runPages')
          .select((page) => page.fn.agg<unknown[]>('json_agg', ['seen']).as('pages'))
          .whereRef('runId', '=', 'runRecords.id')
          .as('pages'),
      )
      .where('runRecords.ownerId', '=', id)
      .orderBy('askedAt')
      .execute(),
}
