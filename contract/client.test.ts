import { expect, test } from 'vitest'

import { type Answer, createApi } from './client.ts'
import { contract } from './index.ts'
import type { Endpoint } from './kit/endpoint.ts'

type AnyApi = Record<string, Record<string, (call: object) => Promise<unknown>>>
const apiThat = (answers: Partial<Answer>) =>
  createApi(async () => ({
    status: 200,
    text: async () => '',
    blob: async () => new Blob(),
    ...answers,
  })) as unknown as AnyApi

/** The sentences of specification section 8; calls not named there say 'Request failed'. */
const sentences: Record<string, string> = {
  'accounts.sendOtp': 'Failed to send OTP',
  'accounts.checkEmail': 'Failed to check email',
  'accounts.verifyOtp': 'OTP verification failed',
  'accounts.refresh': 'Token refresh failed',
  'accounts.profile': 'Failed to get profile',
  'accounts.updateProfile': 'Failed to update profile',
  'accounts.changeAvatar': 'Failed to upload avatar',
  'projects.list': 'Failed to fetch projects',
  'projects.mine': 'Failed to fetch projects',
  'catalogue.suggestions': 'Failed to search projects',
  'catalogue.featured': 'Failed to load featured projects',
  'projects.get': 'Failed to load project',
  'projectPage.get': 'Failed to load project',
  'projects.verificationHistory': 'Failed to load project',
  'projects.changes': 'Failed to load project',
  'projects.takeBack': 'Failed to save project',
  'projects.create': 'Failed to save project',
  'projects.update': 'Failed to save project',
  'projects.ownerUpdate': 'Failed to save project',
  'projects.remove': 'Failed to delete project',
  'releases.upload': 'Upload failed: 502 Bad Gateway',
  'releases.reUpload': 'Re-upload failed: 502',
  'downloads.archive': 'Download failed: 502',
  'releases.removeFiles': 'Delete failed: 502',
  'releases.addImages': 'Failed to upload images',
  'releases.removeImage': 'Failed to delete image',
  'releases.orderImages': 'Failed to reorder images',
  'releases.addReport': 'Failed to upload report',
  'releases.changeReport': 'Failed to update report',
  'releases.removeReport': 'Failed to delete report',
  'downloads.link': 'Download failed: 502',
  'downloads.mailLink': 'Failed to send the link',
  'downloads.reportLink': 'Failed to generate download link',
  'releases.contents': 'Failed to load project',
  'releases.folder': 'Failed to load project',
  'categories.list': 'Failed to load categories',
  'categories.get': 'Failed to load categories',
  'categories.projects': 'Failed to fetch projects',
  'content.about': 'Failed to load about information',
  'content.team': 'Failed to load about information',
  'contacts.send': 'Failed to send message. Please try again.',
  'staffProjects.bulkUpdate': 'Failed to perform bulk action',
  'staffProjects.create': 'Failed to save project',
  'dashboard.stats': 'Failed to load dashboard data',
  'staff.login': 'Login failed. Please check your credentials.',
}

const calls = Object.entries(contract).flatMap(([noun, group]) =>
  Object.entries(group as Record<string, Endpoint>).map(([name, { reply }]) => ({
    noun,
    name,
    isFile: reply === 'file',
    sentence: sentences[`${noun}.${name}`] ?? 'Request failed',
  })),
)

test.each(calls)(
  '$noun.$name says "$sentence" when the answer is not ours',
  async ({ noun, name, ...call }) => {
    const page = {
      status: 502,
      statusText: 'Bad Gateway',
      text: async () => '<html><h1>Bad Gateway</h1></html>',
    }
    const expectedProblem = { message: call.sentence, hasNoMessage: true }
    await expect(apiThat(page)[noun]![name]!({})).rejects.toMatchObject(expectedProblem)
    await expect(
      apiThat({ ...page, text: async () => '{"error":{"code":1}}' })[noun]![name]!({}),
    ).rejects.toMatchObject(expectedProblem)
  },
)

test.each(calls)(
  '$noun.$name says the same without an answer, or when the sign-in page of a network answers',
  async ({ noun, name, isFile, sentence }) => {
    const expectedProblem = { message: sentence.replace(/: 502.*/, ''), hasNoMessage: true }
    await expect(apiThat({ status: 0 })[noun]![name]!({})).rejects.toMatchObject(expectedProblem)
    if (isFile) return
    const portal = { status: 200, text: async () => '<html>Welcome to the campus network</html>' }
    await expect(apiThat(portal)[noun]![name]!({})).rejects.toMatchObject({ hasNoMessage: true })
  },
)

test.each(calls)('$noun.$name says what the server says', async ({ noun, name }) => {
  const problem = { success: false, code: 'conflict', message: 'Another one was quicker', fields: { a: 'b' } }
  const text = async () => JSON.stringify(problem)
  await expect(apiThat({ status: 409, text })[noun]![name]!({})).rejects.toMatchObject({
    code: 'conflict',
    message: 'Another one was quicker',
    hasNoMessage: false,
    details: { fields: { a: 'b' } },
  })
})
