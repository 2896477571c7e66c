import { expect, test } from 'vitest'

import { type Answer, createApi } from '#contract/client.ts'

import { act } from '../../../test/act.ts'
import { projectActions } from './project-actions.ts'

const add = (answer: object) =>
  act(
    projectActions,
    { releases: { addImages: async () => ({ success: true, ...answer }) } },
    { intent: 'add-images' },
  )

test('pictures of which some were refused say how many there are now, and why the others are not', async () => {
  const { answer } = await add({ images: [{}, {}], message: 'c.jpg: broken.', sentToReview: false })
  expect(answer).toEqual({ done: 'The project has 2 pictures now.', message: 'c.jpg: broken.' })
})

test('pictures that are all accepted show no notice', async () => {
  const { answer } = await add({ images: [{}], sentToReview: false })
  expect(answer).toEqual({ done: '' })
})

const deleteFiles = async (answer: Partial<Answer>) => {
  const api = createApi(async () => ({
    status: 200,
    text: async () => '',
    blob: async () => new Blob(),
    ...answer,
  }))
  return (await act(projectActions, api, { intent: 'delete-files' })).answer
}

test('files that could not be deleted: what the server says, else with the status of the answer, else that it failed', async () => {
  const problem = { success: false, code: 'not_found', message: 'Project files not found' }
  const said = { status: 404, text: async () => JSON.stringify(problem) }
  expect(await deleteFiles(said)).toMatchObject({ message: 'Project files not found' })
  const page = { status: 502, text: async () => '<html>Bad Gateway</html>' }
  expect(await deleteFiles(page)).toMatchObject({ message: 'Delete failed: 502' })
  expect(await deleteFiles({ status: 0 })).toMatchObject({ message: 'Failed to delete project files' })
})
