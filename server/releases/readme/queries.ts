import type { Connection } from '../../database/connection.ts'
import { prepared } from '../../database/prepared.ts'

/** Where the README of a release is, and with which version of the renderer it was rendered last. */
export const readmeSource = async (connection: Connection, releaseId: string) =>
  (await readSource(connection, { releaseId }))[0]

const readSource = prepared((connection, { releaseId }: { releaseId: string }) =>
  connection
    .selectFrom('releases')
    .innerJoin('blobs', 'blobs.sha256', 'releases.readmeSha256')
    .leftJoin('releaseReadmes', 'releaseReadmes.releaseId', 'releases.id')
    .select(['blobs.key', 'blobs.sha256', 'releaseReadmes.renderer'])
    .where('releases.id', '=', releaseId)
    .compile(),
)

/** The rendered README of a release, by whatever version. */
export const renderedReadme = async (connection: Connection, releaseId: string) =>
  (await readRendered(connection, { releaseId }))[0]?.html

const readRendered = prepared((connection, { releaseId }: { releaseId: string }) =>
  connection.selectFrom('releaseReadmes').select('html').where('releaseId', '=', releaseId).compile(),
)

export async function keepReadme(
  connection: Connection,
  readme: { releaseId: string; renderer: number; html: string },
) {
  const { renderer, html } = readme
  await connection
    .insertInto('releaseReadmes')
    .values(readme)
    .onConflict((conflict) => conflict.column('releaseId').doUpdateSet({ renderer, html }))
    .execute()
}

/** The present releases whose README another version of the renderer rendered, or none. */
export const releasesToRender = async (connection: Connection, renderer: number) =>
  (
    await connection
      .selectFrom('projects')
      .innerJoin('releases', 'releases.id', 'projects.releaseId')
      .leftJoin('releaseReadmes', 'releaseReadmes.releaseId', 'releases.id')
      .select('releases.id')
      .where('releases.readmeSha256', 'is not', null)
      .where('releaseReadmes.renderer', 'is distinct from', renderer)
      .execute()
  ).map(({ id }) => id)
