import { reviews } from '#contract/orders/reviews.ts'

import { dropDraft } from '../shell/form/draft.ts'
import { type FormAnswer, mistakesIn, textIn } from '../shell/form/use-form.ts'
import { apiContext, problemOf } from '../shell/session/api.ts'
import type { Route } from './+types/review-route'

/** What came of a review or a reply: that it is kept, or what to mend. */
export type ReviewAnswer = FormAnswer & { done?: string }

/** Keeps the member's review of a project, new or changed, or the owner's reply to the review that is named. */
export async function clientAction({
  context,
  request,
  params,
}: Route.ClientActionArgs): Promise<ReviewAnswer> {
  const api = context.get(apiContext)
  const form = await request.formData()
  const [text, review] = [textIn(form, 'text'), textIn(form, 'review')]
  try {
    if (review) {
      await api.reviews.reply({ params: { id: params.id, review }, body: { text } })
      dropDraft(`reply ${review}`)
      return { done: 'Your reply is on the page.' }
    }
    const body = { rating: Number(textIn(form, 'rating')) || 0, text }
    const mistakes = mistakesIn(reviews.write.body, body)
    if (mistakes) return mistakes
    const call = { params: { id: params.id }, body }
    await (form.has('written') ? api.reviews.edit(call) : api.reviews.write(call))
    dropDraft('review')
    return {
      done: form.has('written') ? 'Your review is changed.' : 'Thank you. Your review is on the page.',
    }
  } catch (thrown) {
    const { code, message, fields } = problemOf(thrown, 'Failed to save the review')
    return { code, message, fields }
  }
}
