import { reviews } from '#contract/orders/reviews.ts'

import { formAction } from '../shell/form/action-form.tsx'
import { checked, textIn } from '../shell/form/use-form.ts'
import { heldText } from './held-text.ts'

/** Saves the member's review of a project, new or changed, or the owner's reply to the review that the form names. */
export const clientAction = formAction('Failed to save the review', async ({ api, form, params: { id } }) => {
  const [text, review] = [textIn(form, 'text'), textIn(form, 'review')]
  if (review) {
    const { isHeld } = await api.reviews.reply({ params: { id, review }, body: { text } })
    return isHeld ? heldText('reply') : 'Your reply is on the page.'
  }
  const body = checked(reviews.write.body, { rating: Number(textIn(form, 'rating')) || 0, text })
  if (form.has('written')) {
    const { isHeld } = await api.reviews.edit({ params: { id }, body })
    return isHeld ? heldText('review') : 'Your review is changed.'
  }
  const { isHeld } = await api.reviews.write({ params: { id }, body })
  return isHeld ? heldText('review') : 'Thank you. Your review is on the page.'
})
