import { expect, test } from 'vitest'

import { type Answer, type Api, createApi } from '#contract/client.ts'

import { changeProject } from './project-actions.ts'

const adding = (answer: object) =>
  ({ releases: { addImages: async () => ({ success: true, ...answer }) } }) as unknown as Api

const form = new FormData()
form.set('intent', 'add-images')

test('pictures of which some were refused say how many there are now, and why the others are not', async () => {
  const refused = adding({ images: [{}, {}], message: 'c.jpg: broken.', sentToReview: false })
  expect(await changeProject(refused, '1', form)).toEqual({
    done: 'The project has 2 pictures now.',
    message: 'c.jpg: broken.',
  })
})

test('pictures that are all taken speak for themselves', async () => {
  const taken = adding({ images: [{}], sentToReview: false })
  expect(await changeProject(taken, '1', form)).toEqual({})
})

const answering = (answer: Partial<Answer>) =>
  createApi(async () => ({ status: 200, text: async () => '', blob: async () => new Blob(), ...answer }))
const deleteFiles = (api: Api) => {
  const sent = new FormData()
  sent.set('intent', 'delete-files')
  return changeProject(api, '1', sent)
}

test('files that could not be deleted: what the server says, else with the status of the answer, else that it failed', async () => {
  const problem = { success: false, code: 'not_found', message: 'Project files not found' }
  const said = answering({ status: 404, text: async () => JSON.stringify(problem) })
  expect(await deleteFiles(said)).toMatchObject({ message: 'Project files not found' })
  const page = answering({ status: 502, text: async () => '<html>Bad Gateway</html>' })
  expect(await deleteFiles(page)).toMatchObject({ message: 'Delete failed: 502' })
  expect(await deleteFiles(answering({ status: 0 }))).toMatchObject({
    message: 'Failed to delete project files',
  })
})
