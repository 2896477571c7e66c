import type { Connection } from '../database/connection.ts'

/** The project before which so many others come, in the order of the ids; undefined when there are not so many. */
export async function listedAt(connection: Connection, offset: number): Promise<string | undefined> {
  const row = await connection
    .selectFrom('publishedProjects')
    .select('projectId')
    .orderBy('projectId')
    .offset(offset)
    .limit(1)
    .executeTakeFirst()
  return row?.projectId
}

/** Published projects in the order of the ids, from one on ('>=') or after it ('>'), each with the time of its last change. */
export const listedFrom = (
  connection: Connection,
  [operator, projectId]: ['>=' | '>', string],
  max: number,
): Promise<Listed[]> =>
  connection
    // Cut before the join: with PostgreSQL's own random_page_cost it would begin at the first project of all, 4.9 s instead of
    // 1 ms in the middle of 1,000,000.
    .selectFrom((from) =>
      from
        .selectFrom('publishedProjects')
        .select('projectId')
        .where('projectId', operator, projectId)
        .orderBy('projectId')
        .limit(max)
        .as('published'),
    )
    .innerJoin('projects', 'projects.id', 'published.projectId')
    .select(['projects.id', 'projects.updatedAt'])
    .orderBy('published.projectId')
    .execute()

export interface Listed {
  id: string
  updatedAt: Date
}
