import { expect, test } from 'vitest'

import type { Api } from '#contract/client.ts'

import { changeProject } from './owner-changes.ts'

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
